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

/// Locks pages for a device that then copies from and to them directly.
class PageLocker {
public:
  virtual ~PageLocker() = default;

  /// `bytes` (at least 1) of locked memory, or null if there is not enough.
  virtual Expected<void *> allocate(uint64_t bytes) = 0;
  virtual Error free(void *memory) = 0;
  virtual Error lock(void *memory, uint64_t bytes) = 0;
  virtual Error unlock(void *memory) = 0;
};

/// The host memory that one context allocated or registered: page-locked where
/// there is a `PageLocker`, whose device has to be current except for
/// `contains`; without one it is plain memory, and registering does nothing.
/// Thread-safe.
class HostMemory {
public:
  /// `device` ("cuda", "cpu") begins the error messages. `locker` may be null.
  HostMemory(const char *device, PageLocker *locker)
      : device(device), locker(locker) {}

  /// Frees and unregisters what is left.
  ~HostMemory();

  HostMemory(const HostMemory &) = delete;
  HostMemory &operator=(const HostMemory &) = delete;

  /// See the functions of `Context`.
  Expected<void *> allocate(uint64_t bytes);
  Error free(void *memory);
  Error add(void *memory, uint64_t bytes);
  Error remove(void *memory);

  /// Whether `bytes` bytes from `memory` lie inside one allocated or registered
  /// range. Two adjacent ranges are not one: the driver refuses a copy that
  /// spans both.
  bool contains(const void *memory, uint64_t bytes) const;

  /// Whether `memory` lies in a range that was allocated here.
  bool isAllocated(const void *memory) const;

private:
  struct Range {
    uint64_t bytes;
    /// Allocated here; otherwise the caller's, and registered.
    bool isOurs;
  };
  using Ranges = std::map<uintptr_t, Range>;

  Ranges::const_iterator findOverlap(uintptr_t begin, uint64_t bytes) const;
  Error release(Ranges::const_iterator range) const;

  const char *const device;
  PageLocker *const locker;
  mutable std::mutex mutex;
  /// By first address; no two overlap.
  Ranges ranges;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_HOSTMEMORY_H
