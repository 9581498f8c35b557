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
  context.pool->removeGraph(number, stream->number);
}

Error Graph::launch() {
  if (Error error = stream->checkNotRecording("a graph"))
    return error;
  ActiveBackend active(*stream->context().backend);
  if (Error error = stream->handle->separate())
    return error;
  return handle->launch();
}

Expected<Graph> Stream::capture(const std::function<Error()> &work) {
  if (Error error = checkNotRecording("a graph"))
    return error;
  ActiveBackend active(*owner.backend);
  MemoryPool &pool = *owner.pool;
  Graph graph(*this, pool.beginGraph(number));
  isRecording = true;
  Expected<std::unique_ptr<BackendGraph>> handle = this->handle->capture(work);
  isRecording = false;
  pool.endGraph(number);
  if (!handle) {
    pool.removeGraph(graph.number, number);
    return handle.takeError();
  }
  graph.handle = std::move(*handle);
  return graph;
}

Error Stream::checkNotRecording(const char *found) const {
  if (!isRecording)
    return Error::success();
  return Error::format("recording a graph: expected kernels and copies within "
                       "the device's memory, found %s",
                       found);
}
