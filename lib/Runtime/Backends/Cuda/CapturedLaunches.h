//===- CapturedLaunches.h - Launches that become a graph --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CAPTUREDLAUNCHES_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CAPTUREDLAUNCHES_H

#include "CudaModule.h"
#include "Driver.h"
#include "Zyn/Runtime/Launch.h"

#include <vector>

namespace zyn::runtime {

/// Launches on a stream that is captured as a graph, where each one only waits
/// for those that it depends on (`LaunchShape::after`). Everything else that is
/// captured waits for all of them. Drivers before CUDA 12.3 capture launches in
/// their order.
class CapturedLaunches {
public:
  /// One in as many launches waits for all others, so that the time of each one
  /// is limited.
  static constexpr size_t maxIndependent = 128;

  CapturedLaunches(const Driver &driver, cu::Stream queue)
      : driver(driver), queue(queue) {}

  cu::Result add(const CudaKernel &kernel, const LaunchShape &shape,
                 void **arguments);

  /// Makes the next launch wait for all of them.
  void join() { launches.clear(); }

  /// The node of the launch that was added last; null if the driver does not
  /// tell.
  cu::GraphNode lastNode() const {
    return launches.empty() ? nullptr : launches.back().node;
  }

private:
  struct Launch {
    cu::GraphNode node;
    /// Whether a later launch waits for it.
    bool isAwaited;
  };

  bool canSelect() const {
    return driver.streamGetCaptureInfo &&
           driver.streamUpdateCaptureDependencies;
  }
  cu::Result getFrontier(std::vector<cu::GraphNode> &nodes) const;
  cu::Result setFrontier(std::vector<cu::GraphNode> nodes);
  cu::Result launch(const CudaKernel &kernel, const LaunchShape &shape,
                    void **arguments, bool overlaps);
  cu::Result launchAfter(std::vector<cu::GraphNode> nodes,
                         const CudaKernel &kernel, const LaunchShape &shape,
                         void **arguments);

  const Driver &driver;
  const cu::Stream queue;
  /// Those since other work was captured or `join`.
  std::vector<Launch> launches;
  /// What the first of them waited for.
  std::vector<cu::GraphNode> before;
  /// What the next captured work waits for.
  std::vector<cu::GraphNode> frontier;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CAPTUREDLAUNCHES_H
