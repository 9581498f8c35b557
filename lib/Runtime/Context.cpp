//===- Context.cpp - A device and all that runs on it ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Context.h"
#include "Backend.h"
#include "Emulator/TmaMap.h"
#include "HostMemory.h"
#include "LaunchSlot.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/Invocation.h"

#include <cstdlib>

using namespace zyn::runtime;

static uint64_t uniqueNumber() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

Event::~Event() {
  if (!handle)
    return;
  ActiveBackend active(*context->backend);
  context->backend->destroyEvent(handle);
}

Context::Context(const Device &device, unsigned threads)
    : target(device), number(uniqueNumber()), threads(threads) {}

Context::~Context() {
  workers.reset();
  if (!backend)
    return;
  {
    ActiveBackend active(*backend);
    (void)backend->synchronize();
    modules.reset();
    pool.reset();
  }
}

Expected<std::unique_ptr<Context>> Context::create(const Device &device) {
  Expected<unsigned> threads = threadCountFromEnvironment();
  if (!threads)
    return threads.takeError();
  std::unique_ptr<Context> context(new Context(device, *threads));
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
  if (target.kind != DeviceKind::CUDA) {
    backend = createCpuBackend();
  } else {
    Expected<std::unique_ptr<CudaBackend>> opened = createCudaBackend(target);
    if (!opened)
      return opened.takeError();
    cuda = opened->get();
    backend = std::move(*opened);
    modules = std::make_unique<ModuleCache>(
        cuda->driver(), target, DiskCache(DiskCache::folderFromEnvironment()),
        &cuda->prints());
  }
  pool = std::make_unique<MemoryPool>(*backend, cuda ? "cuda" : target.label());
  const char *limit = std::getenv("ZYN_MEMORY_LIMIT");
  if (!limit || !*limit)
    return Error::success();
  Expected<uint64_t> bytes = parseBytes(limit);
  if (!bytes)
    return Error("ZYN_MEMORY_LIMIT: " + bytes.takeError().message());
  pool->setLimit(*bytes);
  return Error::success();
}

Error Context::invoke(void (*fn)(void *), void *argument) {
  ActiveBackend active(*backend);
  FailureFrame frame;
  frame.context = this;
  frame.invocation = uniqueNumber();
  enter(frame, fn, argument);
  if (frame.error)
    pool->freeOwnedBy(frame.invocation);
  return std::move(frame.error);
}

//===----------------------------------------------------------------------===//
// Memory and time
//===----------------------------------------------------------------------===//

Expected<void *> Context::allocate(uint64_t bytes) {
  return allocateFor(/*invocation=*/0, bytes);
}

Expected<void *> Context::allocateFor(uint64_t invocation, uint64_t bytes) {
  ActiveBackend active(*backend);
  return pool->allocate(bytes, invocation);
}

Error Context::free(void *pointer) {
  if (!cuda || !backend->hostMemory().contains(pointer, /*bytes=*/1))
    return pool->free(pointer);
  // Kernels that use it may be queued.
  if (Error error = synchronize())
    return error;
  return freeHost(pointer);
}

Error Context::copyToDevice(void *destination, const void *source,
                            uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->copyToDevice(destination, source, bytes);
}

Error Context::copyToHost(void *destination, const void *source,
                          uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->copyToHost(destination, source, bytes);
}

Error Context::copy(void *destination, const void *source, uint64_t bytes) {
  ActiveBackend active(*backend);
  return backend->copy(destination, source, bytes);
}

Error Context::synchronize() {
  ActiveBackend active(*backend);
  return backend->synchronize();
}

Expected<Event> Context::createEvent() {
  ActiveBackend active(*backend);
  Expected<void *> handle = backend->createEvent();
  if (!handle)
    return handle.takeError();
  return Event(*this, *handle);
}

Error Context::record(Event &event) {
  ActiveBackend active(*backend);
  return backend->recordEvent(event.handle);
}

