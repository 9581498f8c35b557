//===- HostMemory.h - Page-locked host memory of a context ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_HOSTMEMORY_H
#define ZYN_LIB_RUNTIME_HOSTMEMORY_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace zyn::runtime {

/// Page-locks memory, so that a device can copy from and to it directly.
class PageLocker {
public:
  virtual ~PageLocker() = default;

  /// Allocates `bytes` (at least 1) of page-locked memory; returns null if
  /// there is not enough.
  virtual Expected<void *> allocate(uint64_t bytes) = 0;
  virtual Error free(void *memory) = 0;
  virtual Error lock(void *memory, uint64_t bytes) = 0;
  virtual Error unlock(void *memory) = 0;
};

/// The host memory that one context allocated or registered. With a
/// `PageLocker` it is page-locked, and all functions except `contains` require
/// the locker's device to be current; without one it is ordinary memory, and
/// registering does nothing. Thread-safe.
class HostMemory {
public:
  /// Error messages start with `device` ("cuda", "cpu"). `locker` may be null.
  HostMemory(const char *device, PageLocker *locker)
      : device(device), locker(locker) {}

  /// Frees and unregisters all remaining ranges.
  ~HostMemory();

  HostMemory(const HostMemory &) = delete;
  HostMemory &operator=(const HostMemory &) = delete;

  /// See the functions of `Context`.
  Expected<void *> allocate(uint64_t bytes);
  Error free(void *memory);
  Error add(void *memory, uint64_t bytes);
  Error remove(void *memory);

  /// Whether `bytes` bytes from `memory` are within one allocated or registered
  /// range. Adjacent ranges are separate: the driver rejects a copy that spans
  /// both.
  bool contains(const void *memory, uint64_t bytes) const;

  /// Whether `memory` is within a range that was allocated here.
  bool isAllocated(const void *memory) const;

private:
  struct Range {
    uint64_t bytes;
    /// Whether it was allocated here; otherwise it is the caller's and
    /// registered.
    bool isOwned;
  };
  using Ranges = std::map<uintptr_t, Range>;

  Ranges::const_iterator findOverlap(uintptr_t begin, uint64_t bytes) const;
  Error release(Ranges::const_iterator range) const;

  const char *const device;
  PageLocker *const locker;
  mutable std::mutex mutex;
  /// By start address; ranges do not overlap.
  Ranges ranges;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_HOSTMEMORY_H
