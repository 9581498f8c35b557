//===- CapturedLaunches.cpp - Launches that become a graph ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturedLaunches.h"

#include <algorithm>
#include <iterator>

using namespace zyn::runtime;

/// Whether these are the same nodes; the driver does not promise their order.
static bool areSame(const std::vector<cu::GraphNode> &a,
                    const std::vector<cu::GraphNode> &b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

cu::Result
CapturedLaunches::getFrontier(std::vector<cu::GraphNode> &nodes) const {
  int status = 0;
  const cu::GraphNode *found = nullptr;
  const void *edges = nullptr;
  size_t count = 0;
  cu::Result result =
      driver.streamGetCaptureInfo(queue, &status, /*id=*/nullptr,
                                  /*graph=*/nullptr, &found, &edges, &count);
  // Otherwise, the rest is not set.
  constexpr int isActive = 1;
  if (result != cu::success || status != isActive)
    return result != cu::success ? result : cu::notReady;
  nodes.assign(found, found + count);
  return cu::success;
}

cu::Result CapturedLaunches::setFrontier(std::vector<cu::GraphNode> nodes) {
  frontier = std::move(nodes);
  return driver.streamUpdateCaptureDependencies(
      queue, frontier.data(), /*edges=*/nullptr, frontier.size(),
      cu::streamSetCaptureDependencies);
}

cu::Result CapturedLaunches::launch(const CudaKernel &kernel,
                                    const LaunchShape &shape, void **arguments,
                                    bool overlaps) {
  if (!overlaps || !driver.launchKernelEx)
    return kernel.launch(driver, queue, shape, arguments);
  cu::LaunchAttribute attribute{cu::overlapAttribute, /*value=*/1, {}};
  cu::KernelNode node = kernel.node(shape, arguments);
  cu::LaunchConfig config{};
  std::copy_n(node.grid, 3, config.grid);
  std::copy_n(node.block, 3, config.block);
  config.sharedBytes = node.sharedBytes;
  config.stream = queue;
  config.attributes = &attribute;
  config.numAttributes = 1;
  return driver.launchKernelEx(&config, kernel.function, arguments, nullptr);
}

cu::Result CapturedLaunches::launchAfter(std::vector<cu::GraphNode> nodes,
                                         const CudaKernel &kernel,
                                         const LaunchShape &shape,
                                         void **arguments) {
  for (Launch &earlier : launches)
    earlier.isAwaited |=
        std::find(nodes.begin(), nodes.end(), earlier.node) != nodes.end();
  cu::Result result =
      areSame(nodes, frontier) ? cu::success : setFrontier(std::move(nodes));
  // Only a kernel that waits for a single other one may start before its end.
  if (result == cu::success)
    result = launch(kernel, shape, arguments,
                    kernel.signature.waitsForKernels && frontier.size() == 1);
  if (result == cu::success)
    result = getFrontier(frontier);
  if (result == cu::success && frontier.empty())
    return cu::notReady;
  if (result == cu::success)
    launches.push_back({frontier.front(), /*isAwaited=*/false});
  return result;
}

cu::Result CapturedLaunches::add(const CudaKernel &kernel,
                                 const LaunchShape &shape, void **arguments) {
  if (!canSelect())
    return launch(kernel, shape, arguments, kernel.signature.waitsForKernels);
  std::vector<cu::GraphNode> current;
  if (cu::Result result = getFrontier(current); result != cu::success)
    return result;
  // Other work was captured in between, and waits for all launches.
  if (launches.empty() || !areSame(current, frontier)) {
    launches.clear();
    before = current;
    frontier = std::move(current);
  }
  // What the launch waits for.
  std::vector<cu::GraphNode> nodes;
  bool isLast = launches.size() == maxIndependent;
  bool isAfterAll = isLast || shape.after == LaunchShape::afterAll;
  for (size_t i = 0; i < launches.size(); ++i)
    if (isAfterAll ? !launches[i].isAwaited
                   : shape.isAfter(launches.size() - 1 - i))
      nodes.push_back(launches[i].node);
  if (nodes.empty())
    nodes = before;
  cu::Result result = launchAfter(std::move(nodes), kernel, shape, arguments);
  if (result != cu::success)
    return result;
  if (isLast) {
    // Those that follow wait for this one, if only by others.
    launches.erase(launches.begin(), std::prev(launches.end()));
    before = {lastNode()};
  }
  std::vector<cu::GraphNode> last;
  for (const Launch &launch : launches)
    if (!launch.isAwaited)
      last.push_back(launch.node);
  return areSame(last, frontier) ? result : setFrontier(std::move(last));
}
