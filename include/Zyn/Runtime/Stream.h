//===- Stream.h - Queues of work and marks in them --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_STREAM_H
#define ZYN_RUNTIME_STREAM_H

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/MemoryPool.h"

#include <memory>
#include <string>
#include <vector>

namespace zyn::runtime {

class BackendEvent;
class BackendStream;
class Context;

/// A mark in the work of a stream, made by `Context::createEvent`. It must not
/// outlive its context.
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
  /// What had been freed when it was last recorded.
  MemoryPool::Point point;
};

/// A queue of work of a context's device: copies and launches are executed one
/// after the other. Work of two streams is not ordered but by events, or by the
/// host when it waits for one of them. On a CPU everything is done when a
/// function returns.
///
/// Thread-safe. It must not outlive its context.
class Stream {
public:
  /// Waits for the stream's work.
  ~Stream();

  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  Context &context() const { return owner; }

  /// `bytes` of device memory, aligned to 256 bytes, for work on this stream.
  /// For work on another, an event has to order the two. Error: out of memory.
  Expected<void *> allocate(uint64_t bytes);
  /// Gives back memory of the context, from whichever stream, once the work
  /// queued on this one so far is done; what other streams do with it has to be
  /// ordered before. Error: not allocated, or freed before.
  Error free(void *pointer);

  /// Copies host memory to the device; returns when `source` may be reused. If
  /// `source` lies wholly in one page-locked allocation or registration, that
  /// is after all work queued before and the copy itself.
  Error copyToDevice(void *destination, const void *source, uint64_t bytes);
  /// Copies to the host, after all work queued before; returns when done.
  Error copyToHost(void *destination, const void *source, uint64_t bytes);
  /// Queues a copy within the device's memory. The two may overlap on a CPU
  /// only.
  Error copy(void *destination, const void *source, uint64_t bytes);

  /// Queues a kernel of a module of this context, after checking the arguments
  /// against its parameters and `shape` against the device.
  Error launch(Module &module, const std::string &kernel,
               const LaunchShape &shape, std::vector<KernelArgument> arguments);
  /// The same, with `arguments[i]` pointing to argument i, which is not
  /// checked.
  Error launch(Kernel &kernel, const LaunchShape &shape, void **arguments);

  /// Queues `event` behind all work so far.
  Error record(Event &event);
  /// Lets later work on this stream begin after `event`, as it was last
  /// recorded; does nothing if it never was. Error: an event of another
  /// context.
  Error wait(const Event &event);

  /// Waits for all work. Error: that of a kernel that failed, such as an
  /// illegal address; a CUDA device is then lost for this process.
  Error synchronize();

  /// Calls `fn(argument)`, compiled host code, whose allocations, copies and
  /// launches go to this stream. See `Context::invoke`.
  Error invoke(void (*fn)(void *), void *argument);

  /// For the C interface, in an invocation: memory that the end of a failed
  /// invocation gives back.
  Expected<void *> allocateFor(uint64_t invocation, uint64_t bytes);
  /// For the C interface: host memory that kernels can use, too. It is
  /// page-locked for a GPU, where a failed invocation keeps it until the
  /// context ends. `free` gives it back.
  Expected<void *> allocateShared(uint64_t invocation, uint64_t bytes);
  /// For the C interface, in an invocation; see `zynrtLaunch`.
  Error launch(zynrt_image &image, const char *kernel, const LaunchShape &shape,
               void **arguments, int64_t numArguments);

private:
  friend class Context;
  Stream(Context &context, std::unique_ptr<BackendStream> handle,
         MemoryPool::StreamNumber number);

  // With the device current.
  template <typename Wait>
  Error afterwardsDone(Wait wait);
  Error synchronizeActive();
  Error queue(Kernel &kernel, const LaunchShape &shape, void **arguments);

  Context &owner;
  std::unique_ptr<BackendStream> handle;
  /// How the memory pool calls it.
  const MemoryPool::StreamNumber number;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_STREAM_H
