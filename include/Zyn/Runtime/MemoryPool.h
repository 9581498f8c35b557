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

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
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

/// Device memory with reuse. A freed block is handed out again for the stream
/// that it was freed on at once, without synchronizing, because whatever still
/// uses it was queued on that stream before whatever will. For another stream
/// it is handed out when that is ordered after the free: by an event that it
/// waited for (`orderAfter`), or because the host has waited (`markDone`).
///
/// Size classes: up to 2 KiB every multiple of 256 bytes; above, 8 classes for
/// each power of two, but no more than 2 MiB apart. So at most an eighth of a
/// block is unused, and of a large block at most 2 MiB.
///
/// Thread-safe.
class MemoryPool {
public:
  /// A stream, as the pool calls it. The main stream is there from the start.
  using StreamNumber = uint64_t;
  static constexpr StreamNumber mainStream = 0;

  /// How much of the streams' work comes before something: of each stream, the
  /// number of blocks that had been freed on it. Streams that are not in it are
  /// not ordered.
  using Point = std::map<StreamNumber, uint64_t>;

  /// `device` ("cuda", "cpu") begins the error messages. `raw` outlives the
  /// pool.
  MemoryPool(RawMemory &raw, std::string device);

  /// Gives everything back, blocks still in use included.
  ~MemoryPool();

  MemoryPool(const MemoryPool &) = delete;
  MemoryPool &operator=(const MemoryPool &) = delete;

  /// A block of at least `bytes`, aligned to 256 bytes, for work on `stream`; a
  /// unique one for 0 bytes. `owner` marks it for `freeOwnedBy`. When the
  /// memory or the limit does not suffice, cached blocks are given back and it
  /// is tried once more; then the error is "cuda: out of memory: asked 12.0
  /// GiB, 3.1 GiB free".
  Expected<void *> allocate(uint64_t bytes, uint64_t owner = 0,
                            StreamNumber stream = mainStream);

  /// Takes back a block after the work queued so far on `stream`, by default
  /// the one that it was allocated for; null is ignored. Error: not a block of
  /// this pool, or one freed before.
  Error free(void *pointer, std::optional<StreamNumber> stream = {});

  /// Takes back all blocks in use that were allocated for `owner`, each as
  /// `free` does.
  void freeOwnedBy(uint64_t owner);

  StreamNumber addStream();
  /// `stream` has no work left and gets none. Does nothing for the main stream.
  void removeStream(StreamNumber stream);
  /// Whether streams were added that are still there.
  bool hasSeveralStreams() const {
    return addedStreams.load(std::memory_order_acquire) != 0;
  }

  /// What comes before work that is queued on `stream` now.
  Point pointOf(StreamNumber stream) const;
  /// From now on, work is queued on `stream` that comes after `point`.
  void orderAfter(StreamNumber stream, const Point &point);
  /// What comes before `point` is done.
  void markDone(const Point &point);

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
    StreamNumber stream;
  };

  /// A block in the cache: the `number`-th that was freed on `stream`.
  struct Freed {
    void *pointer;
    StreamNumber stream;
    uint64_t number;
  };

  struct StreamState {
    uint64_t frees = 0;
    /// Of `frees`, those whose stream's work before is done.
    uint64_t done = 0;
    /// Of other streams, what comes before this one's next work.
    Point before;
  };

  bool isUsable(const Freed &block, const StreamState &stream,
                StreamNumber number) const;
  void *takeCached(uint64_t size, StreamNumber stream);
  void putIntoCache(void *pointer, const Block &block, StreamNumber stream);
  Expected<void *> takeRaw(uint64_t size);
  void trimLocked();
  Error outOfMemory(uint64_t bytes) const;

  RawMemory &raw;
  const std::string device;
  mutable std::mutex mutex;
  std::unordered_map<void *, Block> live;
  /// Free blocks by class size.
  std::map<uint64_t, std::vector<Freed>> cache;
  std::map<StreamNumber, StreamState> streams;
  StreamNumber lastStream = mainStream;
  std::atomic<unsigned> addedStreams{0};
  MemoryStatistics counts;
  uint64_t limit = UINT64_MAX;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MEMORYPOOL_H
