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
#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/MemoryPool.h"
#include "Zyn/Runtime/ModuleCache.h"
#include "Zyn/Runtime/TensorMap.h"
#include "Zyn/Runtime/ThreadPool.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

class Backend;
class CudaBackend;
class Context;

/// A point in a context's stream. It must not outlive its context.
class Event {
public:
  Event(Event &&other) : context(other.context), handle(other.handle) {
    other.handle = nullptr;
  }
  ~Event();

  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  Event &operator=(Event &&) = delete;

private:
  friend class Context;
  Event(Context &context, void *handle) : context(&context), handle(handle) {}

  Context *context;
  void *handle;
};

/// One device with one stream of work: its memory pool, loaded modules and host
/// threads. Thread-safe, but work from several threads shares the one stream.
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

  /// A number that no other context of this process has, or had.
  uint64_t id() const { return number; }

  /// Calls `fn(argument)`, compiled host code, with this context as the calling
  /// thread's current one. The first failure of a zynrt function ends the call,
  /// is returned, and gives back the memory that the call had allocated. Work
  /// queued on a GPU may still run, and fail: `synchronize` tells.
  Error invoke(void (*fn)(void *), void *argument);

  /// `bytes` of device memory, aligned to 256 bytes. Error: out of memory.
  Expected<void *> allocate(uint64_t bytes);
  /// Gives back what `allocate`, or an invocation, allocated.
  Error free(void *pointer);

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

  /// Host memory that kernels can use, too: page-locked for a GPU, and device
  /// memory of other contexts. `free` gives it back.
  Expected<void *> allocateShared(uint64_t invocation, uint64_t bytes);
  /// Lets kernels use `bytes` of the caller's memory until `unshareHost`: as
  /// `registerHost`, and does nothing where they can use it already.
  Error shareHost(void *memory, uint64_t bytes);
  Error unshareHost(void *memory);

  /// Copies host memory to the device; returns when `source` may be reused. If
  /// `source` lies wholly in one page-locked allocation or registration, that
  /// is after all work queued before and the copy itself.
  Error copyToDevice(void *destination, const void *source, uint64_t bytes);
  /// Copies to the host, after all work queued before; returns when done.
  Error copyToHost(void *destination, const void *source, uint64_t bytes);
  /// Queues a copy within the device's memory. The two may overlap on a CPU
  /// only.
  Error copy(void *destination, const void *source, uint64_t bytes);

  /// Waits for all work. Error: that of a kernel that failed, such as an
  /// illegal address; the CUDA device is then lost for this process.
  Error synchronize();

  Expected<Event> createEvent();
  /// Queues `event` behind all work so far.
  Error record(Event &event);
  /// Milliseconds between two recorded events; waits for `stop`. On a GPU the
  /// resolution is about half a microsecond.
  Expected<double> elapsedMilliseconds(const Event &start, const Event &stop);

  MemoryStatistics memoryStatistics() const { return pool->statistics(); }
  /// The most bytes of device memory, see `MemoryPool::setLimit`.
  void setMemoryLimit(uint64_t bytes);
  /// Gives cached memory back to the device.
  void trimMemory();

  /// Loads PTX text; the module lives as long as the context. Errors: not a
  /// CUDA context, or the driver refuses it.
  Expected<Module *> loadModule(std::string_view ptx);
  /// Loads a PTX file. Errors, too: "k.ptx: error: ..." for one that cannot be
  /// read.
  Expected<Module *> loadModuleFile(const std::string &path);
  /// Queues a kernel, after checking the arguments against its parameters and
  /// `shape` against the device.
  Error launch(Module &module, const std::string &kernel,
               const LaunchShape &shape, std::vector<KernelArgument> arguments);

  /// Runs a kernel that was compiled for the emulator, to its end; `site` is
  /// the launch. Errors: not the emulator, a shape that the device or the
  /// kernel does not allow, what its threads did wrong.
  Error emulate(const zynemu_kernel &kernel, const zynemu_site &site,
                const LaunchShape &shape, void **arguments);
  void setEmulatorOptions(const EmulatorOptions &options) {
    emulatorOptions = options;
  }
  EmulatorStatistics emulatorStatistics() const { return emulated; }
  /// What the emulator has warned of so far, a line each.
  const std::vector<std::string> &emulatorWarnings() const { return warnings; }

  /// The most seconds that a kernel may take on the emulator; 0, the default,
  /// for no bound. Other devices cannot stop a kernel.
  void setTimeout(double seconds) { timeout = seconds; }

  /// Writes to `encoded` the 128 bytes of a tensor map that kernels of this
  /// context take. Errors: those of `checkTensorMap`, a device without TMA, a
  /// driver that is too old.
  Error encodeTensorMap(const TensorMap &map, void *encoded);

  /// The name of the kernel of a CUDA context that was launched last; empty if
  /// there was none. Any thread may ask.
  std::string lastKernel() const {
    const Kernel *kernel = launched.load(std::memory_order_acquire);
    return kernel ? kernel->signature.name : std::string();
  }

  /// Calls `body(captures, i)` for each i in [0, count) on the context's
  /// threads. A failure of a zynrt function in one of them stops the others at
  /// their next chunk of indices, and is returned.
  Error parallelFor(int64_t count, void (*body)(void *captures, int64_t i),
                    void *captures);

  /// Threads that `parallelFor` uses.
  unsigned threadCount() const { return threads; }
  /// Null on a CPU context.
  const ModuleCache *moduleCache() const { return modules.get(); }

  /// For the C interface: memory that `freeOwnedBy` an invocation can find.
  Expected<void *> allocateFor(uint64_t invocation, uint64_t bytes);
  /// For the C interface: a launch by PTX text, see `zynrtLaunch`. The context
  /// has to be current.
  Error launch(std::string_view ptx, void **slot, const char *kernel,
               const LaunchShape &shape, void **arguments,
               int64_t numArguments);

private:
  friend class Event;
  Context(const Device &device, unsigned threads);
  Error open();
  ThreadPool &threadPool();

  const Device target;
  const uint64_t number;
  const unsigned threads;
  std::unique_ptr<Backend> backend;
  /// The same object as `backend`, or null on a CPU.
  CudaBackend *cuda = nullptr;
  std::unique_ptr<MemoryPool> pool;
  EmulatorOptions emulatorOptions;
  EmulatorStatistics emulated;
  std::vector<std::string> warnings;
  /// What the emulator's kernels may use of the caller's memory, by address.
  std::map<void *, uint64_t> sharedWithEmulator;
  double timeout = 0;
  std::atomic<const Kernel *> launched{nullptr};
  std::unique_ptr<ModuleCache> modules;
  std::once_flag poolStarted;
  std::unique_ptr<ThreadPool> workers;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_CONTEXT_H
