//===- Trap.cpp - Lowers traps and opaque values---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"
#include "Zyn/Runtime/InstanceABI.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// Returns the number of a file, or 0 for the module itself.
static uint64_t getFileNumber(Operation *op, StringAttr file) {
  auto sources = op->getParentOfType<ModuleOp>()->getAttrOfType<ArrayAttr>(
      instance::kSourcesAttrName);
  if (!sources)
    return 0;
  const auto *found = llvm::find(sources, file);
  return found == sources.end() ? 0 : found - sources.begin() + 1;
}

uint64_t zyn::getSite(Operation *op) {
  uint64_t site = 0;
  op->getLoc()->walk([&](Location part) {
    auto place = dyn_cast<FileLineColLoc>(part);
    if (!place)
      return WalkResult::advance();
    constexpr uint64_t maxColumn = (1u << ZYNRT_SITE_FILE_SHIFT) - 1;
    uint64_t line = place.getLine(), column = place.getColumn();
    if (line == 0) // an offset
      site = column;
    else
      site = line << ZYNRT_SITE_LINE_SHIFT |
             std::min(getFileNumber(op, place.getFilename()), maxColumn)
                 << ZYNRT_SITE_FILE_SHIFT |
             std::min(column, maxColumn);
    return WalkResult::interrupt();
  });
  return site;
}

Block *TrapLowering::getBlock(PatternRewriter &rewriter, Operation *op,
                              TrapKind kind) const {
  auto function = op->getParentOfType<func::FuncOp>();
  Block *&block = blocks[{function, kind}];
  if (block)
    return block;
  OpBuilder::InsertionGuard guard(rewriter);
  block = rewriter.createBlock(&function.getBody(), function.getBody().end(),
                               rewriter.getI64Type(), function.getLoc());
  InstanceBuilder builder(rewriter, function.getLoc());
  buildTrap(builder, function, kind, block->getArgument(0));
  return block;
}

/// Returns the constant that identifies the location of `op`.
static Value buildSite(PatternRewriter &rewriter, Operation *op) {
  return InstanceBuilder(rewriter, op->getLoc()).buildI64(getSite(op));
}

namespace {

template <typename OpTy>
struct TrapPattern : OpRewritePattern<OpTy> {
  TrapPattern(MLIRContext *context, const TrapLowering &lowering)
      : OpRewritePattern<OpTy>(context), lowering(lowering) {}

  const TrapLowering &lowering;
};

struct LowerTrap : TrapPattern<TrapOp> {
  using TrapPattern::TrapPattern;
  LogicalResult matchAndRewrite(TrapOp op,
                                PatternRewriter &rewriter) const override {
    Block *trap = lowering.getBlock(rewriter, op, op.getKind());
    Value site = buildSite(rewriter, op);
    rewriter.replaceOpWithNewOp<cf::BranchOp>(op, trap, site);
    return success();
  }
};

struct LowerTrapIf : TrapPattern<TrapIfOp> {
  using TrapPattern::TrapPattern;
  LogicalResult matchAndRewrite(TrapIfOp op,
                                PatternRewriter &rewriter) const override {
    Block *trap = lowering.getBlock(rewriter, op, op.getKind());
    Value site = buildSite(rewriter, op);
    Block *block = op->getBlock();
    Block *next = rewriter.splitBlock(block, std::next(op->getIterator()));
    rewriter.setInsertionPointToEnd(block);
    cf::CondBranchOp::create(rewriter, op.getLoc(), op.getCondition(), trap,
                             site, next, ValueRange());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerOpaque : OpRewritePattern<OpaqueOp> {
  using OpRewritePattern::OpRewritePattern;
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
                               const TrapLowering &lowering) {
  patterns.add<LowerTrap, LowerTrapIf>(patterns.getContext(), lowering);
  patterns.add<LowerOpaque>(patterns.getContext());
}
