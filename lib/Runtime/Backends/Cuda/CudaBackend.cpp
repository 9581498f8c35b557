//===- CudaBackend.cpp - NVIDIA GPUs through the CUDA driver --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaBackend.h"
#include "../../Backends.h"
#include "CudaStream.h"
#include "CudaTensorMap.h"
#include "Zyn/Runtime/OffloadBinary.h"

#include <algorithm>

using namespace zyn::runtime;

CudaBackend::~CudaBackend() {
  if (!context)
    return;
  {
    ActiveBackend active(*this);
    modules.reset();
    host.reset();
    ring.reset();
  }
  (void)driver.primaryCtxRelease(device);
}

Error CudaBackend::open() {
  if (Error error = driver.check(driver.deviceGet(&device, target.ordinal),
                                 "opening a device"))
    return error;
  if (Error error = driver.check(driver.primaryCtxRetain(&context, device),
                                 "starting a device"))
    return error;
  host.emplace("cuda", &locker);
  ring.emplace(driver);
  modules.emplace(driver, target, DiskCache(DiskCache::folderFromEnvironment()),
                  &*ring);
  return Error::success();
}

void *CudaBackend::enter() {
  cu::Context previous = nullptr;
  (void)driver.ctxGetCurrent(&previous);
  if (previous != context)
    (void)driver.ctxSetCurrent(context);
  return previous;
}

