//===- AtomicSync.cpp - Synchronization through memory --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicSync.h"

using namespace zyn::emulator;

/// Returns a number that increases with the scope; negative if the scope
/// includes no other thread that PTX atomics can synchronize with.
int FenceState::levelOf(Scope scope) {
  switch (scope) {
  case Scope::Thread:
  case Scope::Warp:
    return -1;
  case Scope::Block:
    return 0;
  case Scope::Cluster:
    return 1;
  case Scope::Device:
  case Scope::System:
    return 2;
  }
  return -1;
}

static bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcqRel;
}

static bool releases(Order order) {
  return order == Order::Release || order == Order::AcqRel;
}

/// Returns the part of `value` that has the releases at `level` visible from
/// `position`; null if there were none.
static const SyncObject *find(const Publication &value, int level,
                              Position position) {
  if (level == 2)
    return &value.device;
  const auto &parts = level == 1 ? value.clusters : value.blocks;
  auto part = parts.find(level == 1 ? position.cluster : position.block);
  return part == parts.end() ? nullptr : &part->second;
}

void FenceState::fence(ThreadClock &thread, Scope scope) {
  int reach = levelOf(scope);
  for (int level = 0; level <= reach; ++level)
    pending[level].joinInto(thread);
  for (int level = 0; level <= reach; ++level)
    fenced[level] = {true, thread};
  if (reach >= 0)
    ++thread.own;
}

void FenceState::read(ThreadClock &thread, Position position, Order order,
                      Scope scope, const Publication &value) {
  for (int level = 0, reach = levelOf(scope); level <= reach; ++level)
    if (const SyncObject *part = find(value, level, position)) {
      if (acquires(order))
        part->joinInto(thread);
      else
        pending[level].add(*part);
    }
}

bool FenceState::publishes(Order order, Scope scope) const {
  int reach = levelOf(scope);
  return reach >= 0 && (releases(order) || fenced[0].exists);
}

void FenceState::write(ThreadClock &thread, Position position, Order order,
                       Scope scope, Publication &value) const {
  for (int level = 0, reach = levelOf(scope); level <= reach; ++level) {
    if (!releases(order) && !fenced[level].exists)
      continue;
    const ThreadClock &known = releases(order) ? thread : fenced[level].clock;
    SyncObject &part = level == 2   ? value.device
                       : level == 1 ? value.clusters[position.cluster]
                                    : value.blocks[position.block];
    part.add(known, known.own);
  }
  if (releases(order))
    ++thread.own;
}