Expected<double> Context::elapsedMilliseconds(const Event &start,
                                              const Event &stop) {
  ActiveBackend active(*backend);
  return backend->elapsedMilliseconds(start.handle, stop.handle);
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
// Kernels
//===----------------------------------------------------------------------===//

Expected<Module *> Context::loadModule(std::string_view ptx) {
  if (!modules)
    return Error("PTX runs on a CUDA device, and this context is on the CPU");
  ActiveBackend active(*backend);
  return modules->load(ptx);
}

Expected<Module *> Context::loadModuleFile(const std::string &path) {
  Expected<std::string> text = readFile(path);
  if (!text)
    return Error(path + ": error: cannot read: " + text.takeError().message());
  Expected<Module *> module = loadModule(*text);
  if (!module)
    return Error(path + ": error: " + module.takeError().message());
  return module;
}

Error Context::launch(Module &module, const std::string &name,
                      const LaunchShape &shape,
                      std::vector<KernelArgument> arguments) {
  ActiveBackend active(*backend);
  Expected<Kernel *> kernel = module.find(name);
  if (!kernel)
    return kernel.takeError();
  if (Error error = checkArguments((*kernel)->signature, arguments))
    return error;
  std::vector<void *> addresses;
  for (KernelArgument &argument : arguments)
    addresses.push_back(argument.address());
  launched.store(*kernel, std::memory_order_release);
  return launchKernel(cuda->driver(), cuda->stream(), target, **kernel, shape,
                      addresses.data());
}

Error Context::launch(std::string_view ptx, void **slot, const char *name,
                      const LaunchShape &shape, void **arguments,
                      int64_t numArguments) {
  Kernel *kernel = findKernel(slot, number, name);
  if (!kernel) {
    if (!modules)
      return Error::format("launch of '%s': PTX runs on a CUDA device, and "
                           "this context is on the CPU",
                           name);
    Expected<Kernel *> resolved =
        resolveKernel(slot, number, *modules, ptx, name);
    if (!resolved)
      return resolved.takeError();
    kernel = *resolved;
  }
  const KernelSignature &signature = kernel->signature;
  if (numArguments != static_cast<int64_t>(signature.parameters.size()))
    return wrongArgumentCount(signature, numArguments);
  launched.store(kernel, std::memory_order_release);
  return launchKernel(cuda->driver(), cuda->stream(), target, *kernel, shape,
                      arguments);
}

Error Context::encodeTensorMap(const TensorMap &map, void *encoded) {
  if (target.kind == DeviceKind::Emulator) {
    if (Error error = checkTensorMap(map))
      return error;
    emulator::encodeMap(map, encoded);
    return Error::success();
  }
  if (!cuda)
    return Error("tensor map: TMA copies run on a GPU, and this context is on "
                 "the CPU");
  if (target.capabilityMajor < 9)
    return Error::format("tensor map: TMA needs compute capability 9.0, %s has "
                         "%d.%d",
                         target.label().c_str(), target.capabilityMajor,
                         target.capabilityMinor);
  ActiveBackend active(*backend);
  return zyn::runtime::encodeTensorMap(cuda->driver(), map, encoded);
}

//===----------------------------------------------------------------------===//
// Host threads
//===----------------------------------------------------------------------===//

ThreadPool &Context::threadPool() {
  // Started at the first use: a GPU context mostly has none.
  std::call_once(poolStarted,
                 [this] { workers = std::make_unique<ThreadPool>(threads); });
  return *workers;
}

namespace {
/// What the threads of one `parallelFor` share.
struct ParallelLoop {
  Context *context;
  Backend *backend;
  uint64_t invocation;
  IndexChunks chunks;
  void (*body)(void *, int64_t);
  void *captures;
  std::mutex mutex;
  Error error;
};
} // namespace

/// Compiled code may leave this frame by a jump, so it has no destructors.
static void runChunks(void *argument) {
  auto *loop = static_cast<ParallelLoop *>(argument);
  int64_t begin, end;
  while (loop->chunks.next(begin, end))
    for (int64_t i = begin; i < end; ++i)
      loop->body(loop->captures, i);
}

/// Runs chunks on one thread, and catches that thread's failure there.
static void participate(void *argument) {
  auto *loop = static_cast<ParallelLoop *>(argument);
  ActiveBackend active(*loop->backend);
  FailureFrame frame;
  frame.context = loop->context;
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
                           void *captures) {
  if (count <= 0)
    return Error::success();
  FailureFrame *frame = currentFrame();
  unsigned wanted = count < threads ? count : threads;
  ParallelLoop loop{this,
                    backend.get(),
                    frame ? frame->invocation : 0,
                    IndexChunks(count, threads),
                    body,
                    captures,
                    {},
                    {}};
  threadPool().run(wanted, participate, &loop);
  return std::move(loop.error);
}
