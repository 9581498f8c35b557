//===- CountSteps.cpp - Counts the ops that a thread executes -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"
#include "StepCalls.h"

#include "Zyn/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_COUNTEMULATEDSTEPS
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn::emulator;

/// Whether threads can come to `block` again and again: every cycle of blocks
/// has one that a block further down, or itself, leads to.
static bool isLoopHeader(Block &block) {
  for (Block *predecessor : block.getPredecessors()) {
    for (Block *other = &block; other; other = other->getNextNode())
      if (other == predecessor)
        return true;
  }
  return false;
}

/// The ops of `block` that do something; constants and jumps do not.
static int64_t countOps(Block &block) {
  int64_t count = 0;
  for (Operation &op : block)
    count += !op.hasTrait<OpTrait::ConstantLike>() && !isa<cf::BranchOp>(op);
  return count;
}

static void declare(gpu::GPUModuleOp module, StringRef name) {
  if (module.lookupSymbol(name))
    return;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto function = func::FuncOp::create(b, module.getLoc(), name,
                                       b.getFunctionType({b.getI64Type()}, {}));
  function.setPrivate();
}

namespace {
struct CountEmulatedSteps
    : mlir::zyn::impl::CountEmulatedStepsBase<CountEmulatedSteps> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    declare(module, stepsName);
    declare(module, stepsInLoopName);
    for (auto function : module.getOps<FunctionOpInterface>())
      for (Block &block : function.getFunctionBody())
        count(block);
  }

private:
  static void count(Block &block) {
    bool isHeader = isLoopHeader(block);
    // A loop of nothing but jumps takes steps too.
    int64_t steps = std::max<int64_t>(countOps(block), isHeader);
    if (steps == 0)
      return;
    OpBuilder b = OpBuilder::atBlockBegin(&block);
    Location loc = block.front().getLoc();
    Value number =
        arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(steps));
    func::CallOp::create(b, loc, isHeader ? stepsInLoopName : stepsName,
                         TypeRange(), number);
  }
};

/// Subtracts the steps from the thread's budget; in a loop, calls the emulator
/// when there is nothing left of it.
struct LowerStepCall : EmulatorPattern<func::CallOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(func::CallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isInLoop = op.getCallee() == stepsInLoopName;
    if (!isInLoop && op.getCallee() != stepsName)
      return rewriter.notifyMatchFailure(op, "no call that counts steps");
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    Value thread = threadOf(op); // its first field is the budget
    Value budget = LLVM::LoadOp::create(rewriter, loc, i64, thread);
    budget =
        LLVM::SubOp::create(rewriter, loc, budget, adaptor.getOperands()[0]);
    LLVM::StoreOp::create(rewriter, loc, budget, thread);
    if (isInLoop)
      yieldIfUsedUp(op, budget, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void yieldIfUsedUp(func::CallOp op, Value budget,
                            ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Value zero = LLVM::ConstantOp::create(rewriter, loc, budget.getType(), 0);
    Value isUsedUp = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::slt, budget, zero);
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *yield = rewriter.createBlock(after);
    LLVM::CallOp::create(
        rewriter, loc, TypeRange(), "zynemuYield",
        ValueRange{threadOf(op), siteOf(rewriter, op, "loop")});
    LLVM::BrOp::create(rewriter, loc, after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, isUsedUp, yield, after);
    rewriter.setInsertionPointToStart(after);
  }
};
} // namespace

void mlir::zyn::emulator::populateStepPatterns(const Lowering &lowering,
                                               RewritePatternSet &patterns) {
  patterns.add<LowerStepCall>(lowering);
}
