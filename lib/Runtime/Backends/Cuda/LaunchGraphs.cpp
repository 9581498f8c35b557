//===- LaunchGraphs.cpp - Launches as graphs of one kernel ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchGraphs.h"
#include "RelaxedCapture.h"

#include <cstring>

using namespace zyn::runtime;

LaunchGraphs::~LaunchGraphs() {
  // The driver destroys executable graphs when they have no more work.
  for (auto &[kernel, entry] : entries)
    release(entry);
  if (progress)
    (void)driver.eventDestroy(progress);
}

void LaunchGraphs::release(Entry &entry) {
  if (entry.graph)
    --numGraphs;
  if (entry.executable)
    (void)driver.graphExecDestroy(entry.executable);
  if (entry.graph)
    (void)driver.graphDestroy(entry.graph);
  entry.executable = nullptr;
  entry.graph = nullptr;
}

bool LaunchGraphs::isBehind() {
  if (++numLaunches % launchesPerQuery)
    return wasBehind;
  RelaxedCapture relaxed(driver);
  wasBehind = progress && driver.eventQuery(progress) == cu::notReady;
  if (!progress &&
      driver.eventCreate(&progress, cu::eventDisableTiming) != cu::success)
    progress = nullptr;
  if (progress)
    (void)driver.eventRecord(progress, queue);
  return wasBehind;
}

/// Copies the arguments to `values`. Returns whether they differ from what it
/// had before.
static bool update(std::vector<char> &values, const KernelSignature &signature,
                   void **arguments) {
  bool hasChanged = false;
  size_t offset = 0;
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    size_t bytes = signature.parameters[i].bytes;
    if (values.size() < offset + bytes)
      values.resize(offset + bytes);
    char *value = values.data() + offset;
    if (std::memcmp(value, arguments[i], bytes)) {
      std::memcpy(value, arguments[i], bytes);
      hasChanged = true;
    }
    offset += bytes;
  }
  return hasChanged;
}

static bool haveSameShape(const cu::KernelNode &left,
                          const cu::KernelNode &right) {
  return !std::memcmp(left.grid, right.grid, sizeof(left.grid)) &&
         !std::memcmp(left.block, right.block, sizeof(left.block)) &&
         left.sharedBytes == right.sharedBytes;
}

bool LaunchGraphs::build(Entry &entry, const cu::KernelNode &node) {
  RelaxedCapture relaxed(driver);
  if (numGraphs >= maxGraphs ||
      driver.graphCreate(&entry.graph, /*flags=*/0) != cu::success)
    return false;
  ++numGraphs;
  if (driver.graphAddKernelNode(&entry.node, entry.graph, nullptr, 0, &node) ==
          cu::success &&
      driver.graphInstantiate(&entry.executable, entry.graph, /*flags=*/0) ==
          cu::success)
    return true;
  release(entry);
  return false;
}

bool LaunchGraphs::launch(const CudaKernel &kernel, const LaunchShape &shape,
                          void **arguments) {
  if (driver.version < minVersion || !kernel.fitsLaunchGraphs)
    return false;
  // A thread that would wait for another one can launch by itself.
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!lock || isBehind())
    return false;
  Entry &entry = entries[&kernel];
  if (entry.numLaunches < launchesBefore) {
    ++entry.numLaunches;
    return false;
  }

  cu::KernelNode node = kernel.node(shape, arguments);
  bool isNew = !entry.executable;
  if (isNew && !build(entry, node)) {
    // It is launched as often again before another try.
    entry.numLaunches = 0;
    return false;
  }
  bool hasChanged = update(entry.values, kernel.signature, arguments) ||
                    !haveSameShape(node, entry.launched);
  entry.launched = node;
  if (hasChanged && !isNew &&
      driver.graphKernelNodeSetParams(entry.executable, entry.node, &node) !=
          cu::success) {
    // The graph does not have the values that were copied.
    release(entry);
    entry.numLaunches = 0;
    return false;
  }
  return driver.graphLaunch(entry.executable, queue) == cu::success;
}
