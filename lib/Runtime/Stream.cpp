//===- Stream.cpp - Streams and events ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Stream.h"
#include "Backend.h"
#include "LaunchRecord.h"
#include "ProfileRecorder.h"
#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Invocation.h"

#include <algorithm>

using namespace zyn::runtime;

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

Event::Event(Context &context, std::unique_ptr<BackendEvent> handle)
    : context(&context), handle(std::move(handle)) {}

Event::Event(Event &&other) = default;

Event::~Event() {
  if (!handle)
    return;
  ActiveBackend active(*context->backend);
  handle.reset();
}

Error Stream::record(Event &event) {
  if (event.context != &owner)
    return Error("event: expected one of the stream's context");
  if (Error error = checkNotRecording("an event"))
    return error;
  ActiveBackend active(*owner.backend);
  // Get the point before queuing: later frees are not covered by the event.
  MemoryPool::Point point = owner.pool->pointOf(number);
  if (Error error = handle->record(*event.handle))
    return error;
  event.point = std::move(point);
  event.isRecorded = true;
  return Error::success();
}

Error Stream::wait(const Event &event) {
  if (event.context != &owner)
    return Error("event: expected one of the stream's context");
  if (!event.isRecorded)
    return Error::success();
  if (Error error = checkNotRecording("an event"))
    return error;
  ActiveBackend active(*owner.backend);
  if (Error error = handle->wait(*event.handle))
    return error;
  owner.pool->orderAfter(number, event.point);
  return Error::success();
}

Error Stream::waitForForeign(void *stream) {
  if (Error error = checkNotRecording("work of another library"))
    return error;
  ActiveBackend active(*owner.backend);
  return handle->waitForForeign(stream);
}

Error Stream::holdForeign(void *stream) {
  if (Error error = checkNotRecording("work of another library"))
    return error;
  ActiveBackend active(*owner.backend);
  return handle->holdForeign(stream);
}

//===----------------------------------------------------------------------===//
// Memory and copies
//===----------------------------------------------------------------------===//

Stream::Stream(Context &context, std::unique_ptr<BackendStream> handle,
               MemoryPool::StreamNumber number, Origin origin)
    : owner(context), handle(std::move(handle)), number(number),
      origin(origin) {}

Stream::~Stream() {
  owner.remove(*this);
  ActiveBackend active(*owner.backend);
  // The next wait reports a failure: the device is unusable. The context has
  // waited for adopted streams.
  if (origin == Origin::Context)
    (void)handle->synchronize();
  owner.pool->removeStream(number);
  handle.reset();
}

Expected<void *> Stream::allocate(uint64_t bytes) {
  return allocateFor(/*invocation=*/0, bytes);
}

Expected<void *> Stream::allocateFor(uint64_t invocation, uint64_t bytes) {
  ActiveBackend active(*owner.backend);
  return owner.pool->allocate(bytes, invocation, number);
}

Expected<void *> Stream::allocateCopy(const void *source, uint64_t bytes) {
  if (Error error = checkNotRecording("a constant that is not on the device "
                                      "yet; call the function once before"))
    return error;
  Expected<void *> memory = allocateFor(MemoryPool::constantOwner, bytes);
  if (!memory || !source || !bytes)
    return memory;
  Error error = copyToDevice(*memory, source, bytes);
  if (!error)
    error = synchronize();
  if (!error)
    return memory;
  (void)owner.pool->freeAfterAll(*memory);
  return error;
}

/// Calls `wait`, which waits for all work queued before, and notifies the pool.
/// Skips the latter if there is only one stream, since it would have no effect.
template <typename Wait>
Error Stream::waitAndMarkDone(Wait wait) {
  if (Error error = checkNotRecording("a wait of the host"))
    return error;
  if (!owner.pool->hasSeveralStreams())
    return wait();
  MemoryPool::Point point = owner.pool->pointOf(number);
  if (Error error = wait())
    return error;
  owner.pool->markDone(point);
  return Error::success();
}

Error Stream::copyToDevice(void *destination, const void *source,
                           uint64_t bytes) {
  if (Error error = checkNotRecording("a copy from the host"))
    return error;
  ActiveBackend active(*owner.backend);
  return handle->copyToDevice(destination, source, bytes);
}

Error Stream::copyToHost(void *destination, const void *source,
                         uint64_t bytes) {
  ActiveBackend active(*owner.backend);
  return waitAndMarkDone(
      [&] { return handle->copyToHost(destination, source, bytes); });
}

template <typename Describe, typename Work>
Error Stream::profile(Describe describe, Work work) {
  ProfileRecorder *recorder = ProfileRecorder::current(owner);
  // Events cannot be recorded in a graph.
  if (!recorder || isRecording)
    return work();
  return recorder->record(*this, describe(), work);
}

