//===- EmulatorBackend.cpp - Launches on the emulator ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Backends.h"
#include "../../HostBackend.h"
#include "../../StackSizes.h"
#include "Scheduler.h"
#include "TmaMap.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>

using namespace zyn::runtime;
using zyn::emulator::Scheduler;

namespace {
/// A kernel that was compiled for the host.
class EmulatedKernel final : public Kernel {
public:
  EmulatedKernel(const zynemu_kernel &record, const Device &device)
      : record(record) {
    signature.name = record.name;
    signature.parameters.resize(record.num_arguments);
    maxThreads = record.max_threads ? static_cast<int>(record.max_threads)
                                    : device.maxThreadsPerBlock;
    staticSharedBytes = record.static_shared_bytes;
  }

  const zynemu_kernel &record;
};

class EmulatedModule final : public Module {
public:
  using Records = std::vector<const zynemu_kernel *>;

  EmulatedModule(Records records, const Device &device)
      : Module(signaturesOf(records)), records(std::move(records)),
        device(device) {}

protected:
  Expected<std::unique_ptr<Kernel>> prepare(std::string_view name,
                                            const KernelSignature *) override {
    auto record = std::find_if(
        records.begin(), records.end(),
        [&](const zynemu_kernel *record) { return name == record->name; });
    if (record == records.end())
      return unknownKernel(name);
    return std::unique_ptr<Kernel>(
        std::make_unique<EmulatedKernel>(**record, device));
  }

private:
  static std::vector<KernelSignature> signaturesOf(const Records &records) {
    std::vector<KernelSignature> signatures;
    for (const zynemu_kernel *record : records) {
      signatures.emplace_back().name = record->name;
      signatures.back().parameters.resize(record->num_arguments);
    }
    return signatures;
  }

  const Records records;
  const Device &device;
};

/// A GPU whose threads are run on the host, one launch at a time.
class EmulatorBackend final : public HostBackend, public EmulatorControl {
public:
  explicit EmulatorBackend(const Device &device)
      : HostBackend("emulate"), device(device) {}

  Expected<Module *> load(const Image &image) override;
  Error run(Kernel &kernel, const LaunchShape &shape,
            void **arguments) override;
  Error encodeTensorMap(const TensorMap &map, void *encoded) override {
    if (Error error = checkTensorMap(map))
      return error;
    zyn::emulator::encodeMap(map, encoded);
    return Error::success();
  }
  Error reserveStack(uint64_t bytes) override {
    std::lock_guard<std::mutex> lock(mutex);
    stacks.reserve(bytes);
    options.stackBytes = stacks.largest();
    return Error::success();
  }
  Error enlargeStack(uint64_t bytes) override {
    std::lock_guard<std::mutex> lock(mutex);
    stacks.add(bytes);
    options.stackBytes = stacks.largest();
    return Error::success();
  }
  void restoreStack(uint64_t bytes) override {
    std::lock_guard<std::mutex> lock(mutex);
    stacks.remove(bytes);
    options.stackBytes = stacks.largest();
  }
  void setPool(const MemoryPool &pool) override { memory = &pool; }
  void share(void *memory, uint64_t bytes) override {
    std::lock_guard<std::mutex> lock(mutex);
    shared.emplace(memory, bytes);
  }
  void unshare(void *memory) override {
    std::lock_guard<std::mutex> lock(mutex);
    shared.erase(memory);
  }

  EmulatorControl *emulator() override { return this; }
  void setOptions(const EmulatorOptions &options) override {
    std::lock_guard<std::mutex> lock(mutex);
    this->options.emulator = options;
  }
  void setTimeout(double seconds) override {
    std::lock_guard<std::mutex> lock(mutex);
    options.timeout = seconds;
  }
  EmulatorStatistics statistics() const override {
    std::lock_guard<std::mutex> lock(mutex);
    return counts;
  }
  std::vector<zyn::Diagnostic> diagnostics() const override {
    return allWarnings;
  }

private:
  const Device device;
  const MemoryPool *memory = nullptr;
  /// The caller's memory that kernels may access, by address.
  std::map<void *, uint64_t> shared;
  mutable std::mutex mutex;
  Scheduler::Options options;
  StackSizes stacks;
  EmulatorStatistics counts;
  std::vector<zyn::Diagnostic> allWarnings;
  /// By the address of the image.
  std::map<const char *, std::unique_ptr<EmulatedModule>> modules;
};
} // namespace

