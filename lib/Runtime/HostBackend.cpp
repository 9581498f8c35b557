//===- HostBackend.cpp - Devices that use host memory ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBackend.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace zyn::runtime;

static constexpr uint64_t hugePage = 2 << 20;

/// Querying the system for available memory takes longer than a small
/// allocation, so only large allocations are checked.
static constexpr uint64_t minCheckedBytes = 16 << 20;

namespace {
class HostEvent final : public BackendEvent {
public:
  std::chrono::steady_clock::time_point time;
};

class HostStream final : public BackendStream {
public:
  explicit HostStream(HostBackend &backend) : backend(backend) {}

  Error copy(void *destination, const void *source, uint64_t bytes) override {
    std::memmove(destination, source, bytes);
    return Error::success();
  }
  Error clear(void *destination, uint64_t bytes, uint64_t stride,
              uint64_t count) override {
    for (uint64_t i = 0; i < count; ++i)
      std::memset(static_cast<char *>(destination) + i * stride, 0, bytes);
    return Error::success();
  }
  Error copyToDevice(void *destination, const void *source,
                     uint64_t bytes) override {
    return copy(destination, source, bytes);
  }
  Error copyToHost(void *destination, const void *source,
                   uint64_t bytes) override {
    return copy(destination, source, bytes);
  }

  Error launch(Kernel &kernel, const LaunchShape &shape,
               void **arguments) override {
    return backend.run(kernel, shape, arguments);
  }

  Error record(BackendEvent &event) override {
    static_cast<HostEvent &>(event).time = std::chrono::steady_clock::now();
    return Error::success();
  }
  Error wait(const BackendEvent &) override { return Error::success(); }
  Error synchronize() override { return Error::success(); }

  Expected<std::unique_ptr<BackendGraph>>
  capture(const std::function<Error()> &) override {
    return Error("recording a graph: expected a GPU, found host memory");
  }

private:
  HostBackend &backend;
};
} // namespace

Expected<void *> HostBackend::allocateRaw(uint64_t bytes) {
  // The system would overcommit memory and kill the process later.
  if (bytes >= minCheckedBytes && bytes > availableRaw())
    return static_cast<void *>(nullptr);
  uint64_t alignment = bytes >= hugePage ? hugePage : 256;
  uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *pointer = std::aligned_alloc(alignment, rounded);
  if (pointer && alignment == hugePage)
    (void)::madvise(pointer, rounded, MADV_HUGEPAGE);
  return pointer;
}

void HostBackend::freeRaw(void *pointer) { std::free(pointer); }

uint64_t HostBackend::availableRaw() { return availableHostMemory(); }

/// The emulator has 8 bytes for each KiB of addresses, which it initializes for
/// each launch.
uint64_t HostBackend::maxOnDemand() { return uint64_t(1) << 30; }

Expected<void *> HostBackend::allocateOnDemand(uint64_t bytes) {
  void *memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, 0);
  if (memory == MAP_FAILED)
    return static_cast<void *>(nullptr);
  share(memory, bytes);
  return memory;
}

void HostBackend::freeOnDemand(void *memory, uint64_t bytes) {
  unshare(memory);
  (void)::munmap(memory, bytes);
}

Expected<std::unique_ptr<BackendStream>> HostBackend::createStream() {
  return std::unique_ptr<BackendStream>(std::make_unique<HostStream>(*this));
}

Expected<std::unique_ptr<BackendEvent>> HostBackend::createEvent() {
  return std::unique_ptr<BackendEvent>(std::make_unique<HostEvent>());
}

Expected<double> HostBackend::elapsedMilliseconds(const BackendEvent &start,
                                                  const BackendEvent &stop) {
  std::chrono::duration<double, std::milli> elapsed =
      static_cast<const HostEvent &>(stop).time -
      static_cast<const HostEvent &>(start).time;
  return elapsed.count();
}
