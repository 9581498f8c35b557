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
// synchronize if the read returns the value of the write, directly or through a
// chain of atomic updates, and if the scope of each includes the other thread.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H

#include "Clocks.h"

#include <unordered_map>

namespace zyn::emulator {

/// The position of a thread in the grid, as far as scopes distinguish.
struct Position {
  uint32_t block = 0, cluster = 0;
};

/// What was released to the value at one address. A release at device scope is
/// in all three parts, one at cluster scope in the last two, and one at block
/// scope in the last; an acquire joins the parts that its own scope includes.
struct Publication {
  /// The size of the value.
  uint32_t bytes = 0;
  SyncObject device;
  std::unordered_map<uint32_t, SyncObject> clusters, blocks;
};

/// The interaction of one thread's fences with its atomics.
class FenceState {
public:
  /// `thread` executes a fence: earlier reads acquire, later writes release.
  void fence(ThreadClock &thread, Scope scope);

  /// `thread`, at `position`, has read a value. Depending on `order` and
  /// `scope`, it acquires the releases now or at its next fence.
  void read(ThreadClock &thread, Position position, Order order, Scope scope,
            const Publication &value);

  /// Returns the thread's clock at its last fence of at least `scope`; null if
  /// there was none.
  const ThreadClock *lastFence(Scope scope) const {
    int level = levelOf(scope);
    return level >= 0 && fenced[level].exists ? &fenced[level].clock : nullptr;
  }

  /// Whether an atomic write of `scope` releases anything.
  bool publishes(Order order, Scope scope) const;

  /// `thread` has written a value.
  void write(ThreadClock &thread, Position position, Order order, Scope scope,
             Publication &value) const;

private:
  // From narrow to wide: block, cluster, device and system.
  static constexpr int numLevels = 3;
  static int levelOf(Scope scope);

  /// The clock at the last fence of at least this scope.
  struct Fenced {
    bool exists = false;
    ThreadClock clock;
  } fenced[numLevels];
  /// What has been read and will be acquired by a fence of this scope.
  SyncObject pending[numLevels];
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_ATOMICSYNC_H
