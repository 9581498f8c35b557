//===- Backend.h - What a context asks of its device ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKEND_H
#define ZYN_LIB_RUNTIME_BACKEND_H

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/Driver.h"
#include "Zyn/Runtime/MemoryPool.h"

#include <memory>

namespace zyn::runtime {

class HostMemory;
class PrintRing;

/// One stream of a device: memory, copies, events. Copies and events are
/// ordered on the stream. All but `enter` needs the device to be the thread's
/// current one (see `ActiveBackend`). Thread-safe.
class Backend : public RawMemory {
public:
  /// Makes the device current on the calling thread, and returns what `leave`
  /// takes to restore the one before.
  virtual void *enter() = 0;
  virtual void leave(void *previous) = 0;

  virtual Error copy(void *destination, const void *source, uint64_t bytes) = 0;
  virtual Error copyToDevice(void *destination, const void *source,
                             uint64_t bytes) = 0;
  virtual Error copyToHost(void *destination, const void *source,
                           uint64_t bytes) = 0;
  /// What `copyToDevice` and `copyToHost` need no staging for.
  virtual HostMemory &hostMemory() = 0;
  virtual Error synchronize() = 0;

  virtual Expected<void *> createEvent() = 0;
  virtual void destroyEvent(void *event) = 0;
  virtual Error recordEvent(void *event) = 0;
  virtual Expected<double> elapsedMilliseconds(void *start, void *stop) = 0;
};

/// Keeps a backend's device current on this thread for a scope.
class ActiveBackend {
public:
  explicit ActiveBackend(Backend &backend)
      : backend(backend), previous(backend.enter()) {}
  ~ActiveBackend() { backend.leave(previous); }

  ActiveBackend(const ActiveBackend &) = delete;
  ActiveBackend &operator=(const ActiveBackend &) = delete;

private:
  Backend &backend;
  void *previous;
};

/// The host's memory; everything is done when the call returns.
std::unique_ptr<Backend> createCpuBackend();

/// A backend with the driver's handles, for modules and launches.
class CudaBackend : public Backend {
public:
  virtual const Driver &driver() const = 0;
  virtual cu::Stream stream() const = 0;
  /// Where kernels print to.
  virtual PrintRing &prints() = 0;
};

/// A stream of its own on the device's primary context.
Expected<std::unique_ptr<CudaBackend>> createCudaBackend(const Device &device);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKEND_H
