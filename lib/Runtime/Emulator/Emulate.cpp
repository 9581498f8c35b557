//===- Emulate.cpp - Launches on the emulator -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Invocation.h"

using namespace zyn::runtime;
using zyn::emulator::Scheduler;

static Error atPlace(const zynemu_site &site, const Error &error) {
  return Error(std::string(site.place) + ": error: " + error.message());
}

/// What a cluster asks of the grid.
static Error checkClusters(const zynemu_kernel &kernel,
                           const LaunchShape &shape) {
  for (int i = 0; i < 3; ++i)
    if (shape.grid[i] % kernel.cluster_size[i] != 0)
      return Error::format(
          "launch of '%s': grid dimension %c of %lld blocks, expected a "
          "multiple of the cluster's %lld",
          kernel.name, "xyz"[i], static_cast<long long>(shape.grid[i]),
          static_cast<long long>(kernel.cluster_size[i]));
  return Error::success();
}

/// The checker numbers threads and asynchronous operations in 32 bits.
static Error checkThreads(const zynemu_kernel &kernel,
                          const LaunchShape &shape) {
  constexpr double most = 1u << 31;
  double threads = 1;
  for (int i = 0; i < 3; ++i)
    threads *= double(shape.grid[i]) * double(shape.block[i]);
  if (threads < most)
    return Error::success();
  return Error::format("launch of '%s': %g threads are more than can be "
                       "checked; --check=none runs them unchecked",
                       kernel.name, threads);
}

static Error check(const Device &device, const zynemu_kernel &kernel,
                   const LaunchShape &shape, bool isChecked) {
  Kernel limits;
  limits.signature.name = kernel.name;
  limits.maxThreads = kernel.max_threads ? static_cast<int>(kernel.max_threads)
                                         : device.maxThreadsPerBlock;
  limits.staticSharedBytes = static_cast<int>(kernel.static_shared_bytes);
  if (Error error = checkLaunch(device, limits, shape))
    return error;
  if (Error error = checkClusters(kernel, shape))
    return error;
  return isChecked ? checkThreads(kernel, shape) : Error::success();
}

/// Whether one of `ranges` holds the byte at `memory`.
static bool contain(const std::vector<MemoryPool::Range> &ranges,
                    void *memory) {
  for (const MemoryPool::Range &range : ranges) {
    char *begin = static_cast<char *>(range.begin);
    if (memory >= begin && memory < begin + range.bytes)
      return true;
  }
  return false;
}

Error Context::emulate(const zynemu_kernel &kernel, const zynemu_site &site,
                       const LaunchShape &shape, void **arguments) {
  if (target.kind != DeviceKind::Emulator)
    return Error::format("launch of '%s': it is compiled for the emulator, and "
                         "this context is on %s",
                         kernel.name, target.label().c_str());
  if (shape.grid[0] == 0 || shape.grid[1] == 0 || shape.grid[2] == 0)
    return Error::success();
  if (Error error = check(target, kernel, shape, emulatorOptions.check))
    return atPlace(site, error);

  auto begin = std::chrono::steady_clock::now();
  Scheduler scheduler(kernel, shape, arguments, target,
                      {emulatorOptions, timeout});
  if (emulatorOptions.check) {
    std::vector<MemoryPool::Range> inUse = pool->inUse();
    for (const MemoryPool::Range &range : inUse)
      scheduler.addGlobalMemory(range.begin, range.bytes);
    for (auto [memory, bytes] : sharedWithEmulator)
      if (!contain(inUse, memory))
        scheduler.addGlobalMemory(memory, bytes);
  }
  Error error = scheduler.run(warnings);
  emulated.steps += scheduler.steps();
  emulated.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return error;
}

/// Keeps a failure in the frame; false on success. No destructor is left to run
/// when the caller leaves the frame.
static bool launch(FailureFrame &frame, const zynemu_kernel *kernel,
                   const zynemu_site *site, const LaunchShape &shape,
                   void **arguments) {
  Error error = frame.context->emulate(*kernel, *site, shape, arguments);
  if (!error)
    return false;
  frame.error = std::move(error);
  return true;
}

extern "C" void zynemuLaunch(const zynemu_kernel *kernel,
                             const zynemu_site *site, int64_t gridX,
                             int64_t gridY, int64_t gridZ, int64_t blockX,
                             int64_t blockY, int64_t blockZ,
                             int64_t dynamicSharedBytes, void **arguments) {
  // Host code runs in an invocation only.
  FailureFrame &frame = *currentFrame();
  const LaunchShape shape = {
      {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicSharedBytes};
  if (launch(frame, kernel, site, shape, arguments))
    leave(frame);
}
