//===- AtomicSync.h - Synchronization through memory ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX's release and acquire patterns. A release is an atomic write with order
// release, or a fence followed by any atomic write; an acquire is an atomic
// read with order acquire, or any atomic read followed by a fence. They
// synchronize if the read gets the value of the write, directly or through a
// chain of atomic updates, and if the scope of each reaches the other thread.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H

#include "Clocks.h"

#include <unordered_map>

namespace zyn::emulator {

/// Where in the grid a thread is, as far as scopes tell.
struct Position {
  uint32_t block = 0, cluster = 0;
};

/// What was released to the value at one address. A release at the
/// scope of the device counts in all three parts, one at the scope of the
/// cluster in the last two, one at the scope of the block in the last; an
/// acquire takes the parts that its own scope lets it see.
struct Publication {
  /// Of the value.
  uint32_t bytes = 0;
  SyncObject device;
  std::unordered_map<uint32_t, SyncObject> clusters, blocks;
};

/// What the fences of one thread have to do with its atomics.
class FenceState {
public:
  /// `thread` executes a fence: earlier reads acquire, later writes release.
  void fence(ThreadClock &thread, Scope scope);

  /// `thread`, at `position`, has read a value: by `order` and `scope` it knows
  /// more now, or will after a fence.
  void read(ThreadClock &thread, Position position, Order order, Scope scope,
            const Publication &value);

  /// What the thread knew at its last fence of at least `scope`; null if there
  /// was none.
  const ThreadClock *lastFence(Scope scope) const {
    int level = levelOf(scope);
    return level >= 0 && fenced[level].exists ? &fenced[level].clock : nullptr;
  }

  /// Whether an atomic write of `scope` would publish something.
  bool publishes(Order order, Scope scope) const;

  /// `thread` has written a value.
  void write(ThreadClock &thread, Position position, Order order, Scope scope,
             Publication &value) const;

private:
  // From narrow to wide: block, cluster, device and system.
  static constexpr int numLevels = 3;
  static int levelOf(Scope scope);

  /// What was known at the last fence that reaches at least this far.
  struct Fenced {
    bool exists = false;
    ThreadClock clock;
  } fenced[numLevels];
  /// What was read and would be known after a fence that reaches this far.
  SyncObject pending[numLevels];
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H
