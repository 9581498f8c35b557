//===- FakeDriver.h - A CUDA driver in host memory --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library with the driver functions that the runtime uses. It does not
// run kernels; it counts calls, and device memory is host memory.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_RUNTIME_FAKEDRIVER_H
#define ZYN_TEST_RUNTIME_FAKEDRIVER_H

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A kernel that is captured as a part of a graph.
struct FakeNode {
  std::string kernel;
  /// The numbers of the nodes that it waits for.
  std::vector<int> after;
  /// Whether it may be started before these end.
  bool overlaps;
};

/// Controls the fake driver and records the calls.
struct FakeDriver {
  int deviceCount = 1;
  uint64_t memoryBytes = uint64_t(1) << 30;
  /// Returned by the next synchronization, like an asynchronous error of a
  /// kernel.
  std::atomic<int> pendingError{0};
  /// Returned by the next call that page-locks or unlocks host memory.
  std::atomic<int> hostMemoryError{0};
  /// Returned by the next call that loads a module.
  std::atomic<int> moduleLoadError{0};

  /// Whether kernels may access managed memory at any time.
  int concurrentManagedAccess = 1;

  std::atomic<uint64_t> usedBytes{0};
  std::atomic<int> allocations{0}, frees{0}, links{0}, moduleLoads{0},
      moduleUnloads{0}, functionLookups{0}, launches{0}, synchronizations{0};

  /// The limit of registers of the last link, or 0.
  std::atomic<size_t> linkRegisters{0};
  /// Whether the last link and load compiled on several threads.
  std::atomic<bool> linkSplits{false}, loadSplits{false};

  /// Currently page-locked: allocated blocks and registered ranges.
  std::atomic<int> hostBlocks{0}, hostRegistrations{0};
  /// The number of copies from and to the host, and the host address of the
  /// last.
  std::atomic<int> hostCopies{0};
  std::atomic<const void *> copiedHost{nullptr};

  /// The global variables of modules that print, accessed when a module is
  /// loaded.
  uint64_t printRing[2] = {};
  std::string printFormats;

  /// The local memory of each kernel.
  int localBytes = 0;

  /// The number of existing streams, and whether one of them has pending work.
  std::atomic<int> streams{0};
  /// The stack size of threads, and the largest for which there is memory.
  std::atomic<size_t> stackBytes{1024}, maxStackBytes{size_t(1) << 20};
  bool isBusy = false;
  /// Whether a stream is recorded, and the numbers of launches of graphs and of
  /// graphs that exist.
  std::atomic<bool> isRecording{false};
  std::atomic<int> graphLaunches{0}, graphs{0};
  /// The kernels that were captured last.
  std::vector<FakeNode> nodes;
  /// How often arguments of kernels of graphs were set, and the result of that
  /// and of instantiating any graph.
  std::atomic<int> graphUpdates{0}, graphError{0};
  /// What other libraries' recordings forbid on the thread, by default what may
  /// disturb them: now, and when a graph was instantiated last.
  int captureMode = 0, instantiationMode = 0;
  /// The numbers of streams of other libraries; by default, their addresses.
  std::map<void *, unsigned long long> streamIds;
  /// Whether another library records such a stream.
  bool isCapturedByOther = false;
  std::atomic<int> deviceSynchronizations{0};
  /// Of the last launch, copy within the device, or event call.
  std::atomic<void *> stream{nullptr}, recorded{nullptr}, awaited{nullptr};

  /// Of the last launch.
  std::string kernel;
  unsigned grid[3] = {}, block[3] = {}, sharedBytes = 0;
  void **arguments = nullptr;
  /// The last opt-in to dynamic shared memory.
  int dynamicSharedAllowed = 0;

  /// Of the last tensor map, the fastest dimension first.
  uint64_t tensorSizes[5] = {}, tensorStrides[4] = {};
  uint32_t tensorBox[5] = {};
  int tensorSwizzle = 0;
};

extern "C" FakeDriver *zynFakeDriver();

#endif // ZYN_TEST_RUNTIME_FAKEDRIVER_H
