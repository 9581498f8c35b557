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

/// The source of a pool's memory. Implementations are thread-safe.
class RawMemory {
public:
  virtual ~RawMemory() = default;

  /// Allocates `bytes` of memory aligned to at least 256 bytes; returns null if
  /// there is not enough. Error: any other failure, such as an unusable device.
  virtual Expected<void *> allocateRaw(uint64_t bytes) = 0;

  /// Frees memory returned by `allocateRaw`, after all queued work that may
  /// still use it.
  virtual void freeRaw(void *pointer) = 0;

  /// The number of bytes that `allocateRaw` can still provide.
  virtual uint64_t availableRaw() = 0;
};

/// Byte counts of a pool. A block counts with the size of its class.
struct MemoryStatistics {
  uint64_t inUse = 0;
  /// The largest `inUse` so far.
  uint64_t peak = 0;
  /// Freed blocks that are kept for reuse.
  uint64_t cached = 0;
};

/// A caching allocator of device memory. A freed block can be reused
/// immediately, without synchronization, on the stream that it was freed on,
/// because work that still uses it was queued on that stream before any new
/// work. Another stream can reuse it once it is ordered after the free: by an
/// event that it waited for (`orderAfter`), or because the host has waited
/// (`markDone`).
///
/// Size classes: up to 2 KiB every multiple of 256 bytes; above, 8 classes for
/// each power of two, but no more than 2 MiB apart. At most an eighth of a
/// block is therefore unused, and at most 2 MiB of a large one.
///
/// Thread-safe.
class MemoryPool {
public:
  /// Identifies a stream. The main stream always exists.
  using StreamNumber = uint64_t;
  static constexpr StreamNumber mainStream = 0;

  /// Owns the constants of programs, which calls may return, but which are only
  /// freed by `freeAfterAll`.
  static constexpr uint64_t constantOwner = UINT64_MAX;

  /// The work of each stream that precedes some point in time, given by the
  /// number of blocks that had been freed on it. Streams that are not in the
  /// map are not ordered.
  using Point = std::map<StreamNumber, uint64_t>;

  /// Error messages start with `device` ("cuda", "cpu"). `raw` must outlive the
  /// pool.
  MemoryPool(RawMemory &raw, std::string device);

  /// Frees all memory, including blocks still in use.
  ~MemoryPool();

  MemoryPool(const MemoryPool &) = delete;
  MemoryPool &operator=(const MemoryPool &) = delete;

  /// Allocates a block of at least `bytes`, aligned to 256 bytes, for work on
  /// `stream`; a unique one for 0 bytes. `owner` identifies it for
  /// `freeOwnedBy`. If memory is insufficient or the limit is reached, frees
  /// cached blocks and retries once. Error: "cuda: out of memory:
  /// requested 12.0 GiB, 3.1 GiB free".
  Expected<void *> allocate(uint64_t bytes, uint64_t owner = 0,
                            StreamNumber stream = mainStream);

  /// Frees a block after the work queued so far on `stream`, which by default
  /// is the one that it was allocated for; ignores null. Error: not a block of
  /// this pool, a constant, or already freed.
  Error free(void *pointer, std::optional<StreamNumber> stream = {});

  /// Frees a block after the work queued so far on all streams, none of which
  /// this waits for. While a stream is recorded as a graph, nothing can use the
  /// block. Error: not a block of this pool, or already freed.
  Error freeAfterAll(void *pointer);

  /// Calls `free` on all blocks in use that were allocated for `owner`.
  void freeOwnedBy(uint64_t owner);

  StreamNumber addStream();
  /// Starts to record the work of `stream` as a graph, which may run again at
  /// any time. Until `endGraph`, blocks that are allocated or freed on `stream`
  /// are the graph's: no other work can use those that are free.
  StreamNumber beginGraph(StreamNumber stream);
  void endGraph(StreamNumber stream);
  /// Removes a graph, of which no work is pending, unless it was queued on
  /// `stream`: its blocks become those of `stream`.
  void removeGraph(StreamNumber graph, StreamNumber stream);
  /// Removes `stream`, which must have no more work. Does nothing for the main
  /// stream.
  void removeStream(StreamNumber stream);
  /// Whether there are streams other than the main one.
  bool hasSeveralStreams() const {
    return addedStreams.load(std::memory_order_acquire) != 0;
  }

  /// Returns the work that precedes work queued on `stream` now.
  Point pointOf(StreamNumber stream) const;
  /// Orders work that is queued on `stream` from now on after `point`.
  void orderAfter(StreamNumber stream, const Point &point);
  /// Notes that all work before `point` is done.
  void markDone(const Point &point);

  /// Frees all cached blocks.
  void trim();

  /// Sets the maximum number of bytes that the pool may hold, in use and
  /// cached; UINT64_MAX means no limit.
  void setLimit(uint64_t bytes);

  MemoryStatistics statistics() const;

  /// Returns how many bytes can be allocated in addition to those in use.
  uint64_t available() const;

  /// A block in use; `bytes` is the requested size.
  struct Range {
    void *begin;
    uint64_t bytes;
  };
  std::vector<Range> inUse() const;
  /// Whether `pointer` is the beginning of a block in use that is no constant.
  bool isInUse(const void *pointer) const;

  /// Returns the size of the class of `bytes`; UINT64_MAX on overflow.
  static uint64_t classSize(uint64_t bytes);

private:
  struct Block {
    uint64_t size;
    uint64_t owner;
    /// The requested size.
    uint64_t bytes;
    StreamNumber stream;
  };

  /// A block in the cache: the `number`-th that was freed on `stream`.
  struct Freed {
    void *pointer;
    StreamNumber stream;
    uint64_t number;
  };

  /// A free block that work of several streams may still use. It counts as
  /// cached.
  struct Retired {
    void *pointer;
    uint64_t size;
    /// Its number among the blocks that were freed on each of the streams.
    Point frees;
  };

  struct StreamState {
    uint64_t frees = 0;
    /// How many of `frees` are preceded only by work that is done.
    uint64_t done = 0;
    /// The work of other streams that precedes this one's next work.
    Point before;
    bool isGraph = false;
    /// The graph that its work is recorded as.
    std::optional<StreamNumber> recorded;
  };

  bool isUsable(const Freed &block, const StreamState &stream,
                StreamNumber number) const;
  void *takeCached(uint64_t size, StreamNumber stream);
  void putIntoCache(void *pointer, const Block &block, StreamNumber stream);
  Expected<void *> takeRaw(uint64_t size);
  StreamNumber addLocked();
  void removeLocked(StreamNumber stream);
  /// Returns the graph that `stream` is recorded as, if any, or `stream`.
  StreamNumber current(StreamNumber stream) const;
  bool isOfGraph(const Freed &block) const;
  bool isRecording() const;
  void settleRetired();
  uint64_t usableCached() const;
  void trimLocked();
  Error outOfMemory(uint64_t bytes) const;
  Error notAllocated(const void *pointer) const;

  RawMemory &raw;
  const std::string device;
  mutable std::mutex mutex;
  std::unordered_map<void *, Block> live;
  /// Free blocks by class size.
  std::map<uint64_t, std::vector<Freed>> cache;
  std::vector<Retired> retired;
  std::map<StreamNumber, StreamState> streams;
  StreamNumber lastStream = mainStream;
  std::atomic<unsigned> addedStreams{0};
  MemoryStatistics counts;
  uint64_t limit = UINT64_MAX;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MEMORYPOOL_H
