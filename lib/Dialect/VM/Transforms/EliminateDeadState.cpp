//===- EliminateDeadState.cpp - Removes what nobody reads -----------------===//
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

/// Which registers are live in a routine, a bit each.
class Liveness {
public:
  Liveness(RoutineOp routine, uint32_t observed)
      : routine(routine), observed(observed), isEnd(isOnlyLaunched(routine)) {
    compute();
  }

  /// Before `op`, from what is live after it.
  uint32_t getBefore(Operation *op, uint32_t live) const;
  uint32_t getAtEnd(Block *block) const {
    uint32_t live = 0;
    for (Block *successor : block->getSuccessors())
      live |= atBegin.lookup(successor);
    return live;
  }

private:
  void compute();

  RoutineOp routine;
  uint32_t observed;
  /// Whether a return ends the instance.
  bool isEnd;
  DenseMap<Block *, uint32_t> atBegin;
};

} // namespace

/// The registers and `one` that rows of a mask read.
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

uint32_t Liveness::getBefore(Operation *op, uint32_t live) const {
  if (auto linear = dyn_cast<LinearOp>(op)) {
    uint32_t rows = linear.getMatrix().getRows();
    return (live & ~rows) | getReadWords(linear.getMatrix(), rows & live);
  }
  if (auto oracle = dyn_cast<OracleOp>(op))
    if (isDead(oracle, live))
      return live;
  if (isa<HaltOp>(op) || (isa<ReturnOp>(op) && isEnd))
    return observed;
  if (isa<ReturnOp, CallOp>(op))
    return kRegisterMask;
  auto instruction = cast<InstructionOpInterface>(op);
  live = (live & ~instruction.getWrittenWords()) | instruction.getReadWords();
  // What can trap leaves the registers as they are before it.
  bool canTrap = instruction.hasEffect() && !isa<JumpOp, BranchOp, YieldOp>(op);
  return canTrap ? live | observed : live;
}

void Liveness::compute() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Block &block : llvm::reverse(routine.getBody())) {
      uint32_t live = getAtEnd(&block);
      for (Operation &op : llvm::reverse(block))
        live = getBefore(&op, live);
      uint32_t &known = atBegin[&block];
      changed |= known != live;
      known = live;
    }
  }
}

/// Keeps the live rows; returns how many went.
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
      uint32_t live = liveness.getAtEnd(&block);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
        uint32_t before = liveness.getBefore(&op, live);
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
        << remark::reason("{0} rows of matrices and {1} oracles set registers "
                          "that nobody reads",
                          numRows, numOracles);
  }
};

} // namespace
