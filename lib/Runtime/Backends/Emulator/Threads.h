//===- Threads.h - Threads, blocks and clusters -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_THREADS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_THREADS_H

#include "AsyncState.h"
#include "Clocks.h"
#include "Fiber.h"
#include "Grid.h"
#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Support/GPULimits.h"

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace zyn::emulator {

class Scheduler;
struct Block;

enum class ThreadState : uint8_t {
  /// Runs, or will when it is its turn.
  Ready,
  /// Until another thread calls `Scheduler::wake`.
  Waiting,
  /// Asks for something again and again: runs when no other can.
  Spinning,
  Finished
};

} // namespace zyn::emulator

struct zynemu_thread {
  zynemu_thread_head head;
  zyn::emulator::Block *block;
  /// Null before the thread first runs and after it has ended.
  std::unique_ptr<zyn::emulator::Fiber> fiber;
  /// Where the thread waits, spins, was preempted, or has ended.
  const zynemu_site *site;
  zyn::emulator::ThreadState state;
  /// The phase of the cluster's barrier, from 1 on, in which the thread has
  /// arrived and that it has not waited for; 0 if there is none.
  uint64_t clusterPhase;

  /// Number in the warp, 0 to 31.
  unsigned lane() const { return head.linear_id % zyn::limits::warpSize; }
  /// Number of the warp in the block.
  unsigned warp() const { return head.linear_id / zyn::limits::warpSize; }
};

namespace zyn::emulator {

inline constexpr unsigned warpSize = limits::warpSize;
inline constexpr unsigned warpgroupSize = limits::warpgroupSize;

/// One of the named barriers of a block.
struct Barrier {
  std::vector<zynemu_thread *> waiting;
  /// Threads that have come without waiting.
  int64_t arrived = 0;
  /// The lanes that have come, by warp: all of them have to.
  std::vector<uint32_t> lanes;
  /// What these did before, for the checker.
  SyncObject arrivals;
  /// How many threads it is for, while some have come.
  int64_t count = 0;
  /// Whether it is for all threads of the block. Then none may end before;
  /// otherwise threads that have arrived may.
  bool isForAll = false;
};

struct Rendezvous;

/// Computes a collective for all lanes at once. `rendezvous.operands[i]` is
/// what lane i of the warp, or thread i of the warpgroup, has deposited.
using Combine = void (*)(Rendezvous &rendezvous);

/// What lanes do together: one of PTX's instructions with a mask, which lanes
/// may execute at different program points, or one that is `.aligned`.
struct Collective {
  Combine combine;
  /// Lanes do it together that agree in these, such as the mode of a shuffle.
  uint32_t qualifiers = 0;
  /// Whether lanes that have ended are not waited for.
  bool skipsEnded = false;
  /// The op that all lanes have to execute; null if it is not aligned.
  const zynemu_site *alignedAt = nullptr;

  static Collective aligned(Combine combine, const zynemu_site *site) {
    return {combine, 0, false, site};
  }
  bool operator==(const Collective &other) const {
    return combine == other.combine && qualifiers == other.qualifiers &&
           alignedAt == other.alignedAt;
  }
};

/// Lanes of a warp, or threads of a warpgroup, of which some wait for the
/// others to come to a collective.
struct Rendezvous {
  Collective collective;
  /// Where the first one came to it.
  const zynemu_site *site = nullptr;
  /// The first thread of the warp or warpgroup, by its number in the block.
  unsigned first = 0;
  /// The lanes that take part, by a bit each; all ones for a warpgroup.
  uint32_t mask = 0;
  unsigned expected = 0, arrived = 0;
  /// What each lane has deposited; null for one that does not take part.
  std::vector<void *> operands;
  std::vector<zynemu_thread *> threads;
};

/// What four warps have started together: products, as four agents each of the
/// checker, one a warp.
struct Warpgroup {
  /// Since the last commit.
  std::vector<ThreadId> started;
  /// Committed and not waited for, the oldest first.
  std::deque<std::vector<ThreadId>> groups;
  /// Whether there was a fence for registers.
  bool isFenced = false;
};

/// Blocks that start together and can use each other's shared memory.
struct Cluster {
  std::vector<std::unique_ptr<Block>> blocks;
  int64_t id[3];
  /// Blocks whose threads have not all finished.
  unsigned running = 0;
  ClusterBarrier barrier;
};

struct Block {
  Scheduler *scheduler;
  Cluster *cluster;
  unsigned rankInCluster;
  /// Number in the grid, x fastest.
  int64_t number;
  int64_t id[3];
  unsigned numThreads;
  std::unique_ptr<zynemu_thread[]> threads;
  unsigned finished;
  /// Static and then dynamic shared memory.
  std::unique_ptr<char, decltype(&std::free)> shared{nullptr, &std::free};
  Barrier barriers[limits::numBarriers];
  AsyncState async;
  /// Those that not all lanes have come to.
  std::vector<std::unique_ptr<Rendezvous>> rendezvous;
  /// Those that have done something that counts.
  std::vector<Warpgroup> warpgroups;
};

/// "(1,2,3)".
std::string formatCoordinates(const int64_t (&coordinates)[3]);
/// "thread (1,0,0) of block (0,0,0)".
std::string describeThread(const zynemu_thread &thread);

/// The error for an op that a thread must not execute like this.
runtime::Error misuseError(const zynemu_thread &thread, const zynemu_site *site,
                           const std::string &what);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_THREADS_H
