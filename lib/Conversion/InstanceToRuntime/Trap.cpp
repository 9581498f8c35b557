//===- Trap.cpp - Lowers traps and opaque values---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// Returns line * 2^32 + column of the first location in a file.
static uint64_t getSite(Location loc) {
  uint64_t site = 0;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    site = uint64_t(file.getLine()) << 32 | file.getColumn();
    return WalkResult::interrupt();
  });
  return site;
}

/// Returns the block that traps in the function of `op`.
static Block *getTrapBlock(PatternRewriter &rewriter, Operation *op,
                           TrapKind kind, const InstanceLowering &lowering) {
  auto function = op->getParentOfType<func::FuncOp>();
  Block *&block = lowering.trapBlocks[{function, kind}];
  if (block)
    return block;
  OpBuilder::InsertionGuard guard(rewriter);
  block = rewriter.createBlock(&function.getBody(), function.getBody().end(),
                               rewriter.getI64Type(), function.getLoc());
  StateBuilder builder(rewriter, op, lowering);
  builder.setLoc(function.getLoc());
  builder.callRuntime(
      "zynrtInstanceTrap",
      {builder.getInstance(), builder.buildI32(static_cast<uint32_t>(kind)),
       builder.buildI32(lowering.functionNumbers.lookup(function)),
       block->getArgument(0)});
  LLVM::UnreachableOp::create(builder);
  return block;
}

namespace {

struct LowerTrap : InstancePattern<TrapOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TrapOp op,
                                PatternRewriter &rewriter) const override {
    Block *trap = getTrapBlock(rewriter, op, op.getKind(), lowering);
    StateBuilder builder(rewriter, op, lowering);
    Value site = builder.buildI64(getSite(op.getLoc()));
    rewriter.replaceOpWithNewOp<cf::BranchOp>(op, trap, site);
    return success();
  }
};

struct LowerTrapIf : InstancePattern<TrapIfOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(TrapIfOp op,
                                PatternRewriter &rewriter) const override {
    Block *trap = getTrapBlock(rewriter, op, op.getKind(), lowering);
    StateBuilder builder(rewriter, op, lowering);
    Value site = builder.buildI64(getSite(op.getLoc()));
    Block *block = op->getBlock();
    Block *next = rewriter.splitBlock(block, std::next(op->getIterator()));
    rewriter.setInsertionPointToEnd(block);
    cf::CondBranchOp::create(rewriter, op.getLoc(), op.getCondition(), trap,
                             site, next, ValueRange());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerOpaque : InstancePattern<OpaqueOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(OpaqueOp op,
                                PatternRewriter &rewriter) const override {
    auto fence = LLVM::CallIntrinsicOp::create(
        rewriter, op.getLoc(), op.getType(),
        rewriter.getStringAttr("llvm.arithmetic.fence"), op.getValue());
    rewriter.replaceOp(op, fence.getResults());
    return success();
  }
};

} // namespace

void zyn::populateTrapPatterns(RewritePatternSet &patterns,
                               const InstanceLowering &lowering) {
  patterns.add<LowerTrap, LowerTrapIf, LowerOpaque>(patterns.getContext(),
                                                    lowering);
}
