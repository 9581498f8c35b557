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

/// Writes an element as a slice that is filled.
struct InsertSplat : OpRewritePattern<tensor::InsertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    if (type.getEncoding())
      return rewriter.notifyMatchFailure(op, "expected no encoding");
    auto slice = RankedTensorType::get(SmallVector<int64_t>(type.getRank(), 1),
                                       type.getElementType());
    Value splat = tensor::SplatOp::create(rewriter, op.getLoc(), slice,
                                          op.getScalar(), ValueRange());
    if (type.getRank() == 0) {
      rewriter.replaceOp(op, splat);
      return success();
    }
    SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, splat, op.getDest(), getAsOpFoldResult(op.getIndices()), ones,
        ones);
    return success();
  }
};

/// Computes each element of a small tensor as a choice among all of them.
struct SelectElements : OpRewritePattern<tensor::FromElementsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::FromElementsOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    ValueRange elements = op.getElements();
    if (elements.empty() || elements.size() > maxSelected || type.getEncoding())
      return rewriter.notifyMatchFailure(
          op, "expected 1 to 64 elements and no encoding");
    if (llvm::any_of(op->getUsers(), llvm::IsaPred<tensor::ReshapeOp>))
      return rewriter.notifyMatchFailure(op, "is a shape");
    if (elements.size() == 1) {
      rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, elements[0], type,
                                                   ValueRange());
      return success();
    }
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    auto build = [&](OpBuilder &b, Location, ValueRange) {
      Value position = arith::ConstantIndexOp::create(b, loc, 0);
      for (auto [dim, size] : llvm::enumerate(type.getShape())) {
        Value factor = arith::ConstantIndexOp::create(b, loc, size);
        position = arith::AddIOp::create(
            b, loc, arith::MulIOp::create(b, loc, position, factor),
            linalg::IndexOp::create(b, loc, dim));
      }
      Value chosen = elements.front();
      for (auto [i, element] : llvm::drop_begin(llvm::enumerate(elements))) {
        Value number = arith::ConstantIndexOp::create(b, loc, i);
        Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             position, number);
        chosen = arith::SelectOp::create(b, loc, isHere, element, chosen);
      }
      linalg::YieldOp::create(b, loc, chosen);
    };
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), empty,
        rewriter.getMultiDimIdentityMap(type.getRank()), iterators, build);
    return success();
  }

private:
  static constexpr size_t maxSelected = 64;
};

struct ZynDecomposeTensorOps
    : zyn::impl::ZynDecomposeTensorOpsBase<ZynDecomposeTensorOps> {
  using ZynDecomposeTensorOpsBase::ZynDecomposeTensorOpsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregated, ExpandReshape, FillSplat>(&getContext());
    if (forKernels)
      patterns.add<InsertSplat, SelectElements>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
