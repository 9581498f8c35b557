//===- CudaBackend.cpp - One stream of a CUDA device ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "CudaStaging.h"
#include "HostMemory.h"
#include "PrintRing.h"

#include <optional>

using namespace zyn::runtime;

static cu::DevicePtr toDevicePtr(const void *pointer) {
  return reinterpret_cast<cu::DevicePtr>(pointer);
}

namespace {
class CudaStream final : public CudaBackend {
public:
  explicit CudaStream(const Driver &cuda) : cuda(cuda) {}

  ~CudaStream() override {
    if (!context)
      return;
    {
      ActiveBackend active(*this);
      staging.reset();
      host.reset();
      ring.reset();
      if (queue)
        (void)cuda.streamDestroy(queue);
    }
    (void)cuda.primaryCtxRelease(device);
  }

  Error open(int ordinal) {
    if (Error error =
            cuda.check(cuda.deviceGet(&device, ordinal), "opening a device"))
      return error;
    if (Error error = cuda.check(cuda.primaryCtxRetain(&context, device),
                                 "starting a device"))
      return error;
    ActiveBackend active(*this);
    if (Error error =
            cuda.check(cuda.streamCreate(&queue, cu::streamNonBlocking),
                       "creating a stream"))
      return error;
    staging.emplace(cuda, queue);
    host.emplace(&cuda);
    ring.emplace(cuda, queue);
    return Error::success();
  }

  const Driver &driver() const override { return cuda; }
  cu::Stream stream() const override { return queue; }
  PrintRing &prints() override { return *ring; }

  void *enter() override {
    cu::Context previous = nullptr;
    (void)cuda.ctxGetCurrent(&previous);
    if (previous != context)
      (void)cuda.ctxSetCurrent(context);
    return previous;
  }
  void leave(void *previous) override {
    if (previous != context)
      (void)cuda.ctxSetCurrent(static_cast<cu::Context>(previous));
  }

  Expected<void *> allocateRaw(uint64_t bytes) override {
    cu::DevicePtr pointer = 0;
    cu::Result result = cuda.memAlloc(&pointer, bytes);
    if (result == cu::outOfMemory)
      return static_cast<void *>(nullptr);
    if (Error error = cuda.check(result, "allocating memory"))
      return error;
    return reinterpret_cast<void *>(pointer);
  }
  void freeRaw(void *pointer) override {
    // Waits for the device itself, so queued work is safe.
    (void)cuda.memFree(toDevicePtr(pointer));
  }
  uint64_t availableRaw() override {
    size_t available = 0, total = 0;
    (void)cuda.memGetInfo(&available, &total);
    return available;
  }

  Error copy(void *destination, const void *source, uint64_t bytes) override {
    return cuda.check(cuda.memcpyDtoDAsync(toDevicePtr(destination),
                                           toDevicePtr(source), bytes, queue),
                      "copying on the device");
  }
  Error copyToDevice(void *destination, const void *source,
                     uint64_t bytes) override {
    if (host->contains(source, bytes))
      return finish(
          cuda.memcpyHtoDAsync(toDevicePtr(destination), source, bytes, queue),
          "copying to the device");
    return staging->toDevice(toDevicePtr(destination),
                             static_cast<const char *>(source), bytes);
  }
  Error copyToHost(void *destination, const void *source,
                   uint64_t bytes) override {
    if (host->contains(destination, bytes))
      return settle(finish(
          cuda.memcpyDtoHAsync(destination, toDevicePtr(source), bytes, queue),
          "copying to the host"));
    return settle(staging->toHost(static_cast<char *>(destination),
                                  toDevicePtr(source), bytes));
  }
  HostMemory &hostMemory() override { return *host; }

  Error synchronize() override {
    return settle(cuda.check(cuda.streamSynchronize(queue), "running kernels"));
  }

  Expected<void *> createEvent() override {
    cu::Event event = nullptr;
    if (Error error = cuda.check(cuda.eventCreate(&event, cu::eventDefault),
                                 "creating an event"))
      return error;
    return static_cast<void *>(event);
  }
  void destroyEvent(void *event) override {
    (void)cuda.eventDestroy(static_cast<cu::Event>(event));
  }
  Error recordEvent(void *event) override {
    return cuda.check(cuda.eventRecord(static_cast<cu::Event>(event), queue),
                      "recording an event");
  }
  Expected<double> elapsedMilliseconds(void *start, void *stop) override {
    float milliseconds = 0;
    cu::Result result = cuda.eventSynchronize(static_cast<cu::Event>(stop));
    if (result == cu::success)
      result =
          cuda.eventElapsedTime(&milliseconds, static_cast<cu::Event>(start),
                                static_cast<cu::Event>(stop));
    if (Error error = cuda.check(result, "timing kernels"))
      return error;
    return static_cast<double>(milliseconds);
  }

private:
  /// What kernels printed, now that they are done. An assertion that failed
  /// says more than the driver's error, which it caused.
  Error settle(Error error) {
    if (Error failed = ring->drain())
      return failed;
    return error;
  }

  /// Waits for a copy that was `queued`.
  Error finish(cu::Result queued, const char *doing) {
    return cuda.check(
        queued == cu::success ? cuda.streamSynchronize(queue) : queued, doing);
  }

  const Driver &cuda;
  cu::Device device = 0;
  cu::Context context = nullptr;
  cu::Stream queue = nullptr;
  std::optional<CudaStaging> staging;
  std::optional<HostMemory> host;
  std::optional<PrintRing> ring;
};
} // namespace

Expected<std::unique_ptr<CudaBackend>>
zyn::runtime::createCudaBackend(const Device &device) {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  auto stream = std::make_unique<CudaStream>(**driver);
  if (Error error = stream->open(device.ordinal))
    return error;
  return std::unique_ptr<CudaBackend>(std::move(stream));
}
