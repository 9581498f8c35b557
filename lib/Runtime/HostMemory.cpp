//===- HostMemory.cpp - Page-locked host memory of a context --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMemory.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/Device.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

using namespace zyn::runtime;

/// The driver's allocations are page-aligned, so ordinary memory is, too.
static constexpr uint64_t pageBytes = 4096;

/// Querying the system for available memory takes longer than a small
/// allocation, so only large allocations are checked.
static constexpr uint64_t minCheckedBytes = 16 << 20;

static uintptr_t addressOf(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

static void *pointerTo(uintptr_t address) {
  return reinterpret_cast<void *>(address);
}

HostMemory::~HostMemory() {
  for (auto range = ranges.begin(); range != ranges.end(); ++range)
    (void)release(range);
}

Expected<void *> HostMemory::allocate(uint64_t bytes) {
  // The driver rejects 0 bytes, and the result must be a unique address.
  const uint64_t size = std::max<uint64_t>(bytes, 1);
  std::lock_guard<std::mutex> lock(mutex);
  void *memory = nullptr;
  // The system would kill the process instead of failing to lock pages.
  bool fits = size < minCheckedBytes || size <= availableHostMemory();
  if (fits && locker) {
    Expected<void *> locked = locker->allocate(size);
    if (!locked)
      return locked;
    memory = *locked;
  } else if (fits) {
    memory = std::aligned_alloc(pageBytes,
                                (size + pageBytes - 1) / pageBytes * pageBytes);
  }
  if (!memory)
    return Error::format("%s: out of host memory: requested %s, %s free",
                         device, formatBytes(bytes).c_str(),
                         formatBytes(availableHostMemory()).c_str());
  ranges[addressOf(memory)] = {size, /*isOwned=*/true};
  return memory;
}

Error HostMemory::free(void *memory) {
  if (!memory)
    return Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto range = ranges.find(addressOf(memory));
  if (range == ranges.end() || !range->second.isOwned)
    return Error::format("%s: freeing host memory %p, which is not allocated",
                         device, memory);
  if (Error error = release(range))
    return error;
  ranges.erase(range);
  return Error::success();
}

Error HostMemory::add(void *memory, uint64_t bytes) {
  if (!locker)
    return Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto overlap = findOverlap(addressOf(memory), bytes);
  if (overlap != ranges.end())
    return Error::format("%s: registering %s at %p: already %s: %s at %p",
                         device, formatBytes(bytes).c_str(), memory,
                         overlap->second.isOwned ? "page-locked" : "registered",
                         formatBytes(overlap->second.bytes).c_str(),
                         pointerTo(overlap->first));
  if (Error error = locker->lock(memory, bytes))
    return error;
  ranges[addressOf(memory)] = {bytes, /*isOwned=*/false};
  return Error::success();
}

Error HostMemory::remove(void *memory) {
  if (!locker)
    return Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto range = ranges.find(addressOf(memory));
  if (range == ranges.end() || range->second.isOwned)
    return Error::format("%s: unregistering %p, which is not registered",
                         device, memory);
  if (Error error = release(range))
    return error;
  ranges.erase(range);
  return Error::success();
}

bool HostMemory::contains(const void *memory, uint64_t bytes) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto after = ranges.upper_bound(addressOf(memory));
  if (after == ranges.begin())
    return false;
  auto &[begin, range] = *std::prev(after);
  uint64_t offset = addressOf(memory) - begin;
  return offset < range.bytes && bytes <= range.bytes - offset;
}

bool HostMemory::isAllocated(const void *memory) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto range = findOverlap(addressOf(memory), /*bytes=*/1);
  return range != ranges.end() && range->second.isOwned;
}

/// Returns a range that overlaps the given one, or the end. Compares distances
/// because end addresses may overflow.
HostMemory::Ranges::const_iterator
HostMemory::findOverlap(uintptr_t begin, uint64_t bytes) const {
  auto after = ranges.upper_bound(begin);
  if (after != ranges.begin()) {
    auto before = std::prev(after);
    if (begin - before->first < before->second.bytes)
      return before;
  }
  if (after != ranges.end() && after->first - begin < bytes)
    return after;
  return ranges.end();
}

Error HostMemory::release(Ranges::const_iterator range) const {
  void *memory = pointerTo(range->first);
  if (!range->second.isOwned)
    return locker->unlock(memory);
  if (locker)
    return locker->free(memory);
  std::free(memory);
  return Error::success();
}
