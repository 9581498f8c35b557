//===- Context.h - Devices in use, with memory and streams ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_CONTEXT_H
#define ZYN_RUNTIME_CONTEXT_H

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/Emulator.h"
#include "Zyn/Runtime/Image.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/MemoryPool.h"
#include "Zyn/Runtime/Module.h"
#include "Zyn/Runtime/Stream.h"
#include "Zyn/Runtime/TensorMap.h"
#include "Zyn/Runtime/ThreadPool.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zyn::runtime {

class Backend;
struct ContextAnchor;

/// A device in use: its memory pool, loaded modules, host threads and streams.
/// The main stream always exists; the context's own copies, launches and so on
/// are queued on it. Thread-safe; work that several threads queue on one stream
/// is ordered by arrival.
class Context {
public:
  /// Creates a context on `device`. The environment sets the memory limit
  /// (ZYN_MEMORY_LIMIT, such as 512MiB; none by default), the host threads
  /// (ZYN_THREADS), whether they are pinned to cores (ZYN_PIN_THREADS), and the
  /// module cache's folder (ZYN_CACHE_DIR). Errors: the device cannot be
  /// opened, or one of these variables is invalid.
  static Expected<std::unique_ptr<Context>> create(const Device &device);

  /// The same by device name; see `findDevice`.
  static Expected<std::unique_ptr<Context>> create(const std::string &name);

  /// Waits for all work and releases everything, including memory in use and
  /// registrations of host memory.
  ~Context();

  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const Device &device() const { return target; }

  /// Returns whether work continues after the function that queued it has
  /// returned, in which case events measure its time.
  bool isAsynchronous() const;

  /// A number that is unique among all contexts of this process, past ones
  /// included.
  uint64_t id() const { return number; }

  //===--------------------------------------------------------------------===//
  // Streams and events
  //===--------------------------------------------------------------------===//

  Stream &mainStream() { return *main; }
  /// Creates another stream. Error: the driver's.
  Expected<std::unique_ptr<Stream>> createStream();

  /// Returns a stream whose work is queued on `foreign`, a stream of the
  /// device's driver that another library uses, such as a `CUstream`, so that
  /// no events have to order the two; null is the driver's default stream. It
  /// is the same one for the same stream, and lives as long as the context,
  /// but must not be used after `foreign` is destroyed.
  ///
  /// Returns null if that is not possible, so that `Stream::waitForForeign` and
  /// `holdForeign` are needed: on a device that is no GPU, with a driver older
  /// than CUDA 12.0, which cannot tell a stream from a past one, or after
  /// `maxAdopted` others. Error: the driver's.
  ///
  /// If `foreign` is captured as a graph, launches and copies are captured,
  /// too, and `Stream::invoke` is an error.
  Expected<Stream *> adoptStream(void *foreign);
  static constexpr size_t maxAdopted = 64;

  Expected<Event> createEvent();
  /// Milliseconds between two recorded events; waits for `stop`. On a GPU the
  /// resolution is about half a microsecond. Errors: an event that was not
  /// recorded, or that belongs to another context.
  Expected<double> elapsedMilliseconds(const Event &start, const Event &stop);

  /// Waits for all work of all streams. Error: that of a failed kernel, such as
  /// an illegal address; a CUDA device then becomes unusable for this process.
  Error synchronize();

  //===--------------------------------------------------------------------===//
  // On the main stream: see `Stream`
  //===--------------------------------------------------------------------===//

  /// Calls `fn(argument)`, which is compiled host code, with this context as
  /// the calling thread's current one. The first failure of a zynrt function
  /// ends the call, frees the memory that the call has allocated, and is
  /// returned. Work queued on a GPU may still be running, and `synchronize`
  /// returns its errors.
  Error invoke(void (*fn)(void *), void *argument) {
    return main->invoke(fn, argument);
  }

