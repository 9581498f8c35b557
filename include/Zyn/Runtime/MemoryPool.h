//===- MemoryPool.h - Stream-ordered device memory --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_MEMORYPOOL_H
#define ZYN_RUNTIME_MEMORYPOOL_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace zyn::runtime {

/// Where a pool gets its memory from. Implementations are thread-safe.
class RawMemory {
public:
  virtual ~RawMemory() = default;

  /// `bytes` of memory aligned to at least 256 bytes, or null if there is not
  /// enough. Error: anything else, such as a device that was lost.
  virtual Expected<void *> allocateRaw(uint64_t bytes) = 0;

  /// Gives back what `allocateRaw` returned, after all queued work that may
  /// still use it.
  virtual void freeRaw(void *pointer) = 0;

  /// Bytes that `allocateRaw` could still give.
  virtual uint64_t availableRaw() = 0;
};

/// Byte counts of a pool. Blocks count at the size of their class.
struct MemoryStatistics {
  uint64_t inUse = 0;
  /// The largest `inUse` so far.
  uint64_t peak = 0;
  /// Freed blocks that are kept for reuse.
  uint64_t cached = 0;
};

/// Device memory with reuse, for one stream: a freed block is handed out again
/// at once, without synchronising, because whatever still uses it was queued on
/// the same stream before whatever will.
///
/// Size classes: up to 2 KiB every multiple of 256 bytes; above, 8 classes for
/// each power of two, but no more than 2 MiB apart. So at most an eighth of a
/// block is unused, and of a large block at most 2 MiB.
///
/// Thread-safe.
class MemoryPool {
public:
  /// `device` ("cuda", "cpu") begins the error messages. `raw` outlives the
  /// pool.
  MemoryPool(RawMemory &raw, std::string device);

  /// Gives everything back, blocks still in use included.
  ~MemoryPool();

  MemoryPool(const MemoryPool &) = delete;
  MemoryPool &operator=(const MemoryPool &) = delete;

  /// A block of at least `bytes`, aligned to 256 bytes; a unique one for 0
  /// bytes. `owner` marks it for `freeOwnedBy`. When the memory or the limit
  /// does not suffice, cached blocks are given back and it is tried once more;
  /// then the error is "cuda: out of memory: asked 12.0 GiB, 3.1 GiB free".
  Expected<void *> allocate(uint64_t bytes, uint64_t owner = 0);

  /// Takes back a block; null is ignored. Error: not a block of this pool, or
  /// one freed before.
  Error free(void *pointer);

  /// Takes back all blocks in use that were allocated for `owner`.
  void freeOwnedBy(uint64_t owner);

  /// Gives all cached blocks back to the raw memory.
  void trim();

  /// The most bytes, in use and cached together, that the pool may hold;
  /// UINT64_MAX is no limit.
  void setLimit(uint64_t bytes);

  MemoryStatistics statistics() const;

  /// A block in use, of the bytes that were asked for.
  struct Range {
    void *begin;
    uint64_t bytes;
  };
  std::vector<Range> inUse() const;

  /// The size of the class that `bytes` falls into; UINT64_MAX if it would
  /// overflow.
  static uint64_t classSize(uint64_t bytes);

private:
  struct Block {
    uint64_t size;
    uint64_t owner;
    /// What was asked for.
    uint64_t bytes;
  };

  void *takeCached(uint64_t size);
  Expected<void *> takeRaw(uint64_t size);
  void trimLocked();
  Error outOfMemory(uint64_t bytes) const;

  RawMemory &raw;
  const std::string device;
  mutable std::mutex mutex;
  std::unordered_map<void *, Block> live;
  /// Free blocks by class size.
  std::map<uint64_t, std::vector<void *>> cache;
  MemoryStatistics counts;
  uint64_t limit = UINT64_MAX;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MEMORYPOOL_H
