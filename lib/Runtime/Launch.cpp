//===- Launch.cpp - Kernel launches and their checks ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/ByteSize.h"

using namespace zyn::runtime;

static Error refused(const Kernel &kernel, const std::string &reason) {
  return Error("launch of '" + kernel.signature.name + "': " + reason);
}

static Error checkDimensions(const Kernel &kernel, const char *what,
                             const char *unit, const int64_t (&sizes)[3],
                             const int (&limits)[3]) {
  for (int i = 0; i < 3; ++i)
    if (sizes[i] < 1 || sizes[i] > limits[i])
      return refused(kernel, std::string(what) + " dimension " + "xyz"[i] +
                                 " of " + std::to_string(sizes[i]) + " " +
                                 unit + ", the device allows 1 to " +
                                 std::to_string(limits[i]));
  return Error::success();
}

Error zyn::runtime::checkLaunch(const Device &device, const Kernel &kernel,
                                const LaunchShape &shape) {
  int64_t threads = 1;
  for (int64_t size : shape.block)
    if (__builtin_mul_overflow(threads, size, &threads))
      threads = INT64_MAX;
  if (threads > device.maxThreadsPerBlock)
    return refused(kernel, "block of " + std::to_string(threads) +
                               " threads, the device allows " +
                               std::to_string(device.maxThreadsPerBlock));
  if (Error error = checkDimensions(kernel, "block", "threads", shape.block,
                                    device.maxBlock))
    return error;
  if (threads > kernel.maxThreads)
    return refused(kernel, "block of " + std::to_string(threads) +
                               " threads, the kernel allows " +
                               std::to_string(kernel.maxThreads) +
                               " (its registers or its launch bounds)");
  if (Error error =
          checkDimensions(kernel, "grid", "blocks", shape.grid, device.maxGrid))
    return error;
  if (shape.dynamicSharedBytes < 0 ||
      shape.dynamicSharedBytes >
          device.sharedBytesPerBlock - kernel.staticSharedBytes)
    return refused(
        kernel, "shared memory of " + std::to_string(kernel.staticSharedBytes) +
                    " static and " + std::to_string(shape.dynamicSharedBytes) +
                    " dynamic bytes a block, the device allows " +
                    formatBytes(device.sharedBytesPerBlock));
  return Error::success();
}

Error zyn::runtime::wrongArgumentCount(const KernelSignature &signature,
                                       int64_t given) {
  size_t taken = signature.parameters.size();
  return Error::format("kernel '%s' takes %zu argument%s, %lld given",
                       signature.name.c_str(), taken, taken == 1 ? "" : "s",
                       static_cast<long long>(given));
}

Error zyn::runtime::checkArguments(
    const KernelSignature &signature,
    const std::vector<KernelArgument> &arguments) {
  if (arguments.size() != signature.parameters.size())
    return wrongArgumentCount(signature, arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const KernelParameter &parameter = signature.parameters[i];
    uint64_t given = arguments[i].bytes();
    if (parameter.bytes != 0 && parameter.bytes != given)
      return Error::format(
          "kernel '%s': argument %zu is .%s of %llu bytes, %llu bytes given",
          signature.name.c_str(), i, parameter.type.c_str(),
          static_cast<unsigned long long>(parameter.bytes),
          static_cast<unsigned long long>(given));
  }
  return Error::success();
}

/// Lets launches of `kernel` use all the dynamic shared memory there is:
/// setting the one maximum, concurrent launches cannot take it from each other.
static Error optInToShared(const Driver &driver, const Device &device,
                           Kernel &kernel) {
  int bytes = device.sharedBytesPerBlock - kernel.staticSharedBytes;
  if (Error error = driver.check(
          driver.funcSetAttribute(kernel.function,
                                  cu::FunctionMaxDynamicSharedBytes, bytes),
          "allowing a kernel more shared memory"))
    return error;
  kernel.dynamicSharedAllowed.store(bytes, std::memory_order_relaxed);
  return Error::success();
}

Error zyn::runtime::launchKernel(const Driver &driver, cu::Stream stream,
                                 const Device &device, Kernel &kernel,
                                 const LaunchShape &shape, void **arguments) {
  if (shape.grid[0] == 0 || shape.grid[1] == 0 || shape.grid[2] == 0)
    return Error::success();
  if (Error error = checkLaunch(device, kernel, shape))
    return error;
  int sharedBytes = static_cast<int>(shape.dynamicSharedBytes);
  if (sharedBytes > kernel.dynamicSharedAllowed.load(std::memory_order_relaxed))
    if (Error error = optInToShared(driver, device, kernel))
      return error;
  cu::Result result = driver.launchKernel(
      kernel.function, shape.grid[0], shape.grid[1], shape.grid[2],
      shape.block[0], shape.block[1], shape.block[2], sharedBytes, stream,
      arguments, nullptr);
  if (result == cu::success)
    return Error::success();
  std::string doing = "launch of '" + kernel.signature.name + "'";
  return driver.check(result, doing.c_str());
}
