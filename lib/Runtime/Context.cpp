//===- Context.cpp - Devices in use, with memory and streams --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"
#include "Backends.h"
#include "ContextAnchor.h"
#include "HostMemory.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/OffloadBinary.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace zyn::runtime;

uint64_t Context::uniqueNumber() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

Context::Context(const Device &device, unsigned threads, bool arePinned)
    : target(device), number(uniqueNumber()), threads(threads),
      arePinned(arePinned), anchor(std::make_shared<ContextAnchor>(this)) {}

Context::~Context() {
  {
    std::lock_guard<std::mutex> lock(anchor->mutex);
    anchor->context = nullptr;
  }
  workers.reset();
  if (!backend)
    return;
  (void)synchronizeAdopted();
  adopted.clear();
  main.reset();
  ActiveBackend active(*backend);
  pool.reset();
}

Expected<std::unique_ptr<Context>> Context::create(const Device &device) {
  Expected<unsigned> threads = threadCountFromEnvironment();
  if (!threads)
    return threads.takeError();
  Expected<bool> arePinned = pinThreadsFromEnvironment();
  if (!arePinned)
    return arePinned.takeError();
  std::unique_ptr<Context> context(new Context(device, *threads, *arePinned));
  if (Error error = context->open())
    return error;
  return context;
}

Expected<std::unique_ptr<Context>> Context::create(const std::string &name) {
  Expected<Device> device = findDevice(name);
  if (!device)
    return device.takeError();
  return create(*device);
}

