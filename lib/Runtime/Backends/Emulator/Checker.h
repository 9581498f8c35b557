//===- Checker.h - Checks of emulated memory accesses -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker is notified of every memory access and every synchronization of a
// launch. It finds data races, out-of-bounds and misaligned accesses, reads of
// uninitialized memory, and inefficient accesses of warps.
//
// It finds races even if they have no effect in the current run: two accesses
// to the same byte, of which at least one is a write and at least one is not
// atomic (or has a scope that does not include the other), race if they are not
// ordered by PTX's causality order; see Clocks.h, AtomicSync.h and Shadow.h.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CHECKER_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CHECKER_H

#include "AtomicSync.h"
#include "Findings.h"
#include "Shadow.h"
#include "WarpAccess.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace zyn::emulator {

/// The checks of one launch. Not thread-safe.
class Checker {
public:
  explicit Checker(const Grid &grid);
  ~Checker();
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  //===--------------------------------------------------------------------===//
  // Memory and blocks
  //===--------------------------------------------------------------------===//

  /// Adds memory that may be accessed; it must not overlap other memory. Unless
  /// it is `initialized`, reading a byte before it was written is a finding.
  /// The banks of shared memory count from addresses that are multiples of 128.
  void addMemory(const Memory &memory, bool initialized);
  void removeMemory(uint64_t begin);

  /// All threads of the block have finished. Frees their clocks but keeps their
  /// access records.
  void endBlock(uint32_t block);

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  /// Must be called before an access. Its address must be a multiple of
  /// `alignment`, a power of two. Returns false if the access must not be
  /// performed. For atomics, this only checks bounds and alignment; `atomic`
  /// checks the rest.
  bool access(const Access &access, uint32_t alignment);

  /// Must be called after `access`, once the effect of the atomic is known: a
  /// failed compare-and-swap is an AtomicLoad. Checks for races, and
  /// synchronizes according to its order and to earlier or later fences.
  void atomic(const Access &access);

  /// Reports an access whose index in `dimension` is out of bounds.
  void reportIndex(const Access &access, int64_t dimension, int64_t index,
                   int64_t size);

  /// Counts the cost of an access, for warnings; see WarpAccess.h. `access`
  /// already counts plain loads and stores of threads; this is for ops that are
  /// executed by warps.
  void warpAccess(Space space, const WarpAccess &access,
                  const zynemu_site *site);

  //===--------------------------------------------------------------------===//
  // Synchronization
  //===--------------------------------------------------------------------===//

  /// Orders everything that the participants did, and everything that was
  /// released to `arrivals` (by threads that arrived without waiting), before
  /// everything that the participants do next.
  void barrier(const std::vector<ThreadId> &participants,
               const SyncObject *arrivals = nullptr);

  void fence(ThreadId thread, Scope scope);

  /// The initialization of an mbarrier: a write that is only visible to the
  /// async proxy after a proxy fence or an mbarrier-init fence.
  struct BarrierInit {
    ThreadId thread = 0;
    uint32_t epoch = 0;
    /// The epoch that `fenceBarrierInit` ended; 0 if there was none.
    uint32_t fence = 0;
    const zynemu_site *site = nullptr;
  };
  BarrierInit initBarrier(ThreadId thread, const zynemu_site *site);
  void fenceBarrierInit(ThreadId thread, BarrierInit &init);
  /// `access` is a use of the mbarrier through the async proxy.
  void checkBarrierInit(const Access &access, const BarrierInit &init);

  /// Orders everything that is ordered before in the generic proxy, including
  /// the thread's own accesses, in the async proxy, too.
  void proxyFence(ThreadId thread);

  /// Orders everything that `thread` did before what threads that acquire
  /// `object` afterwards do next. An mbarrier needs two objects: arrivals
  /// release to the first, and waits acquire the second. When a phase
  /// completes, the first is added to the second and cleared.
  void release(ThreadId thread, SyncObject &object);
  /// The same, only for what the thread did before its last fence of at least
  /// `scope`.
  void releaseFenced(ThreadId thread, Scope scope, SyncObject &object);
  void acquire(ThreadId thread, const SyncObject &object);

  /// All blocks of the cluster of `block` have started: threads that acquire
  /// `object` may access their shared memory.
  void releaseStart(uint32_t block, SyncObject &object);

