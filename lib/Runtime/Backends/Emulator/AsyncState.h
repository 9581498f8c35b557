//===- AsyncState.h - Copies and barriers under way ----------- -*- C++ -*-===//
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

/// What one thread has started, in groups; an element is an operation of the
/// checker.
struct CopyGroups {
  std::vector<ThreadId> open;
  std::deque<std::vector<ThreadId>> committed;
};

/// Stores by TMA: their reads of shared memory are waited for alone, too.
struct StoreGroups {
  CopyGroups reads, writes;
};

/// An mbarrier. Its phase ends when neither arrivals nor bytes are pending.
struct MBarrier {
  uint32_t count = 0, pending = 0;
  int32_t bytes = 0;
  /// Of the current phase; its lowest bit is the parity.
  uint64_t phase = 0;
  Checker::BarrierInit init;
  /// Released by arrivals of this phase, and by all phases before: of the same
  /// block, which every wait acquires, and of others of the cluster.
  SyncObject arrivals, remoteArrivals, completed, remoteCompleted;
  std::vector<zynemu_thread *> waiting;
};

/// Of one block, from its start to its end.
struct AsyncState {
  /// By address.
  std::map<uint64_t, MBarrier> barriers;
  /// By the thread's number in the block.
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
