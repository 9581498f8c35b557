//===- CudaBackend.h - NVIDIA GPUs through the CUDA driver ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDABACKEND_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDABACKEND_H

#include "../../Backend.h"
#include "../../HostMemory.h"
#include "DeviceStacks.h"
#include "Driver.h"
#include "ModuleCache.h"
#include "PrintRing.h"

#include <atomic>
#include <optional>

namespace zyn::runtime {

class CallGraphs;

/// A device's primary context.
class CudaBackend final : public Backend {
public:
  CudaBackend(const Driver &driver, const Device &device)
      : driver(driver), target(device), locker(driver),
        stacks(DeviceStacks::get(device.ordinal)) {}
  ~CudaBackend() override;

  Error open();

  void *enter() override;
  void leave(void *previous) override;

  Expected<void *> allocateRaw(uint64_t bytes) override;
  void freeRaw(void *pointer) override;
  uint64_t availableRaw() override;
  uint64_t maxOnDemand() override;
  Expected<void *> allocateOnDemand(uint64_t bytes) override;
  void freeOnDemand(void *memory, uint64_t bytes) override;

  bool isAsynchronous() const override { return true; }
  Expected<std::unique_ptr<BackendStream>> createStream() override;
  Expected<std::unique_ptr<BackendEvent>> createEvent() override;
  Expected<std::optional<ForeignStream>> identify(void *foreign) override;
  std::unique_ptr<BackendStream> adopt(void *foreign, bool isCaptured) override;
  Error synchronizeDevice() override;
  Expected<double> elapsedMilliseconds(const BackendEvent &start,
                                       const BackendEvent &stop) override;
  HostMemory &hostMemory() override { return *host; }
  bool usesHostMemory() const override { return false; }

  Expected<Module *> load(const Image &image) override;
  ModuleStatistics moduleStatistics() const override {
    return modules->statistics();
  }
  std::string lastKernel() const override;
  std::vector<Diagnostic> diagnostics() const override {
    return modules->diagnostics();
  }
  Error reserveStack(uint64_t bytes) override {
    return stacks.reserve(driver, bytes);
  }
  Error enlargeStack(uint64_t bytes) override {
    return stacks.enlarge(driver, bytes);
  }
  void restoreStack(uint64_t bytes) override { stacks.restore(driver, bytes); }
  Error encodeTensorMap(const TensorMap &map, void *encoded) override;

  // For streams.

  /// If the device is idle, prints the output of kernels. Returns a failed
  /// assertion, if any, instead of the driver's `error`, which it caused.
  Error finishPrinting(Error error);
  void noteLaunch(const Kernel &kernel) {
    launched.store(&kernel, std::memory_order_release);
  }
  void removeQueue(cu::Stream queue);
  void add(CallGraphs &calls);
  void remove(CallGraphs &calls);

  const Driver &driver;
  const Device target;
  /// See `LaunchGraphs` and `CallGraphs`.
  std::atomic<size_t> numLaunchGraphs{0};

private:
  /// Page-locks memory through the driver.
  class Locker final : public PageLocker {
  public:
    explicit Locker(const Driver &driver) : driver(driver) {}
    Expected<void *> allocate(uint64_t bytes) override;
    Error free(void *memory) override;
    Error lock(void *memory, uint64_t bytes) override;
    Error unlock(void *memory) override;

  private:
    const Driver &driver;
  };

  bool isIdle();
  /// Queues what the calls of functions keep back.
  void flushCalls();
  Expected<Module *> loadBest(std::string_view binary);

  cu::Device device = 0;
  cu::Context context = nullptr;
  Locker locker;
  DeviceStacks &stacks;
  std::optional<HostMemory> host;
  std::optional<PrintRing> ring;
  std::optional<ModuleCache> modules;
  std::atomic<const Kernel *> launched{nullptr};

  std::mutex mutex;
  /// The handles of all streams, except for adopted ones, which their libraries
  /// may destroy.
  std::vector<cu::Stream> queues;
  std::atomic<size_t> numQueues{0};
  /// Those of all streams.
  std::mutex callsMutex;
  std::vector<CallGraphs *> calls;
  std::atomic<bool> hasAdopted{false};
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDABACKEND_H