Error Context::open() {
  const BackendEntry &entry = backendEntry(target.kind);
  Expected<std::unique_ptr<Backend>> opened = entry.open(target);
  if (!opened)
    return opened.takeError();
  backend = std::move(*opened);
  pool = std::make_unique<MemoryPool>(*backend, entry.name);
  backend->setPool(*pool);
  ActiveBackend active(*backend);
  Expected<std::unique_ptr<BackendStream>> stream = backend->createStream();
  if (!stream)
    return stream.takeError();
  main.reset(new Stream(*this, std::move(*stream), MemoryPool::mainStream));

  const char *limit = std::getenv("ZYN_MEMORY_LIMIT");
  if (!limit || !*limit)
    return Error::success();
  Expected<uint64_t> bytes = parseBytes(limit);
  if (!bytes)
    return Error("ZYN_MEMORY_LIMIT: " + bytes.takeError().message());
  pool->setLimit(*bytes);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

bool Context::isAsynchronous() const { return backend->isAsynchronous(); }

Expected<std::unique_ptr<Stream>> Context::createStream() {
  ActiveBackend active(*backend);
  Expected<std::unique_ptr<BackendStream>> handle = backend->createStream();
  if (!handle)
    return handle.takeError();
  MemoryPool::StreamNumber number =
      backend->isAsynchronous() ? pool->addStream() : MemoryPool::mainStream;
  std::unique_ptr<Stream> stream(new Stream(*this, std::move(*handle), number));
  std::lock_guard<std::mutex> lock(streamsMutex);
  streams.push_back(stream.get());
  hasOtherStreams.store(true, std::memory_order_release);
  return stream;
}

void Context::remove(Stream &stream) {
  std::lock_guard<std::mutex> lock(streamsMutex);
  streams.erase(std::remove(streams.begin(), streams.end(), &stream),
                streams.end());
  hasOtherStreams.store(!streams.empty(), std::memory_order_release);
}

Expected<Stream *> Context::adoptStream(void *foreign) {
  if (!foreign)
    if (Stream *known = adoptedDefault.load(std::memory_order_acquire))
      return known;
  ActiveBackend active(*backend);
  Expected<std::optional<ForeignStream>> found = backend->identify(foreign);
  if (!found)
    return found.takeError();
  if (!*found)
    return static_cast<Stream *>(nullptr);
  auto [id, isCaptured] = **found;
  std::lock_guard<std::mutex> lock(adoptedMutex);
  if (auto known = adopted.find({id, isCaptured}); known != adopted.end())
    return known->second.get();
  // Calls must not be ordered with a captured stream by events.
  if (adopted.size() >= maxAdopted && !isCaptured)
    return static_cast<Stream *>(nullptr);
  std::unique_ptr<Stream> &stream = adopted[{id, isCaptured}];
  stream.reset(new Stream(
      *this, backend->adopt(foreign, isCaptured), pool->addStream(),
      isCaptured ? Stream::Origin::Captured : Stream::Origin::Adopted));
  if (!foreign)
    adoptedDefault.store(stream.get(), std::memory_order_release);
  return stream.get();
}

/// Waits for the work of adopted streams, of which nobody knows whether they
/// still exist, so that the driver cannot be asked for one of them.
Error Context::synchronizeAdopted() {
  std::vector<MemoryPool::Point> points;
  {
    // Not held while waiting, which would stop the calls of other threads.
    std::lock_guard<std::mutex> lock(adoptedMutex);
    for (auto &[key, stream] : adopted)
      points.push_back(pool->pointOf(stream->number));
  }
  if (points.empty())
    return Error::success();
  ActiveBackend active(*backend);
  if (Error error = backend->synchronizeDevice())
    return error;
  for (const MemoryPool::Point &point : points)
    pool->markDone(point);
  return Error::success();
}

Expected<Event> Context::createEvent() {
  ActiveBackend active(*backend);
  Expected<std::unique_ptr<BackendEvent>> handle = backend->createEvent();
  if (!handle)
    return handle.takeError();
  return Event(*this, std::move(*handle));
}

Expected<double> Context::elapsedMilliseconds(const Event &start,
                                              const Event &stop) {
  for (const Event *event : {&start, &stop})
    if (event->context != this || !event->isRecorded)
      return Error(event->context != this
                       ? "event: expected one of this context"
                       : "event: expected one that was recorded");
  ActiveBackend active(*backend);
  Expected<double> elapsed =
      backend->elapsedMilliseconds(*start.handle, *stop.handle);
  if (elapsed)
    pool->markDone(stop.point);
  return elapsed;
}

Error Context::synchronize() {
  ActiveBackend active(*backend);
  Error first = synchronizeAdopted();
  if (Error error = main->synchronizeActive(); error && !first)
    first = std::move(error);
  if (!hasOtherStreams.load(std::memory_order_acquire))
    return first;
  std::lock_guard<std::mutex> lock(streamsMutex);
  for (Stream *stream : streams)
    if (Error error = stream->synchronizeActive(); error && !first)
      first = std::move(error);
  return first;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Expected<void *> Context::allocateHost(uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->hostMemory().allocate(bytes);
}

Error Context::freeHost(void *memory) {
  ActiveBackend active(*backend);
  return backend->hostMemory().free(memory);
}

Error Context::registerHost(void *memory, uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->hostMemory().add(memory, bytes);
}

Error Context::unregisterHost(void *memory) {
  ActiveBackend active(*backend);
  return backend->hostMemory().remove(memory);
}

uint64_t Context::availableMemory() const {
  ActiveBackend active(*backend);
  return pool->available();
}

Expected<void *> Context::allocateOnDemand(uint64_t bytes) {
  ActiveBackend active(*backend);
  Expected<void *> memory = backend->allocateOnDemand(bytes);
  if (memory && !*memory)
    return Error(device().label() + ": out of memory: no addresses for " +
                 formatBytes(bytes) + " on demand");
  return memory;
}

Error Context::freeOnDemand(void *memory, uint64_t bytes) {
  if (!memory)
    return Error::success();
  Error error = synchronize();
  ActiveBackend active(*backend);
  backend->freeOnDemand(memory, bytes);
  return error;
}

uint64_t Context::maxOnDemand() const {
  ActiveBackend active(*backend);
  return backend->maxOnDemand();
}

void Context::setMemoryLimit(uint64_t bytes) {
  ActiveBackend active(*backend);
  pool->setLimit(bytes);
}

void Context::trimMemory() {
  ActiveBackend active(*backend);
  pool->trim();
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

Expected<Module *> Context::loadModule(const Image &image) {
  ActiveBackend active(*backend);
  return backend->load(image);
}

Expected<Module *> Context::loadModuleFile(const std::string &path) {
  Expected<std::string> bytes = readFile(path);
  if (!bytes)
    return Error::at(path, "cannot read: " + bytes.takeError().message());
  size_t dot = path.rfind('.');
  std::string format = dot == path.npos ? "" : path.substr(dot + 1);
  if (isOffloadBinary(*bytes))
    format = formats::offload;
  Expected<Module *> module = loadModule({format, *bytes});
  if (!module)
    return Error::at(path, module.takeError().message());
  return module;
}

Expected<Kernel *> Context::findKernel(Module &module, std::string_view name) {
  ActiveBackend active(*backend);
  return module.find(name);
}

ModuleStatistics Context::moduleStatistics() const {
  return backend->moduleStatistics();
}

std::string Context::lastKernel() const { return backend->lastKernel(); }

std::vector<zyn::Diagnostic> Context::diagnostics() const {
  return backend->diagnostics();
}

Error Context::encodeTensorMap(const TensorMap &map, void *encoded) {
  // The driver rejects tensors without elements, from which nothing is copied.
  if (map.isEmpty()) {
    std::memset(encoded, 0, ZYNRT_TENSOR_MAP_BYTES);
    return Error::success();
  }
  ActiveBackend active(*backend);
  return backend->encodeTensorMap(map, encoded);
}

//===----------------------------------------------------------------------===//
// The emulator
//===----------------------------------------------------------------------===//

void Context::setEmulatorOptions(const EmulatorOptions &options) {
  if (EmulatorControl *emulator = backend->emulator())
    emulator->setOptions(options);
}

Error Context::reserveStack(uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->reserveStack(bytes);
}

Error Context::enlargeStack(uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->enlargeStack(bytes);
}

void Context::restoreStack(uint64_t bytes) {
  ActiveBackend active(*backend);
  backend->restoreStack(bytes);
}

bool Context::setTimeout(double seconds) {
  EmulatorControl *emulator = backend->emulator();
  if (emulator)
    emulator->setTimeout(seconds);
  return emulator;
}

EmulatorStatistics Context::emulatorStatistics() const {
  EmulatorControl *emulator = backend->emulator();
  return emulator ? emulator->statistics() : EmulatorStatistics();
}