  /// Starts an asynchronous operation of `issuer` or of all `issuers`. It is
  /// ordered after what they did before, and nothing is ordered after it until
  /// it is joined. Its accesses use the returned id. Reads and writes that can
  /// be waited for separately are two operations.
  ThreadId startAgent(ThreadId issuer, Proxy proxy);
  ThreadId startAgent(const std::vector<ThreadId> &issuers, Proxy proxy);

  /// Extends an operation that has not been joined, since copies of one group
  /// are one agent. Its next accesses are not ordered with its previous ones.
  void continueAgent(ThreadId agent, ThreadId issuer);

  /// `waiter` has waited for the operation. An operation that completes on an
  /// mbarrier releases to it instead.
  void joinAgent(ThreadId waiter, ThreadId agent);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// Returns the findings since the last call, in order, warnings last.
  std::vector<Finding> takeFindings();

private:
  /// Memory with its shadow.
  struct Region {
    Memory memory;
    Shadow shadow;
    /// By address.
    std::unordered_map<uint64_t, Publication> published;

    Region(const Memory &memory, bool initialized)
        : memory(memory), shadow(memory.begin, memory.bytes, initialized) {}
  };

  /// An op and how it accesses memory: everything that findings report about an
  /// earlier access, except its thread and address.
  struct Origin {
    const zynemu_site *site = nullptr;
    uint64_t kindKey = 0;
    PackedAccess access;
    uint32_t bytes = 0;
    /// The region of its last access, as a cache.
    Region *region = nullptr;
    LaneCollector::Tally cost;
  };

  struct Block {
    std::vector<ThreadClock> clocks;
    /// For threads that use atomics or fences.
    std::unordered_map<ThreadId, FenceState> fences;
    std::unordered_map<ThreadId, std::deque<ThreadId>> agents;
  };

  struct Agent {
    ThreadClock clock;
    Proxy proxy;
  };

  Origin &originOf(const Access &access);
  Region *findRegion(uint64_t address, uint64_t bytes);
  Block &blockOf(ThreadId thread);
  ThreadClock &clockOf(ThreadId thread);
  Agent &agentOf(ThreadId id) { return *agents[id - grid.threadCount()]; }
  Position positionOf(ThreadId thread) const;
  ThreadId newAgent(ThreadId issuer, Proxy proxy);
  ThreadId addAgent(ThreadId issuer, Proxy proxy);
  void addIssuer(ThreadId agent, ThreadId issuer);
  bool mayAccessBlock(const Access &access, const Region &region);

  bool isAllowed(const Access &access, uint32_t alignment, Origin &origin);
  void record(const Access &access, Origin &origin, ThreadClock &clock);
  void dropPublications(Region &region, Cell &cell, uint64_t address,
                        uint32_t bytes);
  void collectCost(const Access &access, Origin &origin);

  void reportAccess(FindingKind kind, const Access &access,
                    const std::string &what);
  void reportRace(const Access &access, const Region &region, uint64_t address,
                  const Conflict &conflict);
  void reportUninitialized(const Access &access, const Region &region,
                           uint64_t address);
  void reportOutOfBounds(const Access &access);
  void reportCosts();
  std::string actorText(ThreadId thread) const;
  std::string addressText(const Region &region, uint64_t address) const;
  std::string addressText(const Region &region, const Access &access,
                          uint64_t address) const;
  std::string reasonText(const Access &access, const AccessRecord &previous,
                         bool lacksProxyFence) const;

  Grid grid;
  History history;
  /// Sorted by address.
  std::vector<std::unique_ptr<Region>> regions;

  std::unordered_map<uint32_t, std::unique_ptr<Block>> blocks;
  Block *lastBlock = nullptr;
  ThreadId lastFirstThread = 0;
  std::vector<std::unique_ptr<Agent>> agents;
  /// For each cluster whose blocks are known to have started, an agent that
  /// represents the start.
  std::unordered_map<uint32_t, ThreadId> starts;

  static constexpr uint32_t numRecent = 256;
  Origin *recent[numRecent] = {};
  std::deque<Origin> origins;
  std::unordered_map<uint64_t, std::vector<uint32_t>> originsByHash;

  LaneCollector lanes;
  Findings findings;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CHECKER_H
