//===- SchedulePhases.cpp - Assigns launches to phases --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Transforms/Passes.h"

#include "Zyn/Dialect/VM/Analysis/BufferUses.h"
#include "Zyn/Dialect/VM/Analysis/PhaseOrder.h"
#include "mlir/IR/Remarks.h"

namespace mlir::vm {
#define GEN_PASS_DEF_VMSCHEDULEPHASES
#include "Zyn/Dialect/VM/Transforms/Passes.h.inc"
} // namespace mlir::vm

using namespace mlir;
using namespace mlir::vm;

namespace {

/// Consecutive launches without a phase in between.
using LaunchGroup = SmallVector<LaunchOp>;

/// Dependences between an earlier and a later launch.
struct Dependences {
  /// A buffer that forces the later launch into a later phase.
  StringAttr buffer;
  /// A channel that forces both launches into the same phase.
  StringAttr channel;
};

class PhaseScheduler {
public:
  explicit PhaseScheduler(ProgramOp program)
      : program(program), symbols(program), uses(program) {}

  /// Moves the launches of a group into new phases, which are inserted before
  /// the first launch.
  LogicalResult schedule(ArrayRef<LaunchOp> group);

private:
  Dependences getDependences(LaunchOp early, LaunchOp late);
  FailureOr<SmallVector<unsigned>> getLevels(ArrayRef<LaunchOp> group);
  StringAttr makeName();

  ProgramOp program;
  SymbolTable symbols;
  BufferUses uses;
  unsigned numPhases = 0;
};

} // namespace

Dependences PhaseScheduler::getDependences(LaunchOp early, LaunchOp late) {
  const BufferUses::Uses &before =
      uses.get(symbols.lookup<RoutineOp>(early.getRoutine()));
  const BufferUses::Uses &after =
      uses.get(symbols.lookup<RoutineOp>(late.getRoutine()));
  Dependences found;
  for (const auto &[name, first] : before) {
    const auto *it = after.find(name);
    if (it == after.end())
      continue;
    const BufferUse &second = it->second;
    if (symbols.lookup<BufferOp>(name).getKind() == BufferKind::channel)
      found.channel = name;
    else if (!found.buffer && (first.writes || (first.reads && second.writes)))
      found.buffer = name;
  }
  return found;
}

/// Returns the index of the phase of each launch: greater than those of
/// launches that it depends on, equal to those of launches with which it
/// communicates.
FailureOr<SmallVector<unsigned>>
PhaseScheduler::getLevels(ArrayRef<LaunchOp> group) {
  SmallVector<unsigned> levels(group.size(), 0);
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned late = 0; late < group.size(); ++late)
      for (unsigned early = 0; early < late; ++early) {
        LaunchOp before = group[early], after = group[late];
        Dependences dependences = getDependences(before, after);
        if (dependences.channel) {
          unsigned level = std::max(levels[early], levels[late]);
          changed |= levels[early] != levels[late];
          levels[early] = levels[late] = level;
        } else if (dependences.buffer && levels[late] <= levels[early]) {
          changed = true;
          levels[late] = levels[early] + 1;
          if (levels[late] >= group.size()) {
            after.emitError("expected launches that share a channel to be in "
                            "one phase, found that this one depends on @")
                << before.getRoutine() << " through @"
                << dependences.buffer.getValue();
            return failure();
          }
        }
      }
  }
  return levels;
}

StringAttr PhaseScheduler::makeName() {
  while (true) {
    std::string name = "phase" + std::to_string(numPhases++);
    if (!symbols.lookup(name))
      return StringAttr::get(program.getContext(), name);
  }
}

LogicalResult PhaseScheduler::schedule(ArrayRef<LaunchOp> group) {
  FailureOr<SmallVector<unsigned>> levels = getLevels(group);
  if (failed(levels))
    return failure();
  for (unsigned late = 0; late < group.size(); ++late)
    for (unsigned early = 0; early < late; ++early)
      if (StringAttr buffer = getDependences(group[early], group[late]).buffer;
          buffer && (*levels)[early] < (*levels)[late]) {
        LaunchOp before = group[early], after = group[late];
        remark::analysis(after.getLoc(), remark::RemarkOpts::name("Dependence")
                                             .category("vm-schedule-phases"))
            << remark::reason("@{0} depends on @{1} through @{2}",
                              after.getRoutine(), before.getRoutine(),
                              buffer.getValue());
      }
  LaunchOp first = group.front();
  OpBuilder builder(first);
  SmallVector<Block *> bodies;
  while (bodies.size() <= *llvm::max_element(*levels)) {
    auto phase = PhaseOp::create(builder, first.getLoc(), makeName(),
                                 /*after=*/ArrayAttr());
    bodies.push_back(&phase.getBody().emplaceBlock());
  }
  for (auto [launch, level] : llvm::zip(group, *levels)) {
    LaunchOp op = launch;
    op->moveBefore(bodies[level], bodies[level]->end());
  }
  return success();
}

/// Collects the launches outside of phases.
static SmallVector<LaunchGroup> collectGroups(ProgramOp program) {
  SmallVector<LaunchGroup> groups(1);
  for (Operation &op : program.getBody().front()) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      groups.back().push_back(launch);
    else if (isa<PhaseOp>(op) && !groups.back().empty())
      groups.emplace_back();
  }
  if (groups.back().empty())
    groups.pop_back();
  return groups;
}

namespace {

struct VMSchedulePhases : vm::impl::VMSchedulePhasesBase<VMSchedulePhases> {
  using VMSchedulePhasesBase::VMSchedulePhasesBase;

  void runOnOperation() override {
    ProgramOp program = getOperation();
    PhaseScheduler scheduler(program);
    for (ArrayRef<LaunchOp> group : collectGroups(program))
      if (failed(scheduler.schedule(group)))
        return signalPassFailure();
    FailureOr<SmallVector<PhaseOp>> order = orderPhases(program);
    if (failed(order))
      return signalPassFailure();
    if (llvm::equal(*order, program.getOps<PhaseOp>()))
      return;
    Block &body = program.getBody().front();
    for (PhaseOp phase : *order)
      phase->moveBefore(&body, body.end());
  }
};

} // namespace
