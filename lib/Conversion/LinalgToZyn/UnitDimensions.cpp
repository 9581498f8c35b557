//===- UnitDimensions.cpp - Dimensions of size 1 --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions of size 1 that were inserted keep reshapes between ops that could
// be fused, such as a normalization of rows and what computes them. Those that
// all ops have, such as a batch of one image, do not; dropping them from some
// ops would insert such reshapes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::zyn;

static bool isElementwise(linalg::GenericOp op) {
  return op.getNumReductionLoops() == 0;
}

/// Returns the dimensions of `op` that may be dropped if their size is 1: none
/// of an elementwise op all of whose operands have it, and none if an index is
/// computed from several, since upstream's patterns would lose the size of the
/// operand. `p * 5 + k` would become `k`, whose range is then that size.
static SmallVector<unsigned> getDroppableDimensions(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || !isRaisable(generic))
    return {};
  for (AffineMap map : generic.getIndexingMapsArray())
    if (!llvm::all_of(map.getResults(),
                      llvm::IsaPred<AffineDimExpr, AffineConstantExpr>))
      return {};
  auto isReshaped = [](Value operand) {
    return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
        operand.getDefiningOp());
  };
  if (isElementwise(generic) &&
      llvm::none_of(generic->getOperands(), isReshaped))
    return {};
  return llvm::to_vector(llvm::seq(generic.getNumLoops()));
}

namespace {
/// Replaces an index 0 of a dimension of size 1, as torch-mlir writes it, with
/// that of the loop over the same dimension, if that has one iteration.
struct NameUnitIndices : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return rewriter.notifyMatchFailure(op, "expected an elementwise op");
    unsigned numLoops = op.getNumLoops();
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    bool isChanged = false;
    for (AffineMap &map : maps) {
      if (map.getNumResults() != numLoops)
        continue;
      for (unsigned dim = 0; dim < numLoops; ++dim)
        if (ranges[dim] == 1 && map.getResult(dim) == 0 &&
            !map.isFunctionOfDim(dim)) {
          SmallVector<AffineExpr> results(map.getResults());
          results[dim] = rewriter.getAffineDimExpr(dim);
          map = AffineMap::get(numLoops, 0, results, op.getContext());
          isChanged = true;
        }
    }
    if (!isChanged)
      return rewriter.notifyMatchFailure(op, "expected an index 0");
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};
} // namespace

void zyn::populateFoldUnitDimensionsPatterns(RewritePatternSet &patterns) {
  linalg::ControlDropUnitDims options;
  options.controlFn = getDroppableDimensions;
  linalg::populateFoldUnitExtentDimsPatterns(patterns, options);
  patterns.add<NameUnitIndices>(patterns.getContext());
}
