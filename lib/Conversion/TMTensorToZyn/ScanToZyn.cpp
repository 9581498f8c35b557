//===- ScanToZyn.cpp - Converts tm_tensor.scan ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether `block` applies an op that is known to be associative and
/// commutative to its arguments.
static bool isAssociative(Block *block) {
  Operation *combiner = block->getTerminator()->getOperand(0).getDefiningOp();
  return combiner && combiner->getNumOperands() == 2 &&
         llvm::all_of(block->getArguments(),
                      [&](BlockArgument argument) {
                        return llvm::is_contained(combiner->getOperands(),
                                                  argument);
                      }) &&
         arith::getNeutralElement(combiner);
}

namespace {
struct ConvertScan : OpRewritePattern<tm_tensor::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tm_tensor::ScanOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAssociative(op.getBlock()))
      return rewriter.notifyMatchFailure(
          op, "expected a region of one op that is known to be associative, "
              "such as arith.addf");
    // Whether it includes the last element depends on `inclusive`, and it is
    // not the initial value combined with the elements, as in zyn.scan.
    if (!op.getResult(1).use_empty())
      return rewriter.notifyMatchFailure(
          op, "expected no uses of its second result");
    SmallVector<Value> inits = {op.getOutputs()[0]};
    if (!op.getInclusive())
      inits.push_back(op.getOutputs()[1]);
    auto scan = ScanOp::create(
        rewriter, op.getLoc(), ValueRange(inits).getTypes(), op.getInputs(),
        inits, op.getDimension(), /*exclusive=*/!op.getInclusive(),
        /*reverse=*/false);
    rewriter.inlineRegionBefore(op.getRegion(), scan.getCombiner(),
                                scan.getCombiner().end());
    Operation *yield = scan.getBlock()->getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<YieldOp>(yield, yield->getOperands());
    // The second result has no uses.
    rewriter.replaceOp(op, {scan->getResult(0), op.getOutputs()[1]});
    return success();
  }
};
} // namespace

void zyn::populateScanToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScan>(patterns.getContext());
}
