//===- DeviceCalls.cpp - Devices for programs in C ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/DeviceCalls.h"
#include "Backends.h"
#include "Zyn/Runtime/Context.h"

#include <map>
#include <mutex>

using namespace zyn::runtime;

/// Returns the process's context on a device, which is created by the first
/// call. Contexts are never destroyed: when static variables are, other threads
/// of the program may still call functions, and the driver may be gone.
static Expected<Context *> contextOf(const std::string &name) {
  static std::mutex mutex;
  static auto *contexts = new std::map<std::string, Context *>();
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = contexts->find(name); known != contexts->end())
    return known->second;
  Expected<Device> device = findDevice(name);
  if (!device)
    return device.takeError();
  Context *&context = (*contexts)[device->label()];
  if (!context) {
    Expected<std::unique_ptr<Context>> created = Context::create(*device);
    if (!created) {
      contexts->erase(device->label());
      return created.takeError();
    }
    context = (*created).release();
  }
  return (*contexts)[name] = context;
}

namespace {
struct ThreadState {
  /// Null until the thread uses a device.
  Context *context = nullptr;
  /// The kind of `context`, as passed by compiled code: a constant, so that
  /// later calls only compare pointers.
  const char *kind = nullptr;
  std::string message;
};
} // namespace

static thread_local ThreadState thread;

static const char *report(Error error) {
  if (!error)
    return nullptr;
  thread.message = error.message();
  return thread.message.c_str();
}

static Error useDevice(const std::string &name) {
  Expected<Context *> context = contextOf(name);
  if (!context)
    return context.takeError();
  thread.context = *context;
  thread.kind = nullptr;
  return Error::success();
}

/// Checks that the thread's device is of the kind that code is for.
static Error checkKind(const char *kind) {
  if (thread.kind == kind)
    return Error::success();
  if (!thread.context)
    if (Error error = useDevice(kind))
      return error;
  const Device &device = thread.context->device();
  if (std::string(kind) != backendEntry(device.kind).name)
    return Error::format("the function was compiled for '%s', but its caller "
                         "uses the device '%s'; call zynrtUseDevice(\"%s\")",
                         kind, device.label().c_str(), kind);
  thread.kind = kind;
  return Error::success();
}

/// Calls `work` with a stream whose work is ordered like work on `foreign`.
template <typename Work>
static Error runInOrder(Stream &stream, void *foreign, Work work) {
  if (Error error = stream.waitForForeign(foreign))
    return error;
  Error error = work(stream);
  // Also after a failure, before which work may have been queued.
  Error failed = stream.holdForeign(foreign);
  return error ? std::move(error) : std::move(failed);
}

/// The same for the device of the calling thread.
template <typename Work>
static const char *runOnDevice(void *foreign, Work work) {
  if (!thread.context)
    if (Error error = useDevice(backendEntry(DeviceKind::CUDA).name))
      return report(std::move(error));
  return report(runInOrder(thread.context->mainStream(), foreign, work));
}

static Error checkSize(int64_t bytes) {
  return bytes >= 0 ? Error::success()
                    : Error::format("expected a size in bytes, found %lld",
                                    static_cast<long long>(bytes));
}

extern "C" const char *zynrtUseDevice(const char *name) {
  return report(useDevice(name));
}

extern "C" const char *zynrtDeviceAlloc(void *stream, int64_t bytes,
                                        void **pointer) {
  return runOnDevice(stream, [=](Stream &own) {
    if (Error error = checkSize(bytes))
      return error;
    Expected<void *> memory = own.allocate(static_cast<uint64_t>(bytes));
    if (memory)
      *pointer = *memory;
    return memory.takeError();
  });
}

extern "C" const char *zynrtDeviceFree(void *stream, void *pointer) {
  return runOnDevice(stream, [=](Stream &own) { return own.free(pointer); });
}

extern "C" const char *zynrtCopyToDevice(void *stream, void *destination,
                                         const void *source, int64_t bytes) {
  return runOnDevice(stream, [=](Stream &own) {
    Error error = checkSize(bytes);
    return error ? std::move(error)
                 : own.copyToDevice(destination, source,
                                    static_cast<uint64_t>(bytes));
  });
}

extern "C" const char *zynrtCopyToHost(void *stream, void *destination,
                                       const void *source, int64_t bytes) {
  return runOnDevice(stream, [=](Stream &own) {
    Error error = checkSize(bytes);
    return error ? std::move(error)
                 : own.copyToHost(destination, source,
                                  static_cast<uint64_t>(bytes));
  });
}

extern "C" const char *zynrtStreamSynchronize(void *stream) {
  return runOnDevice(stream, [](Stream &own) { return own.synchronize(); });
}

extern "C" const char *zynrtInvoke(const char *kind, void *stream,
                                   void (*function)(void *), void *arguments) {
  if (Error error = checkKind(kind))
    return report(std::move(error));
  return report(
      runInOrder(thread.context->mainStream(), stream,
                 [=](Stream &own) { return own.invoke(function, arguments); }));
}
