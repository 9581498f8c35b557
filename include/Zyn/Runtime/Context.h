//===- Context.h - A device and all that runs on it -------------*- C++ -*-===//
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
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

class Backend;

/// One device: its memory pool, loaded modules, host threads and streams. One
/// stream, the main one, is there from the start, and the context's own copies,
/// launches and so on go to it. Thread-safe, but work from several threads on
/// one stream is queued in the order in which it comes.
class Context {
public:
  /// A context on `device`. The environment sets the memory limit
  /// (ZYN_MEMORY_LIMIT, such as 512MiB; none by default), the host threads
  /// (ZYN_THREADS) and the module cache's folder (ZYN_CACHE_DIR). Errors: the
  /// device cannot be opened, or one of these has an illegal value.
  static Expected<std::unique_ptr<Context>> create(const Device &device);

  /// The same by device name; see `findDevice`.
  static Expected<std::unique_ptr<Context>> create(const std::string &name);

  /// Waits for all work, and gives back everything: memory in use, too, and
  /// the registrations of host memory.
  ~Context();

  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const Device &device() const { return target; }

  /// Whether work goes on after the function that queued it has returned, so
  /// that events measure the time that it takes.
  bool isAsynchronous() const;

  /// A number that no other context of this process has, or had.
  uint64_t id() const { return number; }

  //===--------------------------------------------------------------------===//
  // Streams and events
  //===--------------------------------------------------------------------===//

  Stream &mainStream() { return *main; }
  /// One more queue of work. Error: the driver's.
  Expected<std::unique_ptr<Stream>> createStream();

  Expected<Event> createEvent();
  /// Milliseconds between two recorded events; waits for `stop`. On a GPU the
  /// resolution is about half a microsecond. Errors: an event that was not
  /// recorded, or is another context's.
  Expected<double> elapsedMilliseconds(const Event &start, const Event &stop);

  /// Waits for all work of all streams. Error: that of a kernel that failed,
  /// such as an illegal address; a CUDA device is then lost for this process.
  Error synchronize();

  //===--------------------------------------------------------------------===//
  // On the main stream: see `Stream`
  //===--------------------------------------------------------------------===//

  /// Calls `fn(argument)`, compiled host code, with this context as the calling
  /// thread's current one. The first failure of a zynrt function ends the call,
  /// is returned, and gives back the memory that the call had allocated. Work
  /// queued on a GPU may still run, and fail: `synchronize` tells.
  Error invoke(void (*fn)(void *), void *argument) {
    return main->invoke(fn, argument);
  }

  Expected<void *> allocate(uint64_t bytes) { return main->allocate(bytes); }
  /// Gives back what `allocate`, an invocation, or a stream allocated, once the
  /// work queued so far on the stream that it was allocated for is done.
  Error free(void *pointer) { return pool->free(pointer); }

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

  /// `bytes` of host memory, aligned to 4096 bytes, that is page-locked: the
  /// device copies from and to it directly. Plain memory on a CPU context. It
  /// counts neither in `memoryStatistics` nor against the memory limit. Error:
  /// "cuda: out of host memory: asked 12.0 GiB, 3.1 GiB free".
  Expected<void *> allocateHost(uint64_t bytes);
  /// Gives back what `allocateHost` allocated; null is ignored. Error: not
  /// allocated, or freed before.
  Error freeHost(void *memory);

  /// Page-locks `bytes` of the caller's memory, so that copies within it are as
  /// direct as with `allocateHost`. This takes far longer than one copy: it
  /// pays for memory that is copied often. The memory must stay allocated until
  /// `unregisterHost` or the end of the context. Does nothing on a CPU context.
  /// Errors: a part is registered, or allocated by `allocateHost`, already; the
  /// driver refuses.
  Error registerHost(void *memory, uint64_t bytes);
  /// Ends the registration that begins at `memory`. Does nothing on a CPU
  /// context. Error: not registered.
  Error unregisterHost(void *memory);

  /// Lets kernels use `bytes` of the caller's memory until `unshareHost`: as
  /// `registerHost`, and does nothing where they can use it already.
  Error shareHost(void *memory, uint64_t bytes);
  /// Waits for all work first.
  Error unshareHost(void *memory);

  MemoryStatistics memoryStatistics() const { return pool->statistics(); }
  /// The most bytes of device memory, see `MemoryPool::setLimit`.
  void setMemoryLimit(uint64_t bytes);
  /// Gives cached memory back to the device.
  void trimMemory();

  //===--------------------------------------------------------------------===//
  // Modules and kernels
  //===--------------------------------------------------------------------===//

  /// Loads an image; the module lives as long as the context. Errors: a format
  /// that the device does not load, "cpu: expected host code alone, found an
  /// image of format 'ptx'"; an image that is not valid.
  Expected<Module *> loadModule(const Image &image);
  /// Loads a file, whose name ends in the format of its image: "k.ptx". Errors,
  /// too: "k.ptx: error: ..." for one that cannot be read.
  Expected<Module *> loadModuleFile(const std::string &path);
  ModuleStatistics moduleStatistics() const;

  /// The name of the kernel of a GPU that was launched last; empty if there was
  /// none. Any thread may ask.
  std::string lastKernel() const;

  /// Writes to `encoded` the 128 bytes of a tensor map that kernels of this
  /// context take. Errors: those of `checkTensorMap`, a device without TMA, a
  /// driver that is too old.
  Error encodeTensorMap(const TensorMap &map, void *encoded);

  //===--------------------------------------------------------------------===//
  // The emulator: no effect, and nothing there, on other devices
  //===--------------------------------------------------------------------===//

  void setEmulatorOptions(const EmulatorOptions &options);
  /// The most seconds that a kernel may take; 0, the default, for no bound.
  /// False for other devices, which cannot stop a kernel.
  bool setTimeout(double seconds);
  EmulatorStatistics emulatorStatistics() const;
  /// What the emulator has warned of so far.
  const std::vector<Diagnostic> &emulatorWarnings() const;

  //===--------------------------------------------------------------------===//
  // Host threads
  //===--------------------------------------------------------------------===//

  /// Calls `body(captures, i)` for each i in [0, count) on the context's
  /// threads. A failure of a zynrt function in one of them stops the others at
  /// their next chunk of indices, and is returned.
  Error parallelFor(int64_t count, void (*body)(void *captures, int64_t i),
                    void *captures);

  /// Threads that `parallelFor` uses.
  unsigned threadCount() const { return threads; }

private:
  friend class Event;
  friend class Stream;
  Context(const Device &device, unsigned threads);
  Error open();
  void remove(Stream &stream);
  ThreadPool &threadPool();
  static uint64_t uniqueNumber();

  const Device target;
  const uint64_t number;
  const unsigned threads;
  std::unique_ptr<Backend> backend;
  std::unique_ptr<MemoryPool> pool;
  std::unique_ptr<Stream> main;
  std::mutex streamsMutex;
  /// But the main one.
  std::vector<Stream *> streams;
  std::atomic<bool> hasOtherStreams{false};
  /// Whether `Stream::allocateShared` has allocated page-locked memory.
  std::atomic<bool> hasSharedAllocations{false};
  std::once_flag poolStarted;
  std::unique_ptr<ThreadPool> workers;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_CONTEXT_H
