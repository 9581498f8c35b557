//===- Backend.h - The interface of a backend -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend implements one kind of device: the host, CUDA, or the emulator.
// Each one has its own folder and an entry in Backends.cpp; the rest of the
// runtime uses devices only through these classes.
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

#include <functional>
#include <memory>

namespace zyn::runtime {

class HostMemory;

/// A marker in a stream. It is destroyed before its backend.
class BackendEvent {
public:
  virtual ~BackendEvent() = default;
};

/// Work that a stream has recorded. It is destroyed before the stream.
class BackendGraph {
public:
  virtual ~BackendGraph() = default;

  /// Queues the work on that stream.
  virtual Error launch() = 0;
};

/// A queue of work on a backend's device. It is destroyed before its backend,
/// and when it has no more work. All functions require the device to be the
/// thread's current one (see `ActiveBackend`). Thread-safe.
class BackendStream {
public:
  virtual ~BackendStream() = default;

  /// See the functions of `Stream`.
  virtual Error copy(void *destination, const void *source, uint64_t bytes) = 0;
  /// The stride differs from `bytes` if there are several rows.
  virtual Error clear(void *destination, uint64_t bytes, uint64_t stride,
                      uint64_t count) = 0;
  virtual Error copyToDevice(void *destination, const void *source,
                             uint64_t bytes) = 0;
  virtual Error copyToHost(void *destination, const void *source,
                           uint64_t bytes) = 0;

  /// Queues a kernel that this backend loaded. The shape is not empty and has
  /// passed `checkLaunch`.
  virtual Error launch(Kernel &kernel, const LaunchShape &shape,
                       void **arguments) = 0;

  /// Makes the next launch depend on all work before it, whatever it says.
  virtual Error separate() { return Error::success(); }

  /// A call of a compiled function on this thread begins, whose launches depend
  /// on all work before it. A stream that knows these from earlier calls may
  /// keep them back until other work is queued or `endCall`, and queue them
  /// together. Returns whether `endCall` is needed.
  virtual bool beginCall(const void *function) { return false; }
  virtual Error endCall() { return Error::success(); }

  virtual Error record(BackendEvent &event) = 0;
  virtual Error wait(const BackendEvent &event) = 0;
  virtual Error waitForForeign(void *stream) { return Error::success(); }
  virtual Error holdForeign(void *stream) { return Error::success(); }
  virtual Error synchronize() = 0;

  /// Records what `work` queues: launches, and copies within the device's
  /// memory.
  virtual Expected<std::unique_ptr<BackendGraph>>
  capture(const std::function<Error()> &work) = 0;
};

/// A stream that another library uses.
struct ForeignStream {
  /// Identifies it among all streams that are not captured, past ones included.
  uint64_t id = 0;
  /// Whether the library captures it as a graph.
  bool isCaptured = false;
};

/// Functions that only the emulator has. Thread-safe.
class EmulatorControl {
public:
  virtual ~EmulatorControl() = default;

  virtual void setOptions(const EmulatorOptions &options) = 0;
  /// Sets the time limit of a kernel in seconds; 0 means no limit.
  virtual void setTimeout(double seconds) = 0;
  virtual EmulatorStatistics statistics() const = 0;
};

/// A device with its memory, streams and modules. All functions except `enter`
/// require the device to be the thread's current one. Thread-safe.
class Backend : public RawMemory {
public:
  /// Makes the device current on the calling thread. Returns the previous one,
  /// for `leave` to restore.
  virtual void *enter() = 0;
  virtual void leave(void *previous) = 0;

  /// Whether work may continue after a function of a stream has returned. If
  /// not, all streams are one for the memory pool.
  virtual bool isAsynchronous() const = 0;
  virtual Expected<std::unique_ptr<BackendStream>> createStream() = 0;
  virtual Expected<std::unique_ptr<BackendEvent>> createEvent() = 0;

  /// Identifies a stream of another library; nothing if it cannot be adopted.
  virtual Expected<std::optional<ForeignStream>> identify(void *foreign) {
    return std::optional<ForeignStream>();
  }
  /// Returns a stream that queues its work on one that `identify` knows. It
  /// does not wait for its work when it is destroyed.
  virtual std::unique_ptr<BackendStream> adopt(void *foreign, bool isCaptured) {
    return nullptr;
  }
  /// Waits for all work on the device, including that of other libraries.
  virtual Error synchronizeDevice() { return Error::success(); }

  /// The time between two recorded events; waits for `stop`.
  virtual Expected<double> elapsedMilliseconds(const BackendEvent &start,
                                               const BackendEvent &stop) = 0;

  /// The memory that `copyToDevice` and `copyToHost` access without staging.
  virtual HostMemory &hostMemory() = 0;

  /// Whether the pool's memory is host memory, which both the host and kernels
  /// can access.
  virtual bool usesHostMemory() const = 0;
  /// See the functions of `Context`.
  virtual uint64_t maxOnDemand() = 0;
  /// Returns null if there are no addresses left.
  virtual Expected<void *> allocateOnDemand(uint64_t bytes) = 0;
  virtual void freeOnDemand(void *memory, uint64_t bytes) = 0;

  /// Allows kernels to access a range of host memory outside of the pool, for a
  /// backend that uses host memory.
  virtual void share(void *memory, uint64_t bytes) {}
  virtual void unshare(void *memory) {}

  /// Returns the module of an image, which lives as long as the backend; the
  /// same module for the same image. Errors: `wrongFormat`, an invalid image.
  virtual Expected<Module *> load(const Image &image) = 0;
  virtual ModuleStatistics moduleStatistics() const { return {}; }
  /// The name of the kernel that was launched last, if the host cannot stop it.
  /// May be called from any thread, whichever device is current.
  virtual std::string lastKernel() const { return ""; }

  /// Returns the warnings and remarks about kernels so far.
  virtual std::vector<Diagnostic> diagnostics() const { return {}; }

  /// See `Context`.
  virtual Error reserveStack(uint64_t bytes) { return Error::success(); }
  virtual Error enlargeStack(uint64_t bytes) { return Error::success(); }
  virtual void restoreStack(uint64_t bytes) {}

  virtual Error encodeTensorMap(const TensorMap &map, void *encoded) = 0;

  /// Sets the pool that allocates from the backend's memory. Called before the
  /// first launch.
  virtual void setPool(const MemoryPool &pool) {}

  /// Null if the device is not the emulator.
  virtual EmulatorControl *emulator() { return nullptr; }
};

/// Returns the error for an image that `device` does not support: "cpu:
/// expected EXPECTED, found an image of format 'ptx'".
Error wrongFormat(const Device &device, const char *expected,
                  const Image &image);

/// Makes a backend's device current on this thread within a scope.
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
