//===- CudaStaging.cpp - Copies through page-locked memory ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaStaging.h"

#include <algorithm>
#include <cstring>

using namespace zyn::runtime;

CudaStaging::~CudaStaging() {
  for (Buffer &buffer : buffers) {
    if (buffer.done) {
      (void)driver.eventSynchronize(buffer.done);
      (void)driver.eventDestroy(buffer.done);
    }
    if (buffer.memory)
      (void)driver.memFreeHost(buffer.memory);
  }
}

/// Allocates the buffers on the first copy: many programs do not need them.
Error CudaStaging::prepare() {
  for (Buffer &buffer : buffers) {
    if (!buffer.memory)
      if (Error error =
              driver.check(driver.memHostAlloc(&buffer.memory, bufferBytes, 0),
                           "allocating page-locked memory"))
        return error;
    if (!buffer.done)
      if (Error error = driver.check(
              driver.eventCreate(&buffer.done, cu::eventDisableTiming),
              "creating an event"))
        return error;
  }
  return Error::success();
}

Error CudaStaging::toDevice(cu::DevicePtr destination, const char *source,
                            uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Error error = prepare())
    return error;
  for (uint64_t offset = 0; offset < bytes; offset += bufferBytes) {
    Buffer &buffer = buffers[turn++ % 2];
    uint64_t part = std::min(bufferBytes, bytes - offset);
    cu::Result result = driver.eventSynchronize(buffer.done);
    if (result == cu::success) {
      std::memcpy(buffer.memory, source + offset, part);
      result = driver.memcpyHtoDAsync(destination + offset, buffer.memory, part,
                                      stream);
    }
    if (result == cu::success)
      result = driver.eventRecord(buffer.done, stream);
    if (Error error = driver.check(result, "copying to the device"))
      return error;
  }
  return Error::success();
}

Error CudaStaging::toHost(char *destination, cu::DevicePtr source,
                          uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Error error = prepare())
    return error;
  const uint64_t parts = (bytes + bufferBytes - 1) / bufferBytes;
  auto sizeOf = [&](uint64_t part) {
    return std::min(bufferBytes, bytes - part * bufferBytes);
  };
  auto queue = [&](uint64_t part) {
    Buffer &buffer = buffers[part % 2];
    cu::Result result = driver.memcpyDtoHAsync(
        buffer.memory, source + part * bufferBytes, sizeOf(part), stream);
    return result == cu::success ? driver.eventRecord(buffer.done, stream)
                                 : result;
  };
  // Queue part i+1 before copying part i out.
  cu::Result result = parts > 0 ? queue(0) : cu::success;
  for (uint64_t part = 0; part < parts && result == cu::success; ++part) {
    if (part + 1 < parts)
      result = queue(part + 1);
    Buffer &buffer = buffers[part % 2];
    if (result == cu::success)
      result = driver.eventSynchronize(buffer.done);
    if (result == cu::success)
      std::memcpy(destination + part * bufferBytes, buffer.memory,
                  sizeOf(part));
  }
  return driver.check(result, "copying to the host");
}
