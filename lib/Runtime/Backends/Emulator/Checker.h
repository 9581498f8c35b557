//===- Checker.h - Checks of emulated memory accesses -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Told of every access to memory and every synchronization of a launch, the
// checker finds data races, accesses out of bounds, misaligned accesses, reads
// of memory without a value, and accesses that a warp has to wait for.
//
// A race need not do harm in the run that finds it: two accesses to the same
// byte, of which at least one writes and at least one is not atomic (or has too
// narrow a scope for the other), race if nothing orders them. What orders them
// is PTX's causality order; see Clocks.h, AtomicSync.h and Shadow.h.
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

/// The checks of one launch, for one host thread.
class Checker {
public:
  explicit Checker(const Grid &grid);
  ~Checker();
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  //===--------------------------------------------------------------------===//
  // Memory and blocks
  //===--------------------------------------------------------------------===//

  /// Memory that may be accessed and overlaps no other. Where it is not
  /// `initialized`, reading a byte before it was written is a finding. The
  /// banks of shared memory count from a multiple of 128 in addresses.
  void addMemory(const Memory &memory, bool initialized);
  void removeMemory(uint64_t begin);

  /// All threads of the block have ended. Their clocks are given up; what they
  /// accessed remains known.
  void endBlock(uint32_t block);

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  /// To be called before an access; its address has to be a multiple of
  /// `alignment`, a power of two. Returns false if the access must not be done.
  /// For atomics this checks bounds and alignment alone, and `atomic` the rest.
  bool access(const Access &access, uint32_t alignment);

  /// To be called after `access`, when it is known what the atomic does: a
  /// compare-and-swap that fails is an AtomicLoad. Checks for races, and
  /// synchronizes as the order and earlier or later fences say.
  void atomic(const Access &access);

  /// Reports an access whose index in `dimension` is not below its size.
  void reportIndex(const Access &access, int64_t dimension, int64_t index,
                   int64_t size);

  /// A warning's worth: see WarpAccess.h. `access` collects plain loads and
  /// stores of threads by itself; this is for ops that warps execute as one.
  void warpAccess(Space space, const WarpAccess &access,
                  const zynemu_site *site);

  //===--------------------------------------------------------------------===//
  // Synchronization
  //===--------------------------------------------------------------------===//

  /// Everything that the participants did, and that was released to `arrivals`
  /// (by threads that arrived without waiting), comes before everything that
  /// the participants do next.
  void barrier(const std::vector<ThreadId> &participants,
               const SyncObject *arrivals = nullptr);

  void fence(ThreadId thread, Scope scope);

  /// The initialization of an mbarrier: a write that the async proxy sees after
  /// a fence only, be it one of the proxy or one for mbarriers alone.
  struct BarrierInit {
    ThreadId thread = 0;
    uint32_t epoch = 0;
    /// The epoch that `fenceBarrierInit` ended; 0 if there was none.
    uint32_t fence = 0;
    const zynemu_site *site = nullptr;
  };
  BarrierInit initBarrier(ThreadId thread, const zynemu_site *site);
  void fenceBarrierInit(ThreadId thread, BarrierInit &init);
  /// `access` uses the mbarrier by the async proxy.
  void checkBarrierInit(const Access &access, const BarrierInit &init);

  /// Orders what is ordered before for the generic proxy, the thread's own
  /// accesses included, for the async proxy too.
  void proxyFence(ThreadId thread);

  /// What `thread` did comes before what those do next that acquire `object`
  /// afterwards. An mbarrier needs two objects, one that arrivals release to
  /// and one that waits acquire: when a phase completes, the first is added to
  /// the second and cleared.
  void release(ThreadId thread, SyncObject &object);
  /// The same for what the thread did before its last fence of at least
  /// `scope`.
  void releaseFenced(ThreadId thread, Scope scope, SyncObject &object);
  void acquire(ThreadId thread, const SyncObject &object);

  /// All blocks of the cluster of `block` have started: who acquires `object`
  /// may access their shared memory.
  void releaseStart(uint32_t block, SyncObject &object);

  /// An asynchronous operation that `issuer`, or all `issuers`, start: it
  /// comes after what they did before, and nothing they do later comes after
  /// it until it is joined. Its accesses are made with the id that is
  /// returned. Reads and writes that are waited for separately are two.
  ThreadId startAgent(ThreadId issuer, Proxy proxy);
  ThreadId startAgent(const std::vector<ThreadId> &issuers, Proxy proxy);

  /// The issuer adds to an operation that has not been joined: copies of one
  /// group are one agent. What it does next is not ordered with what it did
  /// before.
  void continueAgent(ThreadId agent, ThreadId issuer);

  /// `waiter` knows that the operation is complete. An operation that
  /// completes on an mbarrier releases to it instead.
  void joinAgent(ThreadId waiter, ThreadId agent);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// What was found since the last call, in order; warnings come last.
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

  /// An op, and how it accesses memory: everything that findings say about an
  /// earlier access beside its thread and address.
  struct Origin {
    const zynemu_site *site = nullptr;
    uint64_t how = 0;
    PackedAccess access;
    uint32_t bytes = 0;
    /// Where it went last: a guess.
    Region *region = nullptr;
    LaneCollector::Tally cost;
  };

  struct Block {
    std::vector<ThreadClock> clocks;
    /// Of threads that use atomics or fences.
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
  void touch(const Access &access, Origin &origin, ThreadClock &clock);
  void dropPublished(Region &region, Cell &cell, uint64_t address,
                     uint32_t bytes);
  void collect(const Access &access, Origin &origin);

  void reportAccess(FindingKind kind, const Access &access,
                    const std::string &what);
  void reportRace(const Access &access, const Region &region, uint64_t address,
                  const Conflict &conflict);
  void reportUninitialized(const Access &access, const Region &region,
                           uint64_t address);
  void reportOutOfBounds(const Access &access);
  void reportCosts();
  std::string actorText(ThreadId thread) const;
  std::string atText(const Region &region, uint64_t address) const;
  std::string atText(const Region &region, const Access &access,
                     uint64_t address) const;
  std::string whyText(const Access &access, const AccessRecord &previous,
                      bool lacksProxyFence) const;

  Grid grid;
  History history;
  /// Sorted by address.
  std::vector<std::unique_ptr<Region>> regions;

  std::unordered_map<uint32_t, std::unique_ptr<Block>> blocks;
  Block *lastBlock = nullptr;
  ThreadId lastFirst = 0;
  std::vector<std::unique_ptr<Agent>> agents;
  /// For each cluster whose blocks are known to have started, an agent that
  /// did nothing else.
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