  Expected<void *> allocate(uint64_t bytes) { return main->allocate(bytes); }
  /// Frees memory that was allocated by `allocate`, an invocation, or a stream,
  /// after the work queued so far on the stream that it was allocated for.
  Error free(void *pointer) { return pool->free(pointer); }
  /// Whether memory that begins at `pointer` has been allocated by one of these
  /// and not been freed. Constants of programs do not count.
  bool isAllocated(const void *pointer) const { return pool->isInUse(pointer); }

  Error copyToDevice(void *destination, const void *source, uint64_t bytes) {
    return main->copyToDevice(destination, source, bytes);
  }
  Error copyToHost(void *destination, const void *source, uint64_t bytes) {
    return main->copyToHost(destination, source, bytes);
  }
  Error copy(void *destination, const void *source, uint64_t bytes) {
    return main->copy(destination, source, bytes);
  }

  Error launch(Module &module, const std::string &kernel,
               const LaunchShape &shape,
               std::vector<KernelArgument> arguments) {
    return main->launch(module, kernel, shape, std::move(arguments));
  }

  Error record(Event &event) { return main->record(event); }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Allocates `bytes` of page-locked host memory, aligned to 4096 bytes, which
  /// the device copies from and to directly; on a CPU context, ordinary memory.
  /// It counts neither in `memoryStatistics` nor toward the memory limit.
  /// Error: "cuda: out of host memory: requested 12.0 GiB, 3.1 GiB free".
  Expected<void *> allocateHost(uint64_t bytes);
  /// Frees memory allocated by `allocateHost`; ignores null. Error: not
  /// allocated, or already freed.
  Error freeHost(void *memory);

  /// Page-locks `bytes` of the caller's memory, so that copies are as direct as
  /// with `allocateHost`. This takes far longer than one copy, so it is only
  /// worthwhile for memory that is copied often. The memory must stay allocated
  /// until `unregisterHost` or the end of the context. Does nothing on a CPU
  /// context. Errors: a part is already registered, or was allocated by
  /// `allocateHost`; the driver's.
  Error registerHost(void *memory, uint64_t bytes);
  /// Ends the registration that begins at `memory`. Does nothing on a CPU
  /// context. Error: not registered.
  Error unregisterHost(void *memory);

  /// Makes `bytes` of the caller's memory accessible to kernels until
  /// `unshareHost`. Like `registerHost`, but does nothing if they can already
  /// access it.
  Error shareHost(void *memory, uint64_t bytes);
  /// Waits for all work first.
  Error unshareHost(void *memory);

  /// Allocates addresses of the device whose memory, which is zero, is only
  /// taken when a kernel first accesses it, in pages of `onDemandPageBytes`.
  /// Such memory is outside of the pool and its limit, and takes far longer
  /// than that of the pool when it is first accessed and when it is freed.
  /// Error: "cuda:0: out of memory: no addresses for 1.0 GiB on demand".
  Expected<void *> allocateOnDemand(uint64_t bytes);
  /// Waits for all work first. `bytes` are those that were allocated.
  Error freeOnDemand(void *memory, uint64_t bytes);
  /// How many bytes `allocateOnDemand` allocates without much cost. On a device
  /// that cannot take memory on demand, all of it is taken at once, and this is
  /// a part of the available memory.
  uint64_t maxOnDemand() const;
  static constexpr uint64_t onDemandPageBytes = uint64_t(2) << 20;

  MemoryStatistics memoryStatistics() const { return pool->statistics(); }
  /// Returns how many bytes of device memory can still be allocated; see
  /// `MemoryPool::available`.
  uint64_t availableMemory() const;
  /// Sets the maximum size of device memory; see `MemoryPool::setLimit`.
  void setMemoryLimit(uint64_t bytes);
  /// Returns cached memory to the device.
  void trimMemory();

  //===--------------------------------------------------------------------===//
  // Modules and kernels
  //===--------------------------------------------------------------------===//

