//===- LaunchGraphs.h - Launches as graphs of one kernel --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that a stream launches again and again becomes a graph with one
// node. To change its arguments and to queue it takes the driver about half as
// long as a launch: 1.4 to 2.5 us instead of 3.3 to 4.2, and 1.2 to 2.1 us if
// the arguments are those of the last time (H100, driver 580). On the device,
// it costs as much as a launch, except that graphs of different kernels that
// follow each other take 0.2 to 0.7 us longer. A stream that is many launches
// behind therefore launches its kernels as usual: the device, not the host, is
// what the program waits for.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_LAUNCHGRAPHS_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_LAUNCHGRAPHS_H

#include "CudaModule.h"
#include "Driver.h"
#include "Zyn/Runtime/Launch.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace zyn::runtime {

/// The graphs of a stream. Thread-safe; the device's context must be current.
class LaunchGraphs {
public:
  /// How often a stream launches a kernel before that becomes a graph, which
  /// takes as long as about ten launches.
  static constexpr unsigned launchesBefore = 16;
  /// After as many launches, the stream is asked whether it is done with those
  /// before the last time.
  static constexpr unsigned launchesPerQuery = 32;
  /// The graphs of all streams; each one has 96 KiB of the device's memory.
  static constexpr size_t maxGraphs = 256;
  /// The oldest driver for which the times above were measured.
  static constexpr int minVersion = 13000;

  /// `numGraphs` is the number of those of all streams.
  LaunchGraphs(const Driver &driver, cu::Stream queue,
               std::atomic<size_t> &numGraphs)
      : driver(driver), queue(queue), numGraphs(numGraphs) {}
  ~LaunchGraphs();

  LaunchGraphs(const LaunchGraphs &) = delete;
  LaunchGraphs &operator=(const LaunchGraphs &) = delete;

  /// Queues a kernel on the stream, which is not recorded. Returns whether it
  /// was queued; if not, it has to be launched, which also reports the error if
  /// there is one. Kernels with local memory are never queued: the driver may
  /// have to move that, as for a deeper stack, which launches do.
  bool launch(const CudaKernel &kernel, const LaunchShape &shape,
              void **arguments);

private:
  struct Entry {
    unsigned numLaunches = 0;
    cu::Graph graph = nullptr;
    cu::GraphNode node = nullptr;
    cu::GraphExec executable = nullptr;
    /// What the executable graph launches, and the values of its arguments.
    cu::KernelNode launched;
    std::vector<char> values;
  };

  bool isBehind();
  bool build(Entry &entry, const cu::KernelNode &node);
  void release(Entry &entry);

  const Driver &driver;
  const cu::Stream queue;
  std::atomic<size_t> &numGraphs;
  std::mutex mutex;
  std::unordered_map<const CudaKernel *, Entry> entries;
  unsigned numLaunches = 0;
  /// What the stream has reached when it is done with the launches before the
  /// last query; created at the first one.
  cu::Event progress = nullptr;
  bool wasBehind = false;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_LAUNCHGRAPHS_H
