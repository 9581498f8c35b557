//===- BufferUses.cpp - Buffers that routines use -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/BufferUses.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vm;

/// Adds a use. Returns true if it changes `uses`.
static bool addUse(BufferUses::Uses &uses, StringAttr buffer, BufferUse use) {
  auto [known, isNew] = uses.insert({buffer, use});
  if (isNew)
    return true;
  BufferUse &before = known->second;
  bool changes = (use.reads && !before.reads) || (use.writes && !before.writes);
  before.reads |= use.reads;
  before.writes |= use.writes;
  return changes;
}

/// Collects the buffers that a routine uses directly.
static BufferUses::Uses collectOwnUses(RoutineOp routine) {
  BufferUses::Uses uses;
  routine.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<LoadOp, GatherOp>([&](auto load) {
          addUse(uses, load.getBufferAttr().getAttr(), {true, false});
        })
        .Case<StoreOp, ScatterOp>([&](auto store) {
          addUse(uses, store.getBufferAttr().getAttr(), {false, true});
        })
        .Case<AtomicOp, SendOp, ReceiveOp, OutputOp>([&](auto both) {
          addUse(uses, both.getBufferAttr().getAttr(), {true, true});
        });
  });
  return uses;
}

BufferUses::BufferUses(ProgramOp program) {
  SymbolTable symbols(program);
  SmallVector<std::pair<Operation *, Operation *>> calls;
  for (auto routine : program.getOps<RoutineOp>()) {
    uses[routine] = collectOwnUses(routine);
    routine.walk([&](CallOp call) {
      calls.emplace_back(routine, symbols.lookup<RoutineOp>(call.getCallee()));
    });
  }
  // Calls can be recursive, so propagate uses until a fixed point is reached.
  for (bool changes = true; changes;) {
    changes = false;
    for (auto [caller, callee] : calls) {
      if (caller == callee)
        continue;
      for (auto [buffer, use] : uses.find(callee)->second)
        changes |= addUse(uses.find(caller)->second, buffer, use);
    }
  }
}
