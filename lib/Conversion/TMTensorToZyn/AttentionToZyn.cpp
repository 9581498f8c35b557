//===- AttentionToZyn.cpp - Converts tm_tensor.attention ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::zyn;

/// The dimensions of zyn.attention: batch, head, query or key, element.
static constexpr int64_t kRank = 4;

/// Returns how dimensions of a tensor of rank 2 or 3 become those of a tensor
/// of rank 4 with a batch and a head.
static SmallVector<ReassociationIndices> getReassociation(int64_t rank) {
  if (rank == 2)
    return {{0, 1, 2}, {3}};
  return {{0, 1}, {2}, {3}};
}

/// Returns `tensor`, of rank 2 to 4, with dimensions for the batch and the
/// head.
static Value expand(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == kRank)
    return tensor;
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + (type.getRank() - 2), kRank - type.getRank(), 1);
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      getReassociation(type.getRank()));
}

namespace {
struct ConvertAttention : OpRewritePattern<tm_tensor::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tm_tensor::AttentionOp op,
                                PatternRewriter &rewriter) const override {
    auto queries = cast<RankedTensorType>(op.getInputs()[0].getType());
    Type element = queries.getElementType();
    auto result = cast<RankedTensorType>(op.getResult(0).getType());
    if (queries.getRank() > kRank)
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
        reason << "expected queries of rank 2, 3 or 4, found " << queries;
      });
    if (!element.isF16() && !element.isBF16() && !element.isF32() &&
        !element.isF64())
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
        reason << "expected elements of f16, bf16, f32 or f64, found "
               << element;
      });
    for (Value input : op.getInputs().slice(1, 2))
      if (getElementTypeOrSelf(input) != element)
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
          reason << "expected keys and values of " << element << ", found "
                 << input.getType();
        });
    if (result.getElementType() != element)
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
        reason << "expected a destination of " << element << ", found "
               << result;
      });

    Location loc = op.getLoc();
    auto get = [&](Value tensor) { return expand(rewriter, loc, tensor); };
    Value mask;
    if (op.getInputs().size() == 4) {
      mask = op.getInputs()[3];
      if (!isa<FloatType>(getElementTypeOrSelf(mask)) &&
          !getElementTypeOrSelf(mask).isInteger(1))
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
          reason << "expected a mask of i1 or floats, found " << mask.getType();
        });
      mask = get(mask);
    }
    // The destination is not read, so that nothing has to be written before.
    Value output = op.getOutputs()[0];
    Value init = get(tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, output), element));
    auto attention = AttentionOp::create(
        rewriter, loc, init.getType(), get(op.getInputs()[0]),
        get(op.getInputs()[1]), get(op.getInputs()[2]), mask,
        /*lengths=*/Value(), /*epilogue_inputs=*/ValueRange(), init,
        /*mask_map=*/AffineMapAttr(), /*epilogue_maps=*/ArrayAttr(),
        op.getScaleAttr(),
        /*group_size=*/rewriter.getI64IntegerAttr(1), /*causal=*/UnitAttr());
    Value replacement = attention->getResult(0);
    if (result.getRank() != kRank)
      replacement =
          tensor::CollapseShapeOp::create(rewriter, loc, result, replacement,
                                          getReassociation(result.getRank()));
    rewriter.replaceOp(op, replacement);
    return success();
  }
};
} // namespace

void zyn::populateAttentionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertAttention>(patterns.getContext());
}
