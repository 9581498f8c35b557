//===- FoldConstantIndices.cpp - Drops dimensions of size 1 at index 0 ----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Exporters write a broadcast of a dimension of size 1 as `(i, j) -> (i, 0)`,
// and a reduction that keeps its dimension likewise.
//
//===----------------------------------------------------------------------===//

#include "IndexedTensor.h"
#include "Patterns.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns a group for each dimension of `operand` that remains: 1, or 0 if
/// its index is the constant 0 and its size is 1.
static SmallVector<unsigned> getKeptDimensions(linalg::LinalgOp op,
                                               OpOperand &operand) {
  ArrayRef<int64_t> shape = op.getShape(&operand);
  SmallVector<unsigned> kept;
  for (auto [dim, index] :
       llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(index);
    kept.push_back(constant && constant.getValue() == 0 && shape[dim] == 1 ? 0
                                                                           : 1);
  }
  return kept;
}

namespace {

/// Replaces an index 0 of a dimension of size 1 with that of the loop over the
/// same dimension of the result, if that has one iteration: such a dimension,
/// as the batch of a single image, need not be dropped.
struct NameUnitIndices : OpRewritePattern<linalg::GenericOp> {
  explicit NameUnitIndices(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(op, "expected an elementwise op");
    unsigned numLoops = op.getNumLoops();
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    bool isChanged = false;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap &map = maps[operand.getOperandNumber()];
      ArrayRef<int64_t> shape = op.getShape(&operand);
      if (map.getNumResults() != numLoops)
        continue;
      SmallVector<AffineExpr> indices(map.getResults());
      for (unsigned dim = 0; dim < numLoops; ++dim)
        if (ranges[dim] == 1 && shape[dim] == 1 && indices[dim] == 0 &&
            !map.isFunctionOfDim(dim))
          indices[dim] = rewriter.getAffineDimExpr(dim);
      AffineMap named = AffineMap::get(numLoops, 0, indices, op.getContext());
      isChanged |= named != map;
      map = named;
    }
    if (!isChanged)
      return rewriter.notifyMatchFailure(op, "expected an index 0");
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};

struct FoldConstantIndices : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "expected tensors");
    SmallVector<SmallVector<unsigned>> kept;
    for (OpOperand &operand : op->getOpOperands())
      kept.push_back(getKeptDimensions(op, operand));
    if (llvm::none_of(kept, [](ArrayRef<unsigned> dims) {
          return llvm::is_contained(dims, 0);
        }))
      return rewriter.notifyMatchFailure(op, "no index is constant");

    Location loc = op.getLoc();
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      ArrayRef<unsigned> dims = kept[operand.getOperandNumber()];
      AffineMap map = op.getMatchingIndexingMap(&operand);
      SmallVector<AffineExpr> indices;
      for (auto [keeps, index] : llvm::zip(dims, map.getResults()))
        if (keeps)
          indices.push_back(index);
      maps.push_back(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                    indices, op.getContext()));
      operands.push_back(
          dropUnitDimensions(rewriter, loc, operand.get(), dims));
    }
    unsigned numInputs = op.getNumDpsInputs();
    ValueRange inits = ValueRange(operands).drop_front(numInputs);
    auto folded = linalg::GenericOp::create(
        rewriter, loc, inits.getTypes(),
        ValueRange(operands).take_front(numInputs), inits, maps,
        op.getIteratorTypesArray(),
        /*bodyBuild=*/nullptr, llvm::to_vector(op->getDiscardableAttrs()));
    rewriter.inlineRegionBefore(op.getRegion(), folded.getRegion(),
                                folded.getRegion().end());
    SmallVector<Value> results;
    for (auto [result, init] :
         llvm::zip(folded->getResults(), op.getDpsInitsMutable()))
      results.push_back(insertUnitDimensions(rewriter, loc, result,
                                             kept[init.getOperandNumber()]));
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void zyn::populateFoldConstantIndicesPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldConstantIndices, NameUnitIndices>(patterns.getContext());
}
