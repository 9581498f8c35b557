//===- CudaGraph.cpp - Graphs of the driver -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaGraph.h"

using namespace zyn::runtime;

namespace {
class CudaGraph final : public BackendGraph {
public:
  CudaGraph(const Driver &driver, cu::GraphExec handle, cu::Stream queue)
      : driver(driver), handle(handle), queue(queue) {}
  ~CudaGraph() override { (void)driver.graphExecDestroy(handle); }

  Error launch() override {
    return driver.check(driver.graphLaunch(handle, queue), "launching a graph");
  }

private:
  const Driver &driver;
  const cu::GraphExec handle;
  const cu::Stream queue;
};
} // namespace

Expected<std::unique_ptr<BackendGraph>>
zyn::runtime::captureGraph(const Driver &driver, cu::Stream queue,
                           const std::function<Error()> &work) {
  if (!driver.graphInstantiate)
    return Error("cuda: recording a graph needs a driver for CUDA 11.4 or "
                 "newer");
  // Other modes forbid allocations and module loads on this thread, which do
  // not depend on the recorded work.
  if (Error error = driver.check(
          driver.streamBeginCapture(queue, cu::streamCaptureModeRelaxed),
          "recording a graph"))
    return error;
  Error failed = work();
  cu::Graph graph = nullptr;
  Error error =
      driver.check(driver.streamEndCapture(queue, &graph), "recording a graph");
  cu::GraphExec handle = nullptr;
  if (!failed && !error)
    error = driver.check(driver.graphInstantiate(&handle, graph, /*flags=*/0),
                         "instantiating a graph");
  if (graph)
    (void)driver.graphDestroy(graph);
  if (failed || error)
    return failed ? std::move(failed) : std::move(error);
  return std::unique_ptr<BackendGraph>(
      std::make_unique<CudaGraph>(driver, handle, queue));
}