Expected<Module *> EmulatorBackend::load(const Image &image) {
  if (image.format != formats::emulator)
    return wrongFormat(device, "an image of format 'emulator'", image);
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<EmulatedModule> &module = modules[image.bytes.data()];
  if (!module) {
    EmulatedModule::Records records(image.bytes.size() / sizeof(void *));
    std::memcpy(records.data(), image.bytes.data(),
                records.size() * sizeof(void *));
    module = std::make_unique<EmulatedModule>(std::move(records), device);
  }
  return module.get();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Checks that the grid is a multiple of the cluster.
static Error checkClusters(const EmulatedKernel &kernel,
                           const LaunchShape &shape) {
  const int64_t (&cluster)[3] = kernel.record.cluster_size;
  for (int i = 0; i < 3; ++i)
    if (shape.grid[i] % cluster[i] != 0)
      return launchError(kernel, shape,
                         std::string("grid dimension ") + "xyz"[i] + " of " +
                             std::to_string(shape.grid[i]) +
                             " blocks, expected a multiple of the cluster's " +
                             std::to_string(cluster[i]));
  return Error::success();
}

/// The checker identifies threads and asynchronous operations by 32-bit
/// numbers.
static Error checkThreads(const EmulatedKernel &kernel,
                          const LaunchShape &shape) {
  constexpr double maxThreads = 1u << 31;
  double threads = 1;
  for (int i = 0; i < 3; ++i)
    threads *= double(shape.grid[i]) * double(shape.block[i]);
  if (threads < maxThreads)
    return Error::success();
  return launchError(kernel, shape,
                     Error::format("%g threads are too many to check; "
                                   "--check=none disables the checks",
                                   threads)
                         .message());
}

/// Whether one of `ranges` contains the byte at `memory`.
static bool containsByte(const std::vector<MemoryPool::Range> &ranges,
                         void *memory) {
  for (const MemoryPool::Range &range : ranges) {
    char *begin = static_cast<char *>(range.begin);
    if (memory >= begin && memory < begin + range.bytes)
      return true;
  }
  return false;
}

Error EmulatorBackend::run(Kernel &launched, const LaunchShape &shape,
                           void **arguments) {
  auto &kernel = static_cast<EmulatedKernel &>(launched);
  std::lock_guard<std::mutex> lock(mutex);
  bool isChecked = options.emulator.check;
  if (Error error = checkClusters(kernel, shape))
    return error;
  if (Error error = isChecked ? checkThreads(kernel, shape) : Error::success())
    return error;

  auto begin = std::chrono::steady_clock::now();
  Scheduler scheduler(kernel.record, shape, arguments, device, options);
  if (isChecked) {
    std::vector<MemoryPool::Range> inUse = memory->inUse();
    for (const MemoryPool::Range &range : inUse)
      scheduler.addGlobalMemory(range.begin, range.bytes);
    for (auto [begin, bytes] : shared)
      if (!containsByte(inUse, begin))
        scheduler.addGlobalMemory(begin, bytes);
  }
  Error error = scheduler.run(allWarnings);
  counts.steps += scheduler.steps();
  counts.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return error;
}

Expected<std::vector<Device>> zyn::runtime::listEmulatedDevices() {
  return std::vector<Device>{emulatorDevice()};
}

Expected<std::unique_ptr<Backend>>
zyn::runtime::openEmulator(const Device &device) {
  return std::unique_ptr<Backend>(std::make_unique<EmulatorBackend>(device));
}
