//===- Shadow.h - Who accessed which byte last ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each granule of 4 bytes that was accessed, the accesses that a later one
// can still conflict with, exact to the byte: a mask says which of the 4 bytes
// an access touched. An access is forgotten when a later one supersedes it,
// that is, when whatever will conflict with the former and is not ordered after
// it will conflict with the latter too and is not ordered after that.
//
// A cell has room for one write and one read. All others that still count (the
// readers of a common value, the atomics of many threads on one counter, the
// writers of single bytes) are kept in layers of runs of threads.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SHADOW_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_SHADOW_H

#include "Clocks.h"
#include "Grid.h"

#include <memory>
#include <vector>

namespace zyn::emulator {

/// What an access does to a granule, in one word: mask of bytes, kind, proxy
/// and scope, and above these the number of its origin (see Checker.h).
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

/// One access to a granule; there is none if its mask is 0.
struct AccessRecord {
  ThreadId thread = 0;
  uint32_t epoch = 0;
  PackedAccess access;
};

/// Accesses of one key by many threads, at most one of each thread.
class Layer {
public:
  struct Run {
    ThreadId begin, end;
    uint32_t epoch, origin;
  };

  void start(PackedAccess access);
  void add(const AccessRecord &record);
  /// Forgets what `clock` knows; done rarely enough to cost nothing.
  void prune(const ThreadClock &clock);

  /// Origin 0: each run has its own.
  PackedAccess access;
  std::vector<Run> runs;

private:
  size_t pruneAt = 64;
};

struct Cell {
  AccessRecord write, read;
  /// Index of the cell's layers; 0 if there are none.
  uint32_t layers = 0;
  /// Mask of bytes that have a value.
  uint8_t initialized = 0;
  /// Whether something was released to one of the bytes.
  bool isPublished = false;
};

/// How an access conflicts with an earlier one.
struct Conflict {
  AccessRecord previous;
  /// It is ordered, but for the generic proxy only.
  bool lacksProxyFence = false;
};

/// The cells of one piece of memory, made when first used.
class Shadow {
public:
  Shadow(uint64_t begin, uint64_t bytes, bool isInitialized)
      : base(begin & ~uint64_t(3)), isInitialized(isInitialized),
        pages((begin - base + bytes + pageBytes - 1) / pageBytes) {}

  /// The cell of the granule that `address` is in.
  Cell &cell(uint64_t address) {
    uint64_t granule = (address - base) / 4;
    std::unique_ptr<Cell[]> &page = pages[granule / pageCells];
    if (__builtin_expect(!page, false))
      makePage(page);
    return page[granule % pageCells];
  }

  /// Calls `visit` with each cell that was made.
  template <typename Visit>
  void forEach(Visit visit) {
    for (std::unique_ptr<Cell[]> &page : pages)
      for (uint64_t i = 0; page && i < pageCells; ++i)
        visit(page[i]);
  }

private:
  static constexpr uint64_t pageCells = 256, pageBytes = pageCells * 4;

  void makePage(std::unique_ptr<Cell[]> &page);

  uint64_t base;
  bool isInitialized;
  std::vector<std::unique_ptr<Cell[]>> pages;
};

/// Finds conflicts and keeps the cells up to date.
class History {
public:
  explicit History(const Grid &grid) : grid(grid) { layers.emplace_back(); }

  /// Threads that issued the asynchronous operations, whose ids come after the
  /// grid's.
  std::vector<ThreadId> issuers;

  /// The thread itself, or the one that issued the operation.
  ThreadId threadOf(ThreadId id) const {
    return id < grid.threadCount() ? id : issuers[id - grid.threadCount()];
  }

  /// `clock`'s thread does `access` to the granule of `cell`. True if that
  /// conflicts with an earlier access, which `conflict` then tells.
  bool access(Cell &cell, const ThreadClock &clock, PackedAccess access,
              Conflict &conflict) {
    const AccessRecord &last = access.isWrite() ? cell.write : cell.read;
    // What the same thread did in the same epoch was checked then.
    if (last.thread == clock.id && last.epoch == clock.own &&
        last.access.key() == access.key())
      return false;
    return accessSlowly(cell, clock, access, conflict);
  }

  void forget(Cell &cell);

private:
  /// The first `used` of them. The rest, and lists that no cell has, keep their
  /// memory for the next ones: that saves most of the allocations.
  struct Layers {
    std::vector<Layer> list;
    uint32_t used = 0;
  };

  bool accessSlowly(Cell &cell, const ThreadClock &clock, PackedAccess access,
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
