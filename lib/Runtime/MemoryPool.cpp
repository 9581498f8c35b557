//===- MemoryPool.cpp - Stream-ordered device memory ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/MemoryPool.h"
#include "Zyn/Runtime/ByteSize.h"

#include <algorithm>

using namespace zyn::runtime;

static constexpr uint64_t granule = 256;
static constexpr uint64_t largestStep = 2 << 20;

MemoryPool::MemoryPool(RawMemory &raw, std::string device)
    : raw(raw), device(std::move(device)) {}

MemoryPool::~MemoryPool() {
  trimLocked();
  for (auto &[pointer, block] : live)
    raw.freeRaw(pointer);
}

uint64_t MemoryPool::classSize(uint64_t bytes) {
  uint64_t step = granule;
  if (bytes > 8 * granule) {
    uint64_t power = uint64_t(1) << (63 - __builtin_clzll(bytes - 1));
    step = std::min(power / 8, largestStep);
  }
  uint64_t rounded;
  if (__builtin_add_overflow(std::max<uint64_t>(bytes, 1), step - 1, &rounded))
    return UINT64_MAX;
  return rounded / step * step;
}

void *MemoryPool::takeCached(uint64_t size) {
  // A block up to an eighth larger will do: it wastes no more than a class.
  auto entry = cache.lower_bound(size);
  if (entry == cache.end() || entry->first - size > size / 8)
    return nullptr;
  void *pointer = entry->second.back();
  counts.cached -= entry->first;
  live[pointer] = {entry->first, 0, 0};
  entry->second.pop_back();
  if (entry->second.empty())
    cache.erase(entry);
  return pointer;
}

Expected<void *> MemoryPool::takeRaw(uint64_t size) {
  uint64_t held = counts.inUse + counts.cached;
  if (size > limit - std::min(limit, held))
    return static_cast<void *>(nullptr);
  Expected<void *> pointer = raw.allocateRaw(size);
  if (pointer && *pointer)
    live[*pointer] = {size, 0, 0};
  return pointer;
}

Expected<void *> MemoryPool::allocate(uint64_t bytes, uint64_t owner) {
  uint64_t size = classSize(bytes);
  std::lock_guard<std::mutex> lock(mutex);
  if (size == UINT64_MAX)
    return outOfMemory(bytes);
  Expected<void *> pointer = takeCached(size);
  if (!*pointer)
    pointer = takeRaw(size);
  if (pointer && !*pointer && counts.cached > 0) {
    trimLocked();
    pointer = takeRaw(size);
  }
  if (!pointer)
    return pointer;
  if (!*pointer)
    return outOfMemory(bytes);
  Block &block = live[*pointer];
  block.owner = owner;
  block.bytes = bytes;
  counts.inUse += block.size;
  counts.peak = std::max(counts.peak, counts.inUse);
  return pointer;
}

Error MemoryPool::outOfMemory(uint64_t bytes) const {
  uint64_t available = raw.availableRaw();
  std::string within;
  uint64_t underLimit = limit - std::min(limit, counts.inUse);
  if (underLimit < available) {
    available = underLimit;
    within = " of the limit of " + formatBytes(limit);
  }
  return Error(device + ": out of memory: asked " + formatBytes(bytes) + ", " +
               formatBytes(available) + " free" + within);
}

Error MemoryPool::free(void *pointer) {
  if (!pointer)
    return Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = live.find(pointer);
  if (entry == live.end())
    return Error::format("%s: freeing %p, which is not allocated",
                         device.c_str(), pointer);
  uint64_t size = entry->second.size;
  live.erase(entry);
  cache[size].push_back(pointer);
  counts.inUse -= size;
  counts.cached += size;
  return Error::success();
}

void MemoryPool::freeOwnedBy(uint64_t owner) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto entry = live.begin(); entry != live.end();) {
    auto [pointer, block] = *entry;
    if (block.owner != owner) {
      ++entry;
      continue;
    }
    entry = live.erase(entry);
    cache[block.size].push_back(pointer);
    counts.inUse -= block.size;
    counts.cached += block.size;
  }
}

void MemoryPool::trim() {
  std::lock_guard<std::mutex> lock(mutex);
  trimLocked();
}

void MemoryPool::trimLocked() {
  for (auto &[size, pointers] : cache)
    for (void *pointer : pointers)
      raw.freeRaw(pointer);
  cache.clear();
  counts.cached = 0;
}

void MemoryPool::setLimit(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  limit = bytes;
  if (counts.inUse + counts.cached > limit)
    trimLocked();
}

std::vector<MemoryPool::Range> MemoryPool::inUse() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Range> ranges;
  for (const auto &[pointer, block] : live)
    ranges.push_back({pointer, block.bytes});
  return ranges;
}

MemoryStatistics MemoryPool::statistics() const {
  std::lock_guard<std::mutex> lock(mutex);
  return counts;
}
