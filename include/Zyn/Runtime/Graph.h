//===- Graph.h - Recorded work of a stream ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_GRAPH_H
#define ZYN_RUNTIME_GRAPH_H

#include "Zyn/Runtime/MemoryPool.h"

#include <memory>

namespace zyn::runtime {

class BackendGraph;
class Stream;

/// Work that `Stream::capture` recorded, to be repeated by one call of the
/// driver: the same kernels and copies with the same arguments. It must not
/// outlive its stream, nor be destroyed while that records another one. A graph
/// that was moved from can only be destroyed. It uses the constants of the
/// functions that it has recorded, which therefore must outlive it.
///
/// Memory that was freed while the work was recorded stays the graph's until it
/// is destroyed. Memory that was only allocated is the caller's, who frees it
/// after the graph is destroyed.
class Graph {
public:
  Graph(Graph &&other);
  /// Waits for the stream's work.
  ~Graph();

  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;
  Graph &operator=(Graph &&) = delete;

  /// Queues the work on the stream that recorded it.
  Error launch();

private:
  friend class Stream;
  Graph(Stream &stream, MemoryPool::StreamNumber number);

  Stream *stream;
  std::unique_ptr<BackendGraph> handle;
  /// Identifies the recorded work in the memory pool.
  MemoryPool::StreamNumber number;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_GRAPH_H
