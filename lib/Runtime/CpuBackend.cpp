//===- CpuBackend.cpp - The host's memory as a device ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "HostMemory.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace zyn::runtime;

static constexpr uint64_t hugePage = 2 << 20;

/// Asking the system for what is free takes longer than a small allocation, so
/// only allocations that can matter are checked.
static constexpr uint64_t checkedFrom = 16 << 20;

namespace {
class CpuBackend final : public Backend {
public:
  void *enter() override { return nullptr; }
  void leave(void *) override {}

  Expected<void *> allocateRaw(uint64_t bytes) override {
    // The system would promise more than it has and kill the process later.
    if (bytes >= checkedFrom && bytes > availableRaw())
      return static_cast<void *>(nullptr);
    uint64_t alignment = bytes >= hugePage ? hugePage : 256;
    uint64_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *pointer = std::aligned_alloc(alignment, rounded);
    if (pointer && alignment == hugePage)
      (void)::madvise(pointer, rounded, MADV_HUGEPAGE);
    return pointer;
  }

  void freeRaw(void *pointer) override { std::free(pointer); }

  uint64_t availableRaw() override { return availableHostMemory(); }

  Error copy(void *destination, const void *source, uint64_t bytes) override {
    std::memmove(destination, source, bytes);
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

  HostMemory &hostMemory() override { return host; }

  Error synchronize() override { return Error::success(); }

  using Clock = std::chrono::steady_clock;
  Expected<void *> createEvent() override {
    return static_cast<void *>(new Clock::time_point());
  }
  void destroyEvent(void *event) override { delete &time(event); }
  Error recordEvent(void *event) override {
    time(event) = Clock::now();
    return Error::success();
  }
  Expected<double> elapsedMilliseconds(void *start, void *stop) override {
    return std::chrono::duration<double, std::milli>(time(stop) - time(start))
        .count();
  }

private:
  static Clock::time_point &time(void *event) {
    return *static_cast<Clock::time_point *>(event);
  }

  HostMemory host{/*driver=*/nullptr};
};
} // namespace

std::unique_ptr<Backend> zyn::runtime::createCpuBackend() {
  return std::make_unique<CpuBackend>();
}
