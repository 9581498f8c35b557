//===- DecomposeTensorOps.cpp - Decomposes ops on tensors -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNDECOMPOSETENSOROPS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Decomposes ops such as linalg.softmax.
struct DecomposeAggregated
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) ||
        op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "expected tensors");
    // Upstream assumes floats.
    if (!isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
      return rewriter.notifyMatchFailure(op, "expected elements of floats");
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "has no decomposition");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Returns the sizes of the result of `op`, or failure if one of them is an
/// element of a tensor that host code does not know.
FailureOr<SmallVector<OpFoldResult>> getResultSizes(OpBuilder &builder,
                                                    tensor::ReshapeOp op) {
  auto elements = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  DenseIntElementsAttr constants;
  bool isConstant = matchPattern(op.getShape(), m_Constant(&constants));
  auto result = cast<RankedTensorType>(op.getType());
  if (!elements && !isConstant && !result.hasStaticShape())
    return failure();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(result.getShape())) {
    if (ShapedType::isStatic(size))
      sizes.push_back(builder.getIndexAttr(size));
    else if (elements)
      sizes.push_back(getValueOrCreateCastToIndexLike(
          builder, op.getLoc(), builder.getIndexType(),
          elements.getElements()[dim]));
    else
      sizes.push_back(
          arith::ConstantIndexOp::create(
              builder, op.getLoc(),
              constants.getValues<APInt>()[dim].sextOrTrunc(64).getSExtValue())
              .getResult());
  }
  return sizes;
}

/// Reshapes to a shape whose sizes are known in host code, without a tensor of
/// sizes.
struct ExpandReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !result || source.getEncoding() || result.getEncoding())
      return rewriter.notifyMatchFailure(
          op, "expected ranked tensors without encodings");
    FailureOr<SmallVector<OpFoldResult>> sizes = getResultSizes(rewriter, op);
    if (failed(sizes))
      return rewriter.notifyMatchFailure(op, "expected known sizes");
    Location loc = op.getLoc();
    auto getFlatType = [&](int64_t size) {
      return RankedTensorType::get({size}, result.getElementType());
    };
    auto getAll = [](RankedTensorType type) {
      return SmallVector<ReassociationIndices>{
          llvm::to_vector(llvm::seq(type.getRank()))};
    };
    Value flat = op.getSource();
    if (source.getRank() == 0)
      flat = tensor::ExpandShapeOp::create(rewriter, loc, getFlatType(1), flat,
                                           ArrayRef<ReassociationIndices>());
    else if (source.getRank() > 1)
      flat =
          tensor::CollapseShapeOp::create(rewriter, loc, flat, getAll(source));
    // The flat tensor is static if and only if the result is.
    Type flatType =
        getFlatType(result.hasStaticShape() ? result.getNumElements()
                                            : ShapedType::kDynamic);
    if (flat.getType() != flatType)
      flat = tensor::CastOp::create(rewriter, loc, flatType, flat);
    if (result.getRank() == 0)
      flat = tensor::CollapseShapeOp::create(rewriter, loc, flat,
                                             ArrayRef<ReassociationIndices>());
    else if (result.getRank() > 1)
      flat = tensor::ExpandShapeOp::create(rewriter, loc, result, flat,
                                           getAll(result), *sizes);
    rewriter.replaceOp(op, flat);
    return success();
  }
};

/// Fills a tensor with a scalar by an op that kernels are generated from.
struct FillSplat : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type,
                                          op.getDynamicSizes());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
    return success();
  }
};

struct ZynDecomposeTensorOps
    : zyn::impl::ZynDecomposeTensorOpsBase<ZynDecomposeTensorOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregated, ExpandReshape, FillSplat>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
