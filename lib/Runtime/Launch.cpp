//===- Launch.cpp - Launches and their checks -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/ByteSize.h"

using namespace zyn::runtime;

Error zyn::runtime::launchError(const Kernel &kernel, const LaunchShape &shape,
                                const std::string &reason) {
  std::string message = "launch of '" + kernel.signature.name + "': " + reason;
  return shape.location ? Error::at(shape.location, std::move(message))
                        : Error(std::move(message));
}

static Error checkDimensions(const Kernel &kernel, const LaunchShape &shape,
                             const char *what, const char *unit,
                             const int64_t (&sizes)[3],
                             const int (&limits)[3]) {
  for (int i = 0; i < 3; ++i)
    if (sizes[i] < 1 || sizes[i] > limits[i])
      return launchError(kernel, shape,
                         std::string(what) + " dimension " + "xyz"[i] + " of " +
                             std::to_string(sizes[i]) + " " + unit +
                             ", the device allows 1 to " +
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
    return launchError(kernel, shape,
                       "block of " + std::to_string(threads) +
                           " threads, the device allows " +
                           std::to_string(device.maxThreadsPerBlock));
  if (Error error = checkDimensions(kernel, shape, "block", "threads",
                                    shape.block, device.maxBlock))
    return error;
  if (threads > kernel.maxThreads)
    return launchError(kernel, shape,
                       "block of " + std::to_string(threads) +
                           " threads, the kernel allows " +
                           std::to_string(kernel.maxThreads) +
                           " (its registers or its launch bounds)");
  if (Error error = checkDimensions(kernel, shape, "grid", "blocks", shape.grid,
                                    device.maxGrid))
    return error;
  if (shape.dynamicSharedBytes < 0 ||
      shape.dynamicSharedBytes >
          device.sharedBytesPerBlock - kernel.staticSharedBytes)
    return launchError(
        kernel, shape,
        "shared memory of " + std::to_string(kernel.staticSharedBytes) +
            " static and " + std::to_string(shape.dynamicSharedBytes) +
            " dynamic bytes per block, the device allows " +
            formatBytes(device.sharedBytesPerBlock));
  return Error::success();
}

Error zyn::runtime::wrongArgumentCount(const Kernel &kernel, int64_t given) {
  size_t taken = kernel.signature.parameters.size();
  return Error::format("kernel '%s' takes %zu argument%s, %lld given",
                       kernel.signature.name.c_str(), taken,
                       taken == 1 ? "" : "s", static_cast<long long>(given));
}

Error zyn::runtime::checkArgument(const Kernel &kernel, size_t index,
                                  uint64_t given) {
  const KernelParameter &parameter = kernel.signature.parameters[index];
  if (parameter.bytes == 0 || parameter.bytes == given)
    return Error::success();
  return Error::format(
      "kernel '%s': argument %zu is .%s of %llu bytes, %llu bytes given",
      kernel.signature.name.c_str(), index, parameter.type.c_str(),
      static_cast<unsigned long long>(parameter.bytes),
      static_cast<unsigned long long>(given));
}

Error zyn::runtime::checkArguments(
    const Kernel &kernel, const std::vector<KernelArgument> &arguments) {
  if (!kernel.hasParameters)
    return Error::success();
  if (arguments.size() != kernel.signature.parameters.size())
    return wrongArgumentCount(kernel, arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (Error error = checkArgument(kernel, i, arguments[i].bytes()))
      return error;
  return Error::success();
}
