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

/// Returns whether threads can reach `block` repeatedly: every cycle of blocks
/// contains one that is a successor of itself or of a later block.
static bool isLoopHeader(Block &block) {
  for (Block *predecessor : block.getPredecessors()) {
    for (Block *other = &block; other; other = other->getNextNode())
      if (other == predecessor)
        return true;
  }
  return false;
}

/// Returns the number of ops of `block`, not counting constants and
/// unconditional branches.
static int64_t countOps(Block &block) {
  int64_t count = 0;
  for (Operation &op : block)
    count += !op.hasTrait<OpTrait::ConstantLike>() && !isa<cf::BranchOp>(op);
  return count;
}

static void declareStepFunction(gpu::GPUModuleOp module, StringRef name) {
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
    declareStepFunction(module, stepsName);
    declareStepFunction(module, stepsInLoopName);
    for (auto function : module.getOps<FunctionOpInterface>())
      for (Block &block : function.getFunctionBody())
        count(block);
  }

private:
  static void count(Block &block) {
    bool isHeader = isLoopHeader(block);
    // A loop that only consists of branches takes steps, too.
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
/// when it is exhausted.
struct LowerStepCall : EmulatorPattern<func::CallOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(func::CallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isInLoop = op.getCallee() == stepsInLoopName;
    if (!isInLoop && op.getCallee() != stepsName)
      return rewriter.notifyMatchFailure(op, "not a call that counts steps");
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    Value thread = getThread(op); // its first field is the budget
    Value budget = LLVM::LoadOp::create(rewriter, loc, i64, thread);
    budget =
        LLVM::SubOp::create(rewriter, loc, budget, adaptor.getOperands()[0]);
    LLVM::StoreOp::create(rewriter, loc, budget, thread);
    if (isInLoop)
      yieldIfExhausted(op, budget, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void yieldIfExhausted(func::CallOp op, Value budget,
                               ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Value zero = LLVM::ConstantOp::create(rewriter, loc, budget.getType(), 0);
    Value isExhausted = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::slt, budget, zero);
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *yield = rewriter.createBlock(after);
    LLVM::CallOp::create(
        rewriter, loc, TypeRange(), "zynemuYield",
        ValueRange{getThread(op), getSiteAddress(rewriter, op, "loop")});
    LLVM::BrOp::create(rewriter, loc, after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, isExhausted, yield, after);
    rewriter.setInsertionPointToStart(after);
  }
};
} // namespace

void mlir::zyn::emulator::populateStepPatterns(const Lowering &lowering,
                                               RewritePatternSet &patterns) {
  patterns.add<LowerStepCall>(lowering);
}
