//===- HostMemory.h - Page-locked host memory of a context ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_HOSTMEMORY_H
#define ZYN_LIB_RUNTIME_HOSTMEMORY_H

#include "Zyn/Runtime/Driver.h"

#include <cstdint>
#include <map>
#include <mutex>

namespace zyn::runtime {

/// The host memory that one context allocated or registered: with a driver it
/// is page-locked, so that the GPU copies from and to it directly; without one
/// it is plain memory, and registering does nothing. Where there is a driver,
/// the device's context has to be current, except for `contains`. Thread-safe.
class HostMemory {
public:
  /// `driver` is null on a CPU.
  explicit HostMemory(const Driver *driver) : driver(driver) {}

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

  const char *device() const { return driver ? "cuda" : "cpu"; }
  Ranges::const_iterator findOverlap(uintptr_t begin, uint64_t bytes) const;
  Error release(Ranges::const_iterator range) const;

  const Driver *const driver;
  mutable std::mutex mutex;
  /// By first address; no two overlap.
  Ranges ranges;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_HOSTMEMORY_H
