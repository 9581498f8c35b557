//===- ExpandDynamicShapes.cpp - Lowers memref.expand_shape ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNEXPANDDYNAMICSHAPES
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

struct LowerExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override;
};

struct ZynExpandDynamicShapes
    : zyn::impl::ZynExpandDynamicShapesBase<ZynExpandDynamicShapes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

LogicalResult
LowerExpandShape::matchAndRewrite(memref::ExpandShapeOp op,
                                  PatternRewriter &rewriter) const {
  MemRefType type = op.getResultType();
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  auto hasSeveralDynamic = [&](ArrayRef<int64_t> group) {
    return llvm::count_if(
               group, [&](int64_t dim) { return type.isDynamicDim(dim); }) > 1;
  };
  if (llvm::none_of(groups, hasSeveralDynamic))
    return rewriter.notifyMatchFailure(op, "upstream's lowering handles it");

  Location loc = op.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides();
  SmallVector<OpFoldResult> strides(sizes.size());
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  for (auto [group, stride] : llvm::zip_equal(groups, sourceStrides))
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = stride;
      stride = affine::makeComposedFoldedAffineApply(rewriter, loc, product,
                                                     {stride, sizes[dim]});
    }
  auto staticValues = [](ArrayRef<OpFoldResult> values) {
    SmallVector<int64_t> result;
    SmallVector<Value> dynamicValues;
    dispatchIndexOpFoldResults(values, dynamicValues, result);
    return result;
  };
  OpFoldResult offset = source.getConstifiedMixedOffset();
  auto layout = StridedLayoutAttr::get(
      rewriter.getContext(), staticValues(offset)[0], staticValues(strides));
  auto resultType = MemRefType::get(staticValues(sizes), type.getElementType(),
                                    layout, type.getMemorySpace());
  Value result = memref::ReinterpretCastOp::create(rewriter, loc, resultType,
                                                   source.getBaseBuffer(),
                                                   offset, sizes, strides);
  rewriter.replaceOpWithNewOp<memref::CastOp>(op, type, result);
  return success();
}
