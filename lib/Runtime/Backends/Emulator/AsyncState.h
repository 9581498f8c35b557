//===- AsyncState.h - State of copies and mbarriers -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNCSTATE_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNCSTATE_H

#include "Checker.h"

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

struct zynemu_thread;

namespace zyn::emulator {

/// The copies that a thread has issued, in groups; each element is an operation
/// of the checker.
struct CopyGroups {
  std::vector<ThreadId> open;
  std::deque<std::vector<ThreadId>> committed;
};

/// TMA stores: their reads of shared memory can be waited for separately.
struct StoreGroups {
  CopyGroups reads, writes;
};

/// An mbarrier. Its phase completes when neither arrivals nor bytes are
/// pending.
struct MBarrier {
  uint32_t count = 0, pending = 0;
  int32_t bytes = 0;
  /// The index of the current phase; its lowest bit is the parity.
  uint64_t phase = 0;
  Checker::BarrierInit init;
  /// Released by arrivals of this phase, and by all phases before. Arrivals of
  /// the same block, which every wait acquires, are separate from those of
  /// other blocks of the cluster.
  SyncObject arrivals, remoteArrivals, completed, remoteCompleted;
  std::vector<zynemu_thread *> waiting;
};

/// The state of one block while it runs.
struct AsyncState {
  /// By address.
  std::map<uint64_t, MBarrier> barriers;
  /// By the thread's index in the block.
  std::unordered_map<int64_t, CopyGroups> copies;
  std::unordered_map<int64_t, StoreGroups> stores;
};

/// The barrier of a cluster.
struct ClusterBarrier {
  uint64_t phase = 0;
  /// Threads that have arrived in this phase.
  std::vector<const zynemu_thread *> arrived;
  std::vector<zynemu_thread *> waiting;
  SyncObject arrivals, completed;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ASYNCSTATE_H
