//===- Stream.h - Streams and events ----------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_STREAM_H
#define ZYN_RUNTIME_STREAM_H

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Graph.h"
#include "Zyn/Runtime/Invocation.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/MemoryPool.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace zyn::runtime {

class BackendEvent;
class BackendStream;
class Context;
class ProfileRecorder;
struct ProfileEvent;

/// A marker in a stream, created by `Context::createEvent`. It must not outlive
/// its context.
class Event {
public:
  Event(Event &&other);
  ~Event();

  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  Event &operator=(Event &&) = delete;

private:
  friend class Context;
  friend class Stream;
  Event(Context &context, std::unique_ptr<BackendEvent> handle);

  Context *context;
  std::unique_ptr<BackendEvent> handle;
  bool isRecorded = false;
  /// The work that precedes the last recording.
  MemoryPool::Point point;
};

/// A queue of work of a context's device: copies and launches are executed in
/// order. Work of two streams is only ordered by events, or by the host waiting
/// for one of them. On a CPU, all functions are synchronous.
///
/// Thread-safe. It must not outlive its context.
class Stream {
public:
  /// Waits for the stream's work.
  ~Stream();

  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  Context &context() const { return owner; }

  /// Allocates `bytes` of device memory, aligned to 256 bytes, for work on this
  /// stream. For use on another stream, an event must order the two. Error: out
  /// of memory.
  Expected<void *> allocate(uint64_t bytes);
  /// Allocates a constant of a program, with a copy of host memory, or without
  /// one if `source` is null, and waits for the copy, so that it can be used on
  /// all streams. Calls may return it, so `free` is an error.
  /// Error: out of memory, the driver's, or the stream is recorded as a graph.
  Expected<void *> allocateCopy(const void *source, uint64_t bytes);
  /// Frees memory of the context, from any stream, after the work queued on
  /// this one so far; its uses on other streams must be ordered before. Error:
  /// not allocated, or already freed.
  Error free(void *pointer);

  /// Copies host memory to the device; returns when `source` may be reused. If
  /// `source` is within one page-locked allocation or registration, this waits
  /// for all work queued before and the copy itself.
  Error copyToDevice(void *destination, const void *source, uint64_t bytes);
  /// Copies to the host, after all work queued before, and waits for the copy.
  Error copyToHost(void *destination, const void *source, uint64_t bytes);
  /// Queues a copy within the device's memory. The ranges may only overlap on a
  /// CPU.
  Error copy(void *destination, const void *source, uint64_t bytes);
  /// Queues zeroing `count` rows of `bytes` bytes of device memory, each
  /// `stride` bytes after the previous one.
  Error clear(void *destination, uint64_t bytes, uint64_t stride = 0,
              uint64_t count = 1);

  /// Queues a kernel of a module of this context, after checking the arguments
  /// against its parameters and `shape` against the device.
  Error launch(Module &module, const std::string &kernel,
               const LaunchShape &shape, std::vector<KernelArgument> arguments);
  /// The same, except that `arguments[i]` points to argument i, which is not
  /// checked.
  Error launch(Kernel &kernel, const LaunchShape &shape, void **arguments);

  /// Records `event` after all work queued so far.
  Error record(Event &event);
  /// Makes later work on this stream wait for the last recording of `event`;
  /// does nothing if there is none. Error: an event of another context.
  Error wait(const Event &event);

  /// Makes later work on this stream wait for all work queued so far on
  /// `stream`, a stream of the device's driver that another library uses, such
  /// as a `CUstream`; null is the driver's default stream. Does nothing on a
  /// CPU. Error: the driver's.
  Error waitForForeign(void *stream);
  /// Makes later work on `stream` wait for all work queued so far on this one.
  Error holdForeign(void *stream);

  /// Calls `work` and records what it queues on this stream instead of doing
  /// it; no other thread may use the stream meanwhile. Errors: that of `work`,
  /// a device that is no GPU, work other than allocations, launches, and copies
  /// within the device's memory.
  Expected<Graph> capture(const std::function<Error()> &work);

  /// Waits for all work. Error: that of a failed kernel, such as an illegal
  /// address; a CUDA device then becomes unusable for this process.
  Error synchronize();

  /// Calls `fn(argument)`, which is compiled host code, with its allocations,
  /// copies and launches on this stream. See `Context::invoke`. `results` is
  /// memory that the code may use for its results; see `zynrtAllocResult`.
  Error invoke(void (*fn)(void *), void *argument,
               std::vector<ResultMemory> results = {});

  /// For the C interface, in an invocation: queues launches that are kept back.
  Error submit();
  /// For the C interface, in an invocation: allocates memory that is freed if
  /// the invocation fails.
  Expected<void *> allocateFor(uint64_t invocation, uint64_t bytes);
  /// For the C interface: allocates host memory that kernels can access, too,
  /// to be freed by `free`. For a GPU it is page-locked, and if the invocation
  /// fails, it is only freed with the context.
  Expected<void *> allocateShared(uint64_t invocation, uint64_t bytes);
  /// For the C interface, in an invocation; see `zynrtLaunch`.
  Error launch(zynrt_image &image, const char *kernel, const LaunchShape &shape,
               void **arguments, int64_t numArguments);

private:
  friend class Context;
  friend class Graph;
  friend class ProfileRecorder;
  /// Of the context itself, or of another library, which may capture it as a
  /// graph.
  enum class Origin { Context, Adopted, Captured };
  Stream(Context &context, std::unique_ptr<BackendStream> handle,
         MemoryPool::StreamNumber number, Origin origin = Origin::Context);

  // These require the device to be current.
  template <typename Wait>
  Error waitAndMarkDone(Wait wait);
  Error synchronizeActive();
  Error queue(Kernel &kernel, const LaunchShape &shape, void **arguments);
  Error checkNotRecording(const char *found) const;
  /// Calls `work`, which queues something. If calls are profiled, records it
  /// with the description that `describe` returns.
  template <typename Describe, typename Work>
  Error profile(Describe describe, Work work);

  Context &owner;
  std::unique_ptr<BackendStream> handle;
  /// Identifies it in the memory pool.
  const MemoryPool::StreamNumber number;
  const Origin origin;
  std::atomic<bool> isRecording{false};
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_STREAM_H
