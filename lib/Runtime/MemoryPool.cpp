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
#include <tuple>

using namespace zyn::runtime;

static constexpr uint64_t granule = 256;
static constexpr uint64_t maxStep = 2 << 20;

MemoryPool::MemoryPool(RawMemory &raw, std::string device)
    : raw(raw), device(std::move(device)) {
  streams[mainStream];
}

MemoryPool::~MemoryPool() {
  trimLocked();
  for (auto &[pointer, block] : live)
    raw.freeRaw(pointer);
}

uint64_t MemoryPool::classSize(uint64_t bytes) {
  uint64_t step = granule;
  if (bytes > 8 * granule) {
    uint64_t power = uint64_t(1) << (63 - __builtin_clzll(bytes - 1));
    step = std::min(power / 8, maxStep);
  }
  uint64_t rounded;
  if (__builtin_add_overflow(std::max<uint64_t>(bytes, 1), step - 1, &rounded))
    return UINT64_MAX;
  return rounded / step * step;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

MemoryPool::StreamNumber MemoryPool::addStream() {
  std::lock_guard<std::mutex> lock(mutex);
  return addLocked();
}

MemoryPool::StreamNumber MemoryPool::beginGraph(StreamNumber stream) {
  std::lock_guard<std::mutex> lock(mutex);
  StreamNumber graph = addLocked();
  StreamState &source = streams.at(stream);
  source.recorded = graph;
  StreamState &state = streams.at(graph);
  state.isGraph = true;
  // It runs after what the stream has done so far.
  state.before = source.before;
  state.before[stream] = source.frees;
  return graph;
}

void MemoryPool::endGraph(StreamNumber stream) {
  std::lock_guard<std::mutex> lock(mutex);
  streams.at(stream).recorded.reset();
  settleRetired();
}

void MemoryPool::removeGraph(StreamNumber graph, StreamNumber stream) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[size, blocks] : cache)
    for (Freed &block : blocks)
      if (block.stream == graph)
        block = {block.pointer, stream, ++streams.at(stream).frees};
  for (auto &[pointer, block] : live)
    if (block.stream == graph)
      block.stream = stream;
  removeLocked(graph);
}

MemoryPool::StreamNumber MemoryPool::current(StreamNumber stream) const {
  auto state = streams.find(stream);
  return state == streams.end() ? stream
                                : state->second.recorded.value_or(stream);
}

bool MemoryPool::isOfGraph(const Freed &block) const {
  auto stream = streams.find(block.stream);
  return stream != streams.end() && stream->second.isGraph;
}

MemoryPool::StreamNumber MemoryPool::addLocked() {
  streams[++lastStream];
  addedStreams.fetch_add(1, std::memory_order_release);
  return lastStream;
}

void MemoryPool::removeStream(StreamNumber stream) {
  if (stream == mainStream)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  removeLocked(stream);
}

void MemoryPool::removeLocked(StreamNumber stream) {
  streams.erase(stream);
  for (auto &[number, state] : streams)
    state.before.erase(stream);
  addedStreams.fetch_sub(1, std::memory_order_release);
  settleRetired();
}

MemoryPool::Point MemoryPool::pointOf(StreamNumber stream) const {
  std::lock_guard<std::mutex> lock(mutex);
  const StreamState &state = streams.at(stream);
  Point point = state.before;
  point[stream] = state.frees;
  return point;
}

void MemoryPool::orderAfter(StreamNumber stream, const Point &point) {
  std::lock_guard<std::mutex> lock(mutex);
  Point &before = streams.at(stream).before;
  for (auto [other, frees] : point)
    if (other != stream && streams.count(other))
      before[other] = std::max(before[other], frees);
}

void MemoryPool::markDone(const Point &point) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto [stream, frees] : point)
    if (auto state = streams.find(stream); state != streams.end())
      state->second.done = std::max(state->second.done, frees);
  settleRetired();
}

