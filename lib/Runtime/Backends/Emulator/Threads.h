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
  /// Running or ready to run.
  Ready,
  /// Waiting until another thread calls `Scheduler::wake`.
  Waiting,
  /// Polling: runs when no other thread can run.
  Spinning,
  Finished
};

} // namespace zyn::emulator

struct zynemu_thread {
  zynemu_thread_head head;
  zyn::emulator::Block *block;
  /// Null before the thread first runs and after it has ended.
  std::unique_ptr<zyn::emulator::Fiber> fiber;
  /// The op at which the thread waits, spins, was preempted, or has finished.
  const zynemu_site *site;
  zyn::emulator::ThreadState state;
  /// The phase of the cluster barrier, counted from 1, at which the thread has
  /// arrived without having waited for it; 0 if there is none.
  uint64_t clusterPhase;

  /// Index in the warp, 0 to 31.
  unsigned lane() const { return head.linear_id % zyn::limits::warpSize; }
  /// Index of the warp in the block.
  unsigned warp() const { return head.linear_id / zyn::limits::warpSize; }
};

namespace zyn::emulator {

inline constexpr unsigned warpSize = limits::warpSize;
inline constexpr unsigned warpgroupSize = limits::warpgroupSize;

/// A named barrier of a block.
struct Barrier {
  std::vector<zynemu_thread *> waiting;
  /// The number of threads that have arrived without waiting.
  int64_t arrived = 0;
  /// The lanes that have arrived, by warp: all lanes of a warp must arrive.
  std::vector<uint32_t> lanes;
  /// What threads did before arriving, for the checker.
  SyncObject arrivals;
  /// The number of expected threads, valid once some have arrived.
  int64_t count = 0;
  /// Whether it is for all threads of the block. If so, no thread may finish
  /// before it completes; otherwise, threads that have arrived may.
  bool isForAll = false;
};

struct Rendezvous;

/// Computes a collective for all lanes at once. `rendezvous.operands[i]` was
/// deposited by lane i of the warp or thread i of the warpgroup.
using Combine = void (*)(Rendezvous &rendezvous);

/// An operation that lanes execute together: a PTX instruction with a mask,
/// which lanes may execute at different program points, or an `.aligned` one.
struct Collective {
  Combine combine;
  /// Only lanes with the same qualifiers, such as the mode of a shuffle,
  /// execute it together.
  uint32_t qualifiers = 0;
  /// Whether finished lanes are not waited for.
  bool skipsFinished = false;
  /// The op that all lanes must execute; null if it is not aligned.
  const zynemu_site *alignedAt = nullptr;

  static Collective aligned(Combine combine, const zynemu_site *site) {
    return {combine, 0, false, site};
  }
  bool operator==(const Collective &other) const {
    return combine == other.combine && qualifiers == other.qualifiers &&
           alignedAt == other.alignedAt;
  }
};

/// Lanes of a warp or threads of a warpgroup, some of which wait for the others
/// to arrive at a collective.
struct Rendezvous {
  Collective collective;
  /// The op at which the first one arrived.
  const zynemu_site *site = nullptr;
  /// The index in the block of the first thread of the warp or warpgroup.
  unsigned first = 0;
  /// The mask of participating lanes; all ones for a warpgroup.
  uint32_t mask = 0;
  unsigned expected = 0, arrived = 0;
  /// The operands that lanes have deposited; null for one that does not
  /// participate.
  std::vector<void *> operands;
  std::vector<zynemu_thread *> threads;
};

/// The MMAs that a warpgroup has started, each as four agents of the checker,
/// one per warp.
struct Warpgroup {
  /// Started since the last commit.
  std::vector<ThreadId> started;
  /// Committed but not waited for, oldest first.
  std::deque<std::vector<ThreadId>> groups;
  /// Whether there was a fence (wgmma.fence) for registers.
  bool isFenced = false;
};

/// Blocks that start together and can access each other's shared memory.
struct Cluster {
  std::vector<std::unique_ptr<Block>> blocks;
  int64_t id[3];
  /// The number of blocks whose threads have not all finished.
  unsigned running = 0;
  ClusterBarrier barrier;
};

struct Block {
  Scheduler *scheduler;
  Cluster *cluster;
  unsigned rankInCluster;
  /// Index in the grid, x fastest.
  int64_t number;
  int64_t id[3];
  unsigned numThreads;
  std::unique_ptr<zynemu_thread[]> threads;
  unsigned finished;
  /// Static shared memory, followed by dynamic shared memory.
  std::unique_ptr<char, decltype(&std::free)> shared{nullptr, &std::free};
  Barrier barriers[limits::numBarriers];
  AsyncState async;
  /// Those at which not all lanes have arrived.
  std::vector<std::unique_ptr<Rendezvous>> rendezvous;
  /// Created when a warpgroup first executes a warpgroup op.
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
