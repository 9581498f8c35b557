//===- Backend.h - What a kind of device implements -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend is one kind of device: the host, CUDA, the emulator. It has a
// folder of its own and an entry in Backends/Backends.cpp; all else of the
// runtime knows devices through these classes.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKEND_H
#define ZYN_LIB_RUNTIME_BACKEND_H

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/Emulator.h"
#include "Zyn/Runtime/Image.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/MemoryPool.h"
#include "Zyn/Runtime/Module.h"
#include "Zyn/Runtime/TensorMap.h"

#include <memory>

namespace zyn::runtime {

class HostMemory;

/// A mark in a stream, destroyed before its backend.
class BackendEvent {
public:
  virtual ~BackendEvent() = default;
};

/// A queue of work on a backend's device, destroyed before its backend and when
/// it has no work left. Each function needs the device to be the thread's
/// current one (see `ActiveBackend`). Thread-safe.
class BackendStream {
public:
  virtual ~BackendStream() = default;

  /// See the functions of `Stream`.
  virtual Error copy(void *destination, const void *source, uint64_t bytes) = 0;
  virtual Error copyToDevice(void *destination, const void *source,
                             uint64_t bytes) = 0;
  virtual Error copyToHost(void *destination, const void *source,
                           uint64_t bytes) = 0;

  /// Queues a kernel that this backend loaded. The shape is not empty, and
  /// `checkLaunch` allows it.
  virtual Error launch(Kernel &kernel, const LaunchShape &shape,
                       void **arguments) = 0;

  virtual Error record(BackendEvent &event) = 0;
  virtual Error wait(const BackendEvent &event) = 0;
  virtual Error synchronize() = 0;
};

/// What only the emulator has. Thread-safe.
class EmulatorControl {
public:
  virtual ~EmulatorControl() = default;

  virtual void setOptions(const EmulatorOptions &options) = 0;
  /// The most seconds that a kernel may take; 0 for no bound.
  virtual void setTimeout(double seconds) = 0;
  virtual EmulatorStatistics statistics() const = 0;
  virtual const std::vector<Diagnostic> &warnings() const = 0;
};

/// One device: its memory, streams, modules. Each function but `enter` needs
/// the device to be the thread's current one. Thread-safe.
class Backend : public RawMemory {
public:
  /// Makes the device current on the calling thread, and returns what `leave`
  /// takes to restore the one before.
  virtual void *enter() = 0;
  virtual void leave(void *previous) = 0;

  /// Whether work goes on after a function of a stream has returned. If not,
  /// all streams share one part of the memory pool.
  virtual bool isAsynchronous() const = 0;
  virtual Expected<std::unique_ptr<BackendStream>> createStream() = 0;
  virtual Expected<std::unique_ptr<BackendEvent>> createEvent() = 0;
  /// Between two events that were recorded; waits for `stop`.
  virtual Expected<double> elapsedMilliseconds(const BackendEvent &start,
                                               const BackendEvent &stop) = 0;

  /// What `copyToDevice` and `copyToHost` need no staging for.
  virtual HostMemory &hostMemory() = 0;

  /// Whether the pool's memory is the host's, so that both can use it.
  virtual bool usesHostMemory() const = 0;
  /// Tells a backend that uses the host's memory of a range of it that kernels
  /// may use, though it is not the pool's.
  virtual void share(void *memory, uint64_t bytes) {}
  virtual void unshare(void *memory) {}

  /// The module of an image, which lives as long as the backend; the same for
  /// the same image. Errors: `wrongFormat`, an image that is not valid.
  virtual Expected<Module *> load(const Image &image) = 0;
  virtual ModuleStatistics moduleStatistics() const { return {}; }
  /// The name of the kernel that was launched last, where the host cannot stop
  /// it; any thread may ask, whichever device is current.
  virtual std::string lastKernel() const { return ""; }

  virtual Error encodeTensorMap(const TensorMap &map, void *encoded) = 0;

  /// Tells of the pool that hands out the backend's memory, before anything is
  /// launched.
  virtual void observe(const MemoryPool &pool) {}

  /// Null where the device is not the emulator.
  virtual EmulatorControl *emulator() { return nullptr; }
};

/// The error for an image that `device` does not load: "cpu: expected EXPECTED,
/// found an image of format 'ptx'".
Error wrongFormat(const Device &device, const char *expected,
                  const Image &image);

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

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKEND_H
