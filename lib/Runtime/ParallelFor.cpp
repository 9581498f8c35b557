//===- ParallelFor.cpp - Parallel loops of compiled host code -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "ProfileRecorder.h"
#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Invocation.h"

using namespace zyn::runtime;

ThreadPool &Context::threadPool() {
  // Created lazily: most GPU contexts do not need it.
  std::call_once(poolStarted, [this] {
    workers = std::make_unique<ThreadPool>(threads, arePinned);
  });
  return *workers;
}

namespace {
/// The state shared by the threads of one `parallelFor`.
struct ParallelLoop {
  Backend *backend;
  Stream *stream;
  uint64_t invocation;
  IndexChunks chunks;
  void (*body)(void *, int64_t);
  void *captures;
  ProfileRecorder *recorder;
  std::mutex mutex;
  Error error;
};
} // namespace

/// Has no destructors because compiled code may leave this frame by a jump.
static void runChunks(void *argument) {
  auto *loop = static_cast<ParallelLoop *>(argument);
  int64_t begin, end;
  while (loop->chunks.next(begin, end, ThreadPool::currentThread()))
    for (int64_t i = begin; i < end; ++i)
      loop->body(loop->captures, i);
}

/// Runs chunks on one thread and catches failures on it.
static void participate(void *argument) {
  auto *loop = static_cast<ParallelLoop *>(argument);
  ActiveBackend active(*loop->backend);
  ProfileRecorder::Activation activation(loop->recorder);
  FailureFrame frame;
  frame.stream = loop->stream;
  frame.invocation = loop->invocation;
  enter(frame, runChunks, loop);
  if (!frame.error)
    return;
  loop->chunks.cancel();
  std::lock_guard<std::mutex> lock(loop->mutex);
  if (!loop->error)
    loop->error = std::move(frame.error);
}

Error Context::parallelFor(int64_t count, void (*body)(void *, int64_t),
                           void *captures, const char *name,
                           const char *location) {
  if (count <= 0)
    return Error::success();
  ProfileRecorder *current = ProfileRecorder::current(*this);
  if (!current)
    return runLoop(count, body, captures);
  ProfileEvent event;
  event.kind = ProfileEvent::Kind::Loop;
  event.name = name ? name : "";
  event.location = location ? location : "";
  event.iterations = count;
  return current->recordLoop(std::move(event),
                             [&] { return runLoop(count, body, captures); });
}

Error Context::runLoop(int64_t count, void (*body)(void *, int64_t),
                       void *captures) {
  FailureFrame *frame = currentFrame();
  unsigned wanted = count < threads ? count : threads;
  ParallelLoop loop{backend.get(),
                    frame ? frame->stream : main.get(),
                    frame ? frame->invocation : 0,
                    IndexChunks(count, threads, arePinned ? wanted : 1),
                    body,
                    captures,
                    ProfileRecorder::current(*this),
                    {},
                    {}};
  threadPool().run(wanted, participate, &loop);
  return std::move(loop.error);
}