void CudaBackend::leave(void *previous) {
  if (previous != context)
    (void)driver.ctxSetCurrent(static_cast<cu::Context>(previous));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Expected<void *> CudaBackend::allocateRaw(uint64_t bytes) {
  cu::DevicePtr pointer = 0;
  cu::Result result = driver.memAlloc(&pointer, bytes);
  if (result == cu::outOfMemory)
    return static_cast<void *>(nullptr);
  if (Error error = driver.check(result, "allocating memory"))
    return error;
  return reinterpret_cast<void *>(pointer);
}

void CudaBackend::freeRaw(void *pointer) {
  // The driver waits for the device, so queued work is safe.
  flushCalls();
  (void)driver.memFree(reinterpret_cast<cu::DevicePtr>(pointer));
}

uint64_t CudaBackend::availableRaw() {
  size_t available = 0, total = 0;
  (void)driver.memGetInfo(&available, &total);
  return available;
}

/// Whether kernels may access managed memory at any time, which then is taken
/// when they access it.
static bool hasOnDemand(const Driver &driver, cu::Device device) {
  int has = 0;
  (void)driver.deviceGetAttribute(&has, cu::ConcurrentManagedAccess, device);
  return has;
}

uint64_t CudaBackend::maxOnDemand() {
  // For 1 TiB of addresses, the driver takes about 1.5 ms.
  return hasOnDemand(driver, device) ? uint64_t(1) << 40 : availableRaw() / 4;
}

/// The driver's manual does not say that managed memory is zero, but its source
/// clears each page that is accessed for the first time (nvidia-uvm,
/// `block_zero_new_gpu_chunk`), as it must not show the memory of others.
Expected<void *> CudaBackend::allocateOnDemand(uint64_t bytes) {
  cu::DevicePtr pointer = 0;
  bool isManaged = hasOnDemand(driver, device);
  constexpr unsigned attachGlobal = 1;
  cu::Result result =
      isManaged ? driver.memAllocManaged(&pointer, bytes, attachGlobal)
                : driver.memAlloc(&pointer, bytes);
  if (result == cu::outOfMemory)
    return static_cast<void *>(nullptr);
  if (Error error = driver.check(result, "allocating memory on demand"))
    return error;
  if (!isManaged) {
    result = driver.memsetD8Async(pointer, 0, bytes, /*queue=*/nullptr);
    if (result == cu::success)
      result = driver.ctxSynchronize();
    if (Error error = driver.check(result, "clearing memory on demand")) {
      (void)driver.memFree(pointer);
      return error;
    }
  }
  return reinterpret_cast<void *>(pointer);
}

void CudaBackend::freeOnDemand(void *memory, uint64_t) {
  (void)driver.memFree(reinterpret_cast<cu::DevicePtr>(memory));
}

Expected<void *> CudaBackend::Locker::allocate(uint64_t bytes) {
  void *memory = nullptr;
  cu::Result result = driver.memHostAlloc(&memory, bytes, 0);
  if (result == cu::outOfMemory)
    return static_cast<void *>(nullptr);
  if (Error error = driver.check(result, "allocating page-locked memory"))
    return error;
  return memory;
}

Error CudaBackend::Locker::free(void *memory) {
  return driver.check(driver.memFreeHost(memory), "freeing page-locked memory");
}

Error CudaBackend::Locker::lock(void *memory, uint64_t bytes) {
  return driver.check(driver.memHostRegister(memory, bytes, 0),
                      "registering host memory");
}

Error CudaBackend::Locker::unlock(void *memory) {
  return driver.check(driver.memHostUnregister(memory),
                      "unregistering host memory");
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<BackendStream>> CudaBackend::createStream() {
  cu::Stream queue = nullptr;
  if (Error error =
          driver.check(driver.streamCreate(&queue, cu::streamNonBlocking),
                       "creating a stream"))
    return error;
  {
    std::lock_guard<std::mutex> lock(mutex);
    queues.push_back(queue);
    numQueues.store(queues.size(), std::memory_order_release);
  }
  return std::unique_ptr<BackendStream>(
      std::make_unique<CudaStream>(*this, queue, /*isAdopted=*/false,
                                   /*isRecorded=*/false));
}

Expected<std::optional<ForeignStream>> CudaBackend::identify(void *foreign) {
  std::optional<ForeignStream> found;
  // Since CUDA 12.0.
  if (!driver.streamGetId)
    return found;
  found.emplace();
  // The default stream always exists, cannot be captured, and has no number 0.
  if (!foreign)
    return found;
  auto queue = static_cast<cu::Stream>(foreign);
  int status = 0;
  cu::Result result = driver.streamIsCapturing(queue, &status);
  found->isCaptured = result == cu::success && status != 0;
  unsigned long long id = reinterpret_cast<uintptr_t>(foreign);
  // The driver does not tell the number of a stream that is captured.
  if (result == cu::success && !found->isCaptured)
    result = driver.streamGetId(queue, &id);
  if (Error error = driver.check(result, "using a stream of another library"))
    return error;
  found->id = id;
  return found;
}

std::unique_ptr<BackendStream> CudaBackend::adopt(void *foreign,
                                                  bool isCaptured) {
  hasAdopted.store(true, std::memory_order_release);
  return std::make_unique<CudaStream>(*this, static_cast<cu::Stream>(foreign),
                                      /*isAdopted=*/true, isCaptured);
}

Error CudaBackend::synchronizeDevice() {
  flushCalls();
  return driver.check(driver.ctxSynchronize(), "running kernels");
}

void CudaBackend::removeQueue(cu::Stream queue) {
  std::lock_guard<std::mutex> lock(mutex);
  queues.erase(std::find(queues.begin(), queues.end(), queue));
  numQueues.store(queues.size(), std::memory_order_release);
}

void CudaBackend::add(CallGraphs &added) {
  std::lock_guard<std::mutex> lock(callsMutex);
  calls.push_back(&added);
}

void CudaBackend::remove(CallGraphs &removed) {
  std::lock_guard<std::mutex> lock(callsMutex);
  calls.erase(std::find(calls.begin(), calls.end(), &removed));
}

void CudaBackend::flushCalls() {
  std::lock_guard<std::mutex> lock(callsMutex);
  for (CallGraphs *ofStream : calls)
    ofStream->flushAndKeepError();
}

/// Whether all streams are idle; the caller has waited for one of them.
bool CudaBackend::isIdle() {
  if (numQueues.load(std::memory_order_acquire) == 1)
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  return std::all_of(queues.begin(), queues.end(), [&](cu::Stream queue) {
    return driver.streamQuery(queue) != cu::notReady;
  });
}

Error CudaBackend::finishPrinting(Error error) {
  if (!ring->hasLines())
    return error;
  // While other streams are running, their kernels may still be printing.
  if (!error && hasAdopted.load(std::memory_order_acquire))
    error = synchronizeDevice();
  else if (!error && !isIdle())
    return error;
  if (Error failed = ring->drain())
    return failed;
  return error;
}

Expected<std::unique_ptr<BackendEvent>> CudaBackend::createEvent() {
  cu::Event event = nullptr;
  if (Error error = driver.check(driver.eventCreate(&event, cu::eventDefault),
                                 "creating an event"))
    return error;
  return std::unique_ptr<BackendEvent>(
      std::make_unique<CudaEvent>(driver, event));
}

Expected<double> CudaBackend::elapsedMilliseconds(const BackendEvent &start,
                                                  const BackendEvent &stop) {
  cu::Event from = CudaEvent::handleOf(start), to = CudaEvent::handleOf(stop);
  float milliseconds = 0;
  cu::Result result = driver.eventSynchronize(to);
  if (result == cu::success)
    result = driver.eventElapsedTime(&milliseconds, from, to);
  if (Error error = driver.check(result, "timing kernels"))
    return error;
  return static_cast<double>(milliseconds);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Loads the best of several images.
Expected<Module *> CudaBackend::loadBest(std::string_view binary) {
  Expected<std::vector<OffloadImage>> images = readOffloadBinary(binary);
  if (!images)
    return images.takeError();
  Expected<OffloadImage> best = selectImage(
      *images, target.capabilityMajor * 10 + target.capabilityMinor);
  if (!best)
    return best.takeError();
  return modules->load(best->image);
}

Expected<Module *> CudaBackend::load(const Image &image) {
  if (image.format == formats::offload)
    return loadBest(image.bytes);
  if (image.format != formats::ptx && image.format != formats::cubin)
    return wrongFormat(target, "an image of format 'ptx', 'cubin' or 'offload'",
                       image);
  return modules->load(image);
}

std::string CudaBackend::lastKernel() const {
  const Kernel *kernel = launched.load(std::memory_order_acquire);
  return kernel ? kernel->signature.name : std::string();
}

Error CudaBackend::encodeTensorMap(const TensorMap &map, void *encoded) {
  if (target.capabilityMajor < 9)
    return Error::format("tensor map: TMA needs compute capability 9.0, %s has "
                         "%d.%d",
                         target.label().c_str(), target.capabilityMajor,
                         target.capabilityMinor);
  return zyn::runtime::encodeTensorMap(driver, map, encoded);
}

Expected<std::unique_ptr<Backend>>
zyn::runtime::openCuda(const Device &device) {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  auto backend = std::make_unique<CudaBackend>(**driver, device);
  if (Error error = backend->open())
    return error;
  return std::unique_ptr<Backend>(std::move(backend));
}