  /// Loads an image; the module lives as long as the context. Errors: an
  /// unsupported format, such as "cpu: expected only host code, found an image
  /// of format 'ptx'"; an invalid image.
  Expected<Module *> loadModule(const Image &image);
  /// Loads a file whose extension is the format of its image, "k.ptx", or an
  /// offload binary with any name.
  /// Additional error: "k.ptx: error: ..." for a file that cannot be read.
  Expected<Module *> loadModuleFile(const std::string &path);
  /// Returns a kernel of a module that this context has loaded, which lives as
  /// long as the module. Errors: there is none of this name; the driver's.
  Expected<Kernel *> findKernel(Module &module, std::string_view name);
  ModuleStatistics moduleStatistics() const;

  /// Gives each thread of kernels at least `bytes` of stack, which recursive
  /// functions need; the stacks of all threads that can run at the same time
  /// are allocated. On the emulator, `bytes` beyond what kernels declare. Does
  /// nothing on a CPU. Error: out of memory.
  Error reserveStack(uint64_t bytes);
  /// Gives each thread at least `bytes` of stack until a call of `restoreStack`
  /// with the same number, of which there must be one for each call of this.
  Error enlargeStack(uint64_t bytes);
  void restoreStack(uint64_t bytes);

  /// The name of the kernel that was launched last on a GPU; empty if there was
  /// none. May be called from any thread.
  std::string lastKernel() const;

  /// Returns the warnings and remarks about kernels so far: those of the
  /// emulator, and on a GPU, which kernels spill registers because their
  /// number is limited.
  std::vector<Diagnostic> diagnostics() const;

  /// Writes to `encoded` the 128 bytes of a tensor map for kernels of this
  /// context, or zeros for an empty tensor. Errors: those of `checkTensorMap`,
  /// a device without TMA, a driver that is too old.
  Error encodeTensorMap(const TensorMap &map, void *encoded);

  //===--------------------------------------------------------------------===//
  // The emulator; on other devices, no effect and empty results
  //===--------------------------------------------------------------------===//

  void setEmulatorOptions(const EmulatorOptions &options);
  /// Sets the time limit of a kernel in seconds; 0, the default, means no
  /// limit. Returns false for other devices, which cannot stop a kernel.
  bool setTimeout(double seconds);
  EmulatorStatistics emulatorStatistics() const;

  //===--------------------------------------------------------------------===//
  // Host threads
  //===--------------------------------------------------------------------===//

  /// Calls `body(captures, i)` for each i in [0, count) on the context's
  /// threads. A failure of a zynrt function in one of them stops the others at
  /// their next chunk of indices, and is returned.
  /// Profiles show the loop as `name` at `location`, which may be null.
  Error parallelFor(int64_t count, void (*body)(void *captures, int64_t i),
                    void *captures, const char *name = nullptr,
                    const char *location = nullptr);

  /// The number of threads that `parallelFor` uses.
  unsigned threadCount() const { return threads; }

private:
  friend class Constant;
  friend class Event;
  friend class Graph;
  friend class Stream;
  Context(const Device &device, unsigned threads, bool arePinned);
  Error open();
  void remove(Stream &stream);
  Error synchronizeAdopted();
  ThreadPool &threadPool();
  Error runLoop(int64_t count, void (*body)(void *, int64_t), void *captures);
  static uint64_t uniqueNumber();

  const Device target;
  const uint64_t number;
  const unsigned threads;
  const bool arePinned;
  /// Refers to this context until it is destroyed.
  const std::shared_ptr<ContextAnchor> anchor;
  std::unique_ptr<Backend> backend;
  std::unique_ptr<MemoryPool> pool;
  std::unique_ptr<Stream> main;
  std::mutex streamsMutex;
  /// All except the main one.
  std::vector<Stream *> streams;
  std::atomic<bool> hasOtherStreams{false};
  std::mutex adoptedMutex;
  /// By number and whether they are captured. Their handles may be gone.
  std::map<std::pair<uint64_t, bool>, std::unique_ptr<Stream>> adopted;
  /// The one of the default stream, which always exists, or null.
  std::atomic<Stream *> adoptedDefault{nullptr};
  /// Whether `Stream::allocateShared` has allocated page-locked memory.
  std::atomic<bool> hasSharedAllocations{false};
  std::once_flag poolStarted;
  std::unique_ptr<ThreadPool> workers;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_CONTEXT_H
