//===- ExtractsToInputs.cpp - Elements at the indices of loops ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where sizes are dynamic, torch-mlir writes a broadcast as the extraction of
// an element: at index 0 of a dimension if its size is 1, and else at the index
// of the loop. The size of most of these is that of the result.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::zyn;
using Variable = ValueBoundsConstraintSet::Variable;

/// Returns a dimension of a destination that loop `loop` iterates over.
static std::optional<Variable> getSizeOfLoop(linalg::LinalgOp op,
                                             unsigned loop) {
  OpOperand &init = op.getDpsInitsMutable()[0];
  for (auto [dim, index] :
       llvm::enumerate(op.getMatchingIndexingMap(&init).getResults()))
    if (index == getAffineDimExpr(loop, op.getContext()))
      return Variable(getDestinationRoot(init.get()), dim);
  return std::nullopt;
}

static bool areKnownToBeEqual(const Variable &a, const Variable &b) {
  FailureOr<bool> areEqual = ValueBoundsConstraintSet::areEqual(a, b);
  return succeeded(areEqual) && *areEqual;
}

namespace {

/// Replaces the index of a dimension that may have size 1 by that of the loop,
/// if there is one iteration then.
struct DropSelectedIndex : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp select,
                                PatternRewriter &rewriter) const override {
    auto op = dyn_cast<linalg::LinalgOp>(select->getParentOp());
    auto index = select.getFalseValue().getDefiningOp<linalg::IndexOp>();
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!op || !op.hasPureTensorSemantics() || !index || !compare ||
        compare.getPredicate() != arith::CmpIPredicate::eq ||
        !compare.getLhs().getType().isIndex() ||
        !matchPattern(compare.getRhs(), m_One()) ||
        !matchPattern(select.getTrueValue(), m_Zero()))
      return failure();
    std::optional<Variable> size = getSizeOfLoop(op, index.getDim());
    if (!size || !areKnownToBeEqual(*size, Variable(compare.getLhs())))
      return failure();
    rewriter.replaceOp(select, index.getResult());
    return success();
  }
};

/// Removes the division of a multiple of its divisor, which reshapes leave.
struct DivideMultiple : OpRewritePattern<arith::DivSIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivSIOp op,
                                PatternRewriter &rewriter) const override {
    APInt divisor;
    auto multiple = op.getLhs().getDefiningOp<affine::AffineApplyOp>();
    if (!multiple || !matchPattern(op.getRhs(), m_ConstantInt(&divisor)) ||
        !divisor.isStrictlyPositive() || !divisor.isSignedIntN(63))
      return failure();
    AffineExpr expression = multiple.getAffineMap().getResult(0);
    int64_t value = divisor.getSExtValue();
    if (!expression.isMultipleOf(value))
      return failure();
    AffineMap map = multiple.getAffineMap();
    rewriter.replaceOp(
        op, affine::makeComposedAffineApply(
                rewriter, op.getLoc(),
                AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                               expression.floorDiv(value)),
                SmallVector<OpFoldResult>(multiple.getMapOperands())));
    return success();
  }
};

/// Makes the tensor of an element that is read at the indices of loops, or at
/// constants, an input.
struct ReadAtIndices : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
      if (AffineMap access = getAccess(op, extract)) {
        addInput(rewriter, op, extract, access);
        return success();
      }
    return failure();
  }

private:
  /// Returns the indices of an element as a map of the loops, or null.
  static AffineMap getAccess(linalg::GenericOp op, tensor::ExtractOp extract);
  static void addInput(PatternRewriter &rewriter, linalg::GenericOp op,
                       tensor::ExtractOp extract, AffineMap access);
};

} // namespace

AffineMap ReadAtIndices::getAccess(linalg::GenericOp op,
                                   tensor::ExtractOp extract) {
  Value tensor = extract.getTensor();
  auto type = cast<RankedTensorType>(tensor.getType());
  if (op->isAncestor(tensor.getParentBlock()->getParentOp()) ||
      type.getEncoding())
    return AffineMap();
  SmallVector<AffineExpr> indices;
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    APInt constant;
    if (matchPattern(index, m_ConstantInt(&constant))) {
      // Other constants may be out of bounds.
      if (!constant.isZero() || type.getDimSize(dim) != 1)
        return AffineMap();
      indices.push_back(getAffineConstantExpr(0, op.getContext()));
      continue;
    }
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    if (!loop || loop->getParentOp() != op)
      return AffineMap();
    AffineExpr expression = getAffineDimExpr(loop.getDim(), op.getContext());
    std::optional<Variable> size = getSizeOfLoop(op, loop.getDim());
    if (!size || llvm::is_contained(indices, expression) ||
        !areKnownToBeEqual(*size, Variable(getDestinationRoot(tensor), dim)))
      return AffineMap();
    indices.push_back(expression);
  }
  return AffineMap::get(op.getNumLoops(), 0, indices, op.getContext());
}

void ReadAtIndices::addInput(PatternRewriter &rewriter, linalg::GenericOp op,
                             tensor::ExtractOp extract, AffineMap access) {
  unsigned numInputs = op.getNumDpsInputs();
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(extract.getTensor());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + numInputs, access);
  auto changed = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
      llvm::to_vector(op->getDiscardableAttrs()));
  rewriter.inlineRegionBefore(op.getRegion(), changed.getRegion(),
                              changed.getRegion().end());
  Value element = changed.getBody()->insertArgument(
      numInputs, extract.getType(), extract.getLoc());
  rewriter.replaceOp(extract, element);
  rewriter.replaceOp(op, changed.getResults());
}

void zyn::populateExtractsToInputsPatterns(RewritePatternSet &patterns) {
  patterns.add<DropSelectedIndex, DivideMultiple, ReadAtIndices>(
      patterns.getContext());
}