/// Describes a copy or a fill that accesses `bytes` in total.
static ProfileEvent describeCopy(ProfileEvent::Kind kind, uint64_t bytes) {
  ProfileEvent event;
  event.kind = kind;
  event.work.bytes = static_cast<int64_t>(bytes);
  return event;
}

Error Stream::copy(void *destination, const void *source, uint64_t bytes) {
  ActiveBackend active(*owner.backend);
  return profile(
      [&] { return describeCopy(ProfileEvent::Kind::Copy, 2 * bytes); },
      [&] { return handle->copy(destination, source, bytes); });
}

Error Stream::clear(void *destination, uint64_t bytes, uint64_t stride,
                    uint64_t count) {
  ActiveBackend active(*owner.backend);
  if (bytes == stride) {
    bytes *= count;
    count = 1;
  }
  return profile(
      [&] { return describeCopy(ProfileEvent::Kind::Fill, bytes * count); },
      [&] { return handle->clear(destination, bytes, stride, count); });
}

Error Stream::synchronize() {
  ActiveBackend active(*owner.backend);
  return synchronizeActive();
}

Error Stream::synchronizeActive() {
  return waitAndMarkDone([&] { return handle->synchronize(); });
}

//===----------------------------------------------------------------------===//
// Launches and invocations
//===----------------------------------------------------------------------===//

static ProfileEvent describeLaunch(const Kernel &kernel,
                                   const LaunchShape &shape) {
  ProfileEvent event;
  event.kind = ProfileEvent::Kind::Kernel;
  event.name = kernel.signature.name;
  if (shape.location)
    event.location = shape.location;
  std::copy(shape.grid, shape.grid + 3, event.grid);
  std::copy(shape.block, shape.block + 3, event.block);
  event.dynamicSharedBytes = shape.dynamicSharedBytes;
  if (shape.work)
    event.work = *shape.work;
  return event;
}

Error Stream::queue(Kernel &kernel, const LaunchShape &shape,
                    void **arguments) {
  // Others are numbered as if it were launched.
  if (shape.isEmpty())
    return handle->separate();
  if (Error error = checkLaunch(owner.device(), kernel, shape))
    return error;
  return profile([&] { return describeLaunch(kernel, shape); },
                 [&] { return handle->launch(kernel, shape, arguments); });
}

Error Stream::launch(Kernel &kernel, const LaunchShape &shape,
                     void **arguments) {
  ActiveBackend active(*owner.backend);
  return queue(kernel, shape, arguments);
}

Error Stream::launch(Module &module, const std::string &name,
                     const LaunchShape &shape,
                     std::vector<KernelArgument> arguments) {
  ActiveBackend active(*owner.backend);
  Expected<Kernel *> kernel = module.find(name);
  if (!kernel)
    return kernel.takeError();
  if (Error error = checkArguments(**kernel, arguments))
    return error;
  std::vector<void *> addresses;
  for (KernelArgument &argument : arguments)
    addresses.push_back(argument.address());
  return queue(**kernel, shape, addresses.data());
}

Error Stream::launch(zynrt_image &image, const char *name,
                     const LaunchShape &shape, void **arguments,
                     int64_t numArguments) {
  Kernel *kernel = findCachedKernel(image, owner.id(), name);
  if (!kernel) {
    Expected<Kernel *> resolved =
        resolveKernel(image, owner.id(), *owner.backend, name);
    if (!resolved)
      return resolved.takeError();
    kernel = *resolved;
  }
  if (kernel->hasParameters &&
      numArguments != static_cast<int64_t>(kernel->signature.parameters.size()))
    return wrongArgumentCount(*kernel, numArguments);
  return queue(*kernel, shape, arguments);
}

Error Stream::submit() {
  ActiveBackend active(*owner.backend);
  return handle->separate();
}

Error Stream::invoke(void (*fn)(void *), void *argument,
                     std::vector<ResultMemory> results) {
  if (origin == Origin::Captured)
    return Error("the stream is captured as a graph, which would use memory of "
                 "the call after it is freed; call the function outside of the "
                 "graph");
  ActiveBackend active(*owner.backend);
  FailureFrame frame;
  frame.stream = this;
  frame.results = std::move(results);
  frame.invocation = Context::uniqueNumber();
  // Profiles measure each kernel alone.
  bool isProfiled = ProfileRecorder::current(owner) && !isRecording;
  bool isCall =
      !isProfiled && handle->beginCall(reinterpret_cast<const void *>(fn));
  enter(frame, fn, argument);
  if (isCall)
    if (Error error = handle->endCall(); error && !frame.error)
      frame.error = std::move(error);
  if (frame.error)
    owner.pool->freeOwnedBy(frame.invocation);
  return std::move(frame.error);
}
