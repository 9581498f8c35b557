//===- Shadow.h - Shadow memory with access records -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each 4-byte granule that was accessed, the shadow memory has records of
// the accesses that a later one can still conflict with, exact to the byte: a
// mask says which of the 4 bytes were accessed. A record is dropped when a
// later access supersedes it, that is, when any future access that conflicts
// with the former and is not ordered after it also conflicts with the latter
// and is not ordered after it.
//
// A cell has space for one write and one read. All other relevant records
// (reads of a common value, atomics of many threads on one counter, writes of
// single bytes) are kept in layers of runs of threads.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SHADOW_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SHADOW_H

#include "Clocks.h"
#include "Grid.h"

#include <memory>
#include <vector>

namespace zyn::emulator {

/// An access to a granule packed into one word: byte mask, kind, proxy and
/// scope, and in the upper bits the index of its origin (see Checker.h).
class PackedAccess {
public:
  static constexpr uint32_t keyBits = 10, maxOrigins = 1u << (32 - keyBits);

  PackedAccess() = default;
  PackedAccess(AccessKind kind, Proxy proxy, Scope scope, uint32_t origin)
      : bits((kind == AccessKind::Store || kind >= AccessKind::AtomicStore
                  ? writeBit
                  : 0) |
             (kind >= AccessKind::AtomicLoad ? atomicBit : 0) |
             (proxy == Proxy::Async ? asyncBit : 0) |
             static_cast<uint32_t>(scope) << scopeShift | origin << keyBits) {}

  uint32_t mask() const { return bits & maskBits; }
  bool isWrite() const { return bits & writeBit; }
  bool isAtomic() const { return bits & atomicBit; }
  bool isAsync() const { return bits & asyncBit; }
  Scope scope() const { return static_cast<Scope>(bits >> scopeShift & 7); }
  uint32_t origin() const { return bits >> keyBits; }
  /// All but the origin.
  uint32_t key() const { return bits & ((1u << keyBits) - 1); }

  PackedAccess withMask(uint32_t mask) const {
    return PackedAccess((bits & ~maskBits) | mask);
  }
  PackedAccess withOrigin(uint32_t origin) const {
    return PackedAccess(key() | origin << keyBits);
  }
  void dropMask(uint32_t mask) { bits &= ~mask; }

private:
  static constexpr uint32_t maskBits = 15, writeBit = 1 << 4,
                            atomicBit = 1 << 5, asyncBit = 1 << 6,
                            scopeShift = 7;
  explicit PackedAccess(uint32_t bits) : bits(bits) {}

  uint32_t bits = 0;
};

/// The record of one access to a granule; empty if its mask is 0.
struct AccessRecord {
  ThreadId thread = 0;
  uint32_t epoch = 0;
  PackedAccess access;
};

/// Accesses with the same key by many threads, at most one per thread.
class Layer {
public:
  struct Run {
    ThreadId begin, end;
    uint32_t epoch, origin;
  };

  void start(PackedAccess access);
  void add(const AccessRecord &record);
  /// Drops records of accesses that are ordered before `clock`. Amortized: only
  /// prunes when the number of runs has doubled.
  void prune(const ThreadClock &clock);

  /// Its origin is 0; each run has its own origin.
  PackedAccess access;
  std::vector<Run> runs;

private:
  size_t pruneAt = 64;
};

struct Cell {
  AccessRecord write, read;
  /// Index of the cell's layers; 0 if there are none.
  uint32_t layers = 0;
  /// Mask of initialized bytes.
  uint8_t initialized = 0;
  /// Whether something was released to one of the bytes.
  bool isPublished = false;
};

/// How an access conflicts with an earlier one.
struct Conflict {
  AccessRecord previous;
  /// Whether it is ordered, but only for the generic proxy.
  bool lacksProxyFence = false;
};

/// The cells of one range of memory, allocated on first use.
class Shadow {
public:
  Shadow(uint64_t begin, uint64_t bytes, bool isInitialized)
      : base(begin & ~uint64_t(3)), isInitialized(isInitialized),
        pages((begin - base + bytes + pageBytes - 1) / pageBytes) {}

  /// Returns the cell of the granule that contains `address`.
  Cell &cell(uint64_t address) {
    uint64_t granule = (address - base) / 4;
    std::unique_ptr<Cell[]> &page = pages[granule / pageCells];
    if (__builtin_expect(!page, false))
      createPage(page);
    return page[granule % pageCells];
  }

  /// Calls `visit` with each allocated cell.
  template <typename Visit>
  void forEach(Visit visit) {
    for (std::unique_ptr<Cell[]> &page : pages)
      for (uint64_t i = 0; page && i < pageCells; ++i)
        visit(page[i]);
  }

private:
  static constexpr uint64_t pageCells = 256, pageBytes = pageCells * 4;

  void createPage(std::unique_ptr<Cell[]> &page);

  uint64_t base;
  bool isInitialized;
  std::vector<std::unique_ptr<Cell[]>> pages;
};

/// Finds conflicts and keeps the cells up to date.
class History {
public:
  explicit History(const Grid &grid) : grid(grid) { layers.emplace_back(); }

  /// The threads that issued the asynchronous operations, whose ids follow
  /// those of the grid's threads.
  std::vector<ThreadId> issuers;

  /// Returns the thread itself, or the one that issued the operation.
  ThreadId threadOf(ThreadId id) const {
    return id < grid.threadCount() ? id : issuers[id - grid.threadCount()];
  }

  /// The thread of `clock` performs `access` on the granule of `cell`. Returns
  /// true and sets `conflict` if it conflicts with an earlier access.
  bool access(Cell &cell, const ThreadClock &clock, PackedAccess access,
              Conflict &conflict) {
    const AccessRecord &last = access.isWrite() ? cell.write : cell.read;
    // The same access by the same thread in the same epoch was already checked.
    if (last.thread == clock.id && last.epoch == clock.own &&
        last.access.key() == access.key())
      return false;
    return accessSlowPath(cell, clock, access, conflict);
  }

  void forget(Cell &cell);

private:
  /// The layers of a cell: the first `used` of `list`. The others, and lists
  /// that no cell uses, are kept for reuse, which avoids most allocations.
  struct Layers {
    std::vector<Layer> list;
    uint32_t used = 0;
  };

  bool accessSlowPath(Cell &cell, const ThreadClock &clock, PackedAccess access,
                      Conflict &conflict);
  bool examine(AccessRecord &record, const ThreadClock &clock,
               PackedAccess access, Conflict &conflict) const;
  bool examine(Layers &layers, const ThreadClock &clock, PackedAccess access,
               Conflict &conflict) const;
  bool reachEachOther(ThreadId a, Scope scopeA, ThreadId b, Scope scopeB) const;
  void evict(Cell &cell, const AccessRecord &record, const ThreadClock &clock,
             PackedAccess access);

  const Grid &grid;
  std::vector<Layers> layers;
  std::vector<uint32_t> unusedLayers;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SHADOW_H