bool MemoryPool::isUsable(const Freed &block, const StreamState &stream,
                          StreamNumber number) const {
  if (block.stream == number)
    return true;
  auto other = streams.find(block.stream);
  if (other == streams.end() || block.number <= other->second.done)
    return true;
  auto before = stream.before.find(block.stream);
  return before != stream.before.end() && block.number <= before->second;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void *MemoryPool::takeCached(uint64_t size, StreamNumber stream) {
  const StreamState &state = streams.at(stream);
  // Accept a block up to an eighth larger, which wastes no more than size
  // classes do.
  for (auto entry = cache.lower_bound(size);
       entry != cache.end() && entry->first - size <= size / 8; ++entry) {
    std::vector<Freed> &blocks = entry->second;
    auto block =
        std::find_if(blocks.rbegin(), blocks.rend(), [&](const Freed &block) {
          return isUsable(block, state, stream);
        });
    if (block == blocks.rend())
      continue;
    void *pointer = block->pointer;
    counts.cached -= entry->first;
    live[pointer] = {entry->first, 0, 0, stream};
    blocks.erase(std::next(block).base());
    if (blocks.empty())
      cache.erase(entry);
    return pointer;
  }
  return nullptr;
}

void MemoryPool::putIntoCache(void *pointer, const Block &block,
                              StreamNumber stream) {
  // A removed stream has no pending work.
  auto state = streams.find(stream);
  if (state == streams.end())
    cache[block.size].push_back({pointer, stream, 0});
  else
    cache[block.size].push_back({pointer, stream, ++state->second.frees});
  counts.inUse -= block.size;
  counts.cached += block.size;
}

Expected<void *> MemoryPool::takeRaw(uint64_t size) {
  uint64_t held = counts.inUse + counts.cached;
  if (size > limit - std::min(limit, held))
    return static_cast<void *>(nullptr);
  Expected<void *> pointer = raw.allocateRaw(size);
  if (pointer && *pointer)
    live[*pointer] = {size, 0, 0, mainStream};
  return pointer;
}

Expected<void *> MemoryPool::allocate(uint64_t bytes, uint64_t owner,
                                      StreamNumber stream) {
  uint64_t size = classSize(bytes);
  std::lock_guard<std::mutex> lock(mutex);
  stream = current(stream);
  if (size == UINT64_MAX)
    return outOfMemory(bytes);
  Expected<void *> pointer = takeCached(size, stream);
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
  block.stream = stream;
  counts.inUse += block.size;
  counts.peak = std::max(counts.peak, counts.inUse);
  return pointer;
}

uint64_t MemoryPool::available() const {
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t underLimit = limit - std::min(limit, counts.inUse);
  return std::min(underLimit, raw.availableRaw() + usableCached());
}

/// Returns the bytes of cached blocks that `trimLocked` frees.
uint64_t MemoryPool::usableCached() const {
  uint64_t bytes = counts.cached;
  for (const auto &[size, blocks] : cache)
    for (const Freed &block : blocks)
      if (isOfGraph(block))
        bytes -= size;
  if (isRecording())
    for (const Retired &block : retired)
      bytes -= block.size;
  return bytes;
}

Error MemoryPool::outOfMemory(uint64_t bytes) const {
  uint64_t available = raw.availableRaw();
  std::string within;
  uint64_t underLimit = limit - std::min(limit, counts.inUse);
  if (underLimit < available) {
    available = underLimit;
    within = " of the limit of " + formatBytes(limit);
  }
  return Error(device + ": out of memory: requested " + formatBytes(bytes) +
               ", " + formatBytes(available) + " free" + within);
}

Error MemoryPool::notAllocated(const void *pointer) const {
  return Error::format("%s: freeing %p, which is not allocated", device.c_str(),
                       pointer);
}

Error MemoryPool::free(void *pointer, std::optional<StreamNumber> stream) {
  if (!pointer)
    return Error::success();
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = live.find(pointer);
  if (entry == live.end())
    return notAllocated(pointer);
  if (entry->second.owner == constantOwner)
    return Error::format("%s: freeing %p, which is a constant of a program",
                         device.c_str(), pointer);
  putIntoCache(pointer, entry->second,
               current(stream.value_or(entry->second.stream)));
  live.erase(entry);
  return Error::success();
}

Error MemoryPool::freeAfterAll(void *pointer) {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = live.find(pointer);
  if (entry == live.end())
    return notAllocated(pointer);
  Retired block{pointer, entry->second.size, {}};
  for (auto &[number, state] : streams)
    if (!state.isGraph)
      block.frees[number] = ++state.frees;
  counts.inUse -= block.size;
  counts.cached += block.size;
  live.erase(entry);
  retired.push_back(std::move(block));
  settleRetired();
  return Error::success();
}

bool MemoryPool::isRecording() const {
  return std::any_of(streams.begin(), streams.end(), [](const auto &stream) {
    return stream.second.recorded.has_value();
  });
}

/// Puts retired blocks that at most one stream still uses into the cache.
void MemoryPool::settleRetired() {
  if (retired.empty() || isRecording())
    return;
  auto isSettled = [&](Retired &block) {
    for (auto use = block.frees.begin(); use != block.frees.end();) {
      auto stream = streams.find(use->first);
      bool isDone =
          stream == streams.end() || use->second <= stream->second.done;
      use = isDone ? block.frees.erase(use) : std::next(use);
    }
    if (block.frees.size() > 1)
      return false;
    Freed freed{block.pointer, mainStream, 0};
    if (!block.frees.empty())
      std::tie(freed.stream, freed.number) = *block.frees.begin();
    cache[block.size].push_back(freed);
    return true;
  };
  retired.erase(std::remove_if(retired.begin(), retired.end(), isSettled),
                retired.end());
}

void MemoryPool::freeOwnedBy(uint64_t owner) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto entry = live.begin(); entry != live.end();) {
    if (entry->second.owner != owner) {
      ++entry;
      continue;
    }
    putIntoCache(entry->first, entry->second, current(entry->second.stream));
    entry = live.erase(entry);
  }
}

void MemoryPool::trim() {
  std::lock_guard<std::mutex> lock(mutex);
  trimLocked();
}

void MemoryPool::trimLocked() {
  // `freeRaw` waits for the work of all streams.
  if (!isRecording()) {
    for (const Retired &block : retired) {
      raw.freeRaw(block.pointer);
      counts.cached -= block.size;
    }
    retired.clear();
  }
  for (auto entry = cache.begin(); entry != cache.end();) {
    std::vector<Freed> kept;
    for (const Freed &block : entry->second) {
      if (isOfGraph(block)) {
        kept.push_back(block);
        continue;
      }
      raw.freeRaw(block.pointer);
      counts.cached -= entry->first;
    }
    entry->second = std::move(kept);
    entry = entry->second.empty() ? cache.erase(entry) : std::next(entry);
  }
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

bool MemoryPool::isInUse(const void *pointer) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto entry = live.find(const_cast<void *>(pointer));
  return entry != live.end() && entry->second.owner != constantOwner;
}

MemoryStatistics MemoryPool::statistics() const {
  std::lock_guard<std::mutex> lock(mutex);
  return counts;
}
