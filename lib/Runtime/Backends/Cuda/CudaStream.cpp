//===- CudaStream.cpp - Streams and events of the driver ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaStream.h"
#include "CudaGraph.h"

using namespace zyn::runtime;

static cu::DevicePtr toDevicePtr(const void *pointer) {
  return reinterpret_cast<cu::DevicePtr>(pointer);
}

CudaStream::CudaStream(CudaBackend &backend, cu::Stream queue, bool isAdopted,
                       bool isRecorded)
    : backend(backend), driver(backend.driver), queue(queue),
      isAdopted(isAdopted), isRecorded(isRecorded),
      staging(std::in_place, driver, queue),
      graphs(std::in_place, driver, queue, backend.numLaunchGraphs),
      calls(std::in_place, driver, queue, backend.numLaunchGraphs) {
  backend.add(*calls);
}

CudaStream::~CudaStream() {
  if (!isAdopted)
    backend.removeQueue(queue);
  backend.remove(*calls);
  staging.reset();
  graphs.reset();
  calls.reset();
  if (orderEvent)
    (void)driver.eventDestroy(orderEvent);
  if (!isAdopted)
    (void)driver.streamDestroy(queue);
}

Error CudaStream::copy(void *destination, const void *source, uint64_t bytes) {
  if (Error error = calls->flush())
    return error;
  return driver.check(driver.memcpyDtoDAsync(toDevicePtr(destination),
                                             toDevicePtr(source), bytes, queue),
                      "copying on the device");
}

Error CudaStream::clear(void *destination, uint64_t bytes, uint64_t stride,
                        uint64_t count) {
  if (Error error = calls->flush())
    return error;
  // CU_DEVICE_ATTRIBUTE_MAX_PITCH is the same for all devices.
  constexpr uint64_t maxPitch = (uint64_t(1) << 31) - 1;
  cu::DevicePtr first = toDevicePtr(destination);
  cu::Result result = cu::success;
  if (count > 1 && stride <= maxPitch)
    result = driver.memsetD2D8Async(first, stride, 0, bytes, count, queue);
  else
    for (uint64_t i = 0; i < count && result == cu::success; ++i)
      result = driver.memsetD8Async(first + i * stride, 0, bytes, queue);
  return driver.check(result, "clearing memory");
}

/// Waits for a copy; `queued` is the result of queuing it.
Error CudaStream::finish(cu::Result queued, const char *doing) {
  return driver.check(
      queued == cu::success ? driver.streamSynchronize(queue) : queued, doing);
}

Error CudaStream::copyToDevice(void *destination, const void *source,
                               uint64_t bytes) {
  if (Error error = calls->flush())
    return error;
  if (backend.hostMemory().contains(source, bytes))
    return finish(
        driver.memcpyHtoDAsync(toDevicePtr(destination), source, bytes, queue),
        "copying to the device");
  return staging->toDevice(toDevicePtr(destination),
                           static_cast<const char *>(source), bytes);
}

Error CudaStream::copyToHost(void *destination, const void *source,
                             uint64_t bytes) {
  if (Error error = calls->flush())
    return error;
  if (backend.hostMemory().contains(destination, bytes))
    return backend.finishPrinting(finish(
        driver.memcpyDtoHAsync(destination, toDevicePtr(source), bytes, queue),
        "copying to the host"));
  return backend.finishPrinting(staging->toHost(
      static_cast<char *>(destination), toDevicePtr(source), bytes));
}

/// Allows launches of `kernel` to use all available dynamic shared memory.
/// Since the maximum is always the same, concurrent launches cannot reduce it
/// for each other.
static Error optInToShared(const Driver &driver, const Device &device,
                           CudaKernel &kernel) {
  int bytes =
      device.sharedBytesPerBlock - static_cast<int>(kernel.staticSharedBytes);
  if (Error error = driver.check(
          driver.funcSetAttribute(kernel.function,
                                  cu::FunctionMaxDynamicSharedBytes, bytes),
          "allowing a kernel more shared memory"))
    return error;
  kernel.dynamicSharedAllowed.store(bytes, std::memory_order_relaxed);
  return Error::success();
}

Error CudaStream::launch(Kernel &launched, const LaunchShape &shape,
                         void **arguments) {
  auto &kernel = static_cast<CudaKernel &>(launched);
  int sharedBytes = static_cast<int>(shape.dynamicSharedBytes);
  if (sharedBytes > kernel.dynamicSharedAllowed.load(std::memory_order_relaxed))
    if (Error error = optInToShared(driver, backend.target, kernel))
      return error;
  backend.noteLaunch(kernel);
  cu::Result result = cu::success;
  if (isRecorded) {
    // The graph of another library has its own order.
    result = captured ? captured->add(kernel, shape, arguments)
                      : kernel.launch(driver, queue, shape, arguments);
    return kernel.check(driver, result);
  }
  CallGraphs::Action action = calls->add(kernel, shape, arguments);
  if (action == CallGraphs::Action::None ||
      (action == CallGraphs::Action::LaunchAlone &&
       graphs->launch(kernel, shape, arguments)))
    return Error::success();
  return kernel.check(driver, kernel.launch(driver, queue, shape, arguments));
}

Error CudaStream::separate() {
  if (captured)
    captured->join();
  return calls->flush();
}

bool CudaStream::beginCall(const void *function) {
  if (captured)
    captured->join();
  return !isRecorded && calls->begin(function);
}

Error CudaStream::record(BackendEvent &event) {
  if (Error error = calls->flush())
    return error;
  return driver.check(driver.eventRecord(CudaEvent::handleOf(event), queue),
                      "recording an event");
}

Error CudaStream::wait(const BackendEvent &event) {
  if (Error error = calls->flush())
    return error;
  return driver.check(
      driver.streamWaitEvent(queue, CudaEvent::handleOf(event), 0),
      "waiting for an event");
}

Error CudaStream::order(cu::Stream first, cu::Stream second) {
  if (Error error = calls->flush())
    return error;
  // A wait refers to the last recording before it, so that one event suffices
  // if no other thread records it in between.
  std::lock_guard<std::mutex> lock(orderMutex);
  cu::Result result = cu::success;
  if (!orderEvent)
    result = driver.eventCreate(&orderEvent, cu::eventDisableTiming);
  if (result == cu::success)
    result = driver.eventRecord(orderEvent, first);
  if (result == cu::success)
    result = driver.streamWaitEvent(second, orderEvent, 0);
  return driver.check(result, "waiting for a stream");
}

Error CudaStream::waitForForeign(void *stream) {
  return order(static_cast<cu::Stream>(stream), queue);
}

Error CudaStream::holdForeign(void *stream) {
  return order(queue, static_cast<cu::Stream>(stream));
}

Error CudaStream::synchronize() {
  if (Error error = calls->flush())
    return error;
  return backend.finishPrinting(
      driver.check(driver.streamSynchronize(queue), "running kernels"));
}

Expected<std::unique_ptr<BackendGraph>>
CudaStream::capture(const std::function<Error()> &work) {
  if (Error error = calls->flush())
    return error;
  isRecorded = true;
  captured.emplace(driver, queue);
  Expected<std::unique_ptr<BackendGraph>> graph =
      captureGraph(driver, queue, work);
  captured.reset();
  isRecorded = false;
  return graph;
}
