//===- Graph.cpp - Recorded work of a stream ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Graph.h"
#include "Backend.h"
#include "Zyn/Runtime/Context.h"

using namespace zyn::runtime;

Graph::Graph(Stream &stream, MemoryPool::StreamNumber number)
    : stream(&stream), number(number) {}

Graph::Graph(Graph &&other) = default;

Graph::~Graph() {
  if (!handle)
    return;
  Context &context = stream->context();
  ActiveBackend active(*context.backend);
  // The next wait reports a failure: the device is unusable.
  (void)stream->synchronizeActive();
  handle.reset();
  context.pool->removeStream(number);
}

Error Graph::launch() {
  if (Error error = stream->checkNotRecording("a graph"))
    return error;
  ActiveBackend active(*stream->context().backend);
  return handle->launch();
}

Expected<Graph> Stream::capture(const std::function<Error()> &work) {
  if (Error error = checkNotRecording("a graph"))
    return error;
  ActiveBackend active(*owner.backend);
  MemoryPool &pool = *owner.pool;
  recorded = pool.addGraph();
  pool.orderAfter(*recorded, pool.pointOf(number));
  Graph graph(*this, *recorded);
  Expected<std::unique_ptr<BackendGraph>> handle = this->handle->capture(work);
  recorded.reset();
  if (!handle) {
    pool.removeStream(graph.number);
    return handle.takeError();
  }
  graph.handle = std::move(*handle);
  return graph;
}

Error Stream::checkNotRecording(const char *found) const {
  if (!recorded)
    return Error::success();
  return Error::format("recording a graph: expected kernels and copies within "
                       "the device's memory, found %s",
                       found);
}
