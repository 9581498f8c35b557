//===- EliminateDeadState.cpp - Removes dead register writes --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Transforms/Passes.h"

#include "Zyn/Dialect/VM/Analysis/RoutineUses.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/bit.h"

namespace mlir::vm {
#define GEN_PASS_DEF_VMELIMINATEDEADSTATE
#include "Zyn/Dialect/VM/Transforms/Passes.h.inc"
} // namespace mlir::vm

using namespace mlir;
using namespace mlir::vm;

namespace {

/// Liveness of the registers in a routine; sets of registers are masks.
class Liveness {
public:
  Liveness(RoutineOp routine, uint32_t observed)
      : routine(routine), observed(observed),
        returnEndsInstance(isOnlyLaunched(routine)) {
    compute();
  }

  /// Returns the registers that are live before `op`, given those after it.
  uint32_t getLiveBefore(Operation *op, uint32_t live) const;
  uint32_t getLiveOut(Block *block) const {
    uint32_t live = 0;
    for (Block *successor : block->getSuccessors())
      live |= liveIn.lookup(successor);
    return live;
  }

private:
  void compute();

  RoutineOp routine;
  uint32_t observed;
  /// True if the routine is only launched, so that its returns end the
  /// instance.
  bool returnEndsInstance;
  DenseMap<Block *, uint32_t> liveIn;
};

} // namespace

/// Returns the mask of words that the given rows read.
static uint32_t getReadWords(MatrixAttr matrix, uint32_t rows) {
  uint32_t read = 0;
  for (uint16_t position : matrix.getPositions())
    if (rows >> position / kNumWords & 1)
      read |= 1u << position % kNumWords;
  return read;
}

static bool isDead(OracleOp op, uint32_t live) {
  return !op.hasEffect() && !(op.getWrittenWords() & live);
}

uint32_t Liveness::getLiveBefore(Operation *op, uint32_t live) const {
  if (auto linear = dyn_cast<LinearOp>(op)) {
    uint32_t rows = linear.getMatrix().getRows();
    return (live & ~rows) | getReadWords(linear.getMatrix(), rows & live);
  }
  if (auto oracle = dyn_cast<OracleOp>(op))
    if (isDead(oracle, live))
      return live;
  if (isa<HaltOp>(op) || (isa<ReturnOp>(op) && returnEndsInstance))
    return observed;
  if (isa<ReturnOp, CallOp>(op))
    return kRegisterMask;
  auto instruction = cast<InstructionOpInterface>(op);
  live = (live & ~instruction.getWrittenWords()) | instruction.getReadWords();
  // If the instruction traps, the registers before it are the final ones.
  bool canTrap = instruction.hasEffect() && !isa<JumpOp, BranchOp, YieldOp>(op);
  return canTrap ? live | observed : live;
}

void Liveness::compute() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Block &block : llvm::reverse(routine.getBody())) {
      uint32_t live = getLiveOut(&block);
      for (Operation &op : llvm::reverse(block))
        live = getLiveBefore(&op, live);
      uint32_t &known = liveIn[&block];
      changed |= known != live;
      known = live;
    }
  }
}

/// Removes rows that set dead registers and returns their number.
static unsigned removeRows(RewriterBase &rewriter, LinearOp op, uint32_t live) {
  uint32_t dead = op.getMatrix().getRows() & ~live;
  if (dead == 0)
    return 0;
  if (dead == op.getMatrix().getRows()) {
    rewriter.replaceOp(op, op.getState());
    return llvm::popcount(dead);
  }
  Matrix matrix = op.getMatrix().toMatrix();
  for (unsigned row = 0; row < kNumRegisters; ++row)
    if (dead >> row & 1)
      matrix.resetRow(row);
  rewriter.modifyOpInPlace(op, [&] {
    op.setMatrixAttr(MatrixAttr::get(op.getContext(), matrix));
    op.removeFormatAttr();
  });
  return llvm::popcount(dead);
}

namespace {

struct VMEliminateDeadState
    : vm::impl::VMEliminateDeadStateBase<VMEliminateDeadState> {
  using VMEliminateDeadStateBase::VMEliminateDeadStateBase;

  void runOnOperation() override {
    for (auto routine : getOperation().getOps<RoutineOp>())
      runOnRoutine(routine, getOperation().getObservedMask());
  }

private:
  void runOnRoutine(RoutineOp routine, uint32_t observed) {
    IRRewriter rewriter(&getContext());
    Liveness liveness(routine, observed);
    unsigned numRows = 0, numOracles = 0;
    for (Block &block : routine.getBody()) {
      uint32_t live = liveness.getLiveOut(&block);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
        uint32_t before = liveness.getLiveBefore(&op, live);
        if (auto linear = dyn_cast<LinearOp>(op)) {
          numRows += removeRows(rewriter, linear, live);
        } else if (auto oracle = dyn_cast<OracleOp>(op)) {
          if (isDead(oracle, live)) {
            rewriter.replaceOp(oracle, oracle.getState());
            ++numOracles;
          }
        }
        live = before;
      }
    }
    remark::passed(routine.getLoc(), remark::RemarkOpts::name("DeadState")
                                         .category("vm-eliminate-dead-state"))
        << remark::reason("removed {0} matrix rows and {1} oracles that set "
                          "dead registers",
                          numRows, numOracles);
  }
};

} // namespace
