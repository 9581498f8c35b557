//===- Memory.cpp - Buffers, loads and stores -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace {

struct LowerLocal : OpConversionPattern<kernel::LocalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::LocalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The widest vector access needs it.
    constexpr int64_t alignment = 16;
    rewriter.replaceOpWithNewOp<memref::AllocaOp>(
        op, cast<MemRefType>(op.getResult().getType()),
        rewriter.getI64IntegerAttr(alignment));
    return success();
  }
};

struct LowerShared : OpConversionPattern<kernel::SharedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::SharedOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto function = op->getParentOfType<gpu::GPUFuncOp>();
    auto type = cast<MemRefType>(op.getResult().getType());
    Value buffer;
    rewriter.modifyOpInPlace(function, [&] {
      buffer = function.addWorkgroupAttribution(type, op.getLoc());
      function.setWorkgroupAttributionAttr(
          function.getNumWorkgroupAttributions() - 1, "llvm.align",
          op.getAlignmentAttr());
    });
    rewriter.replaceOp(op, buffer);
    return success();
  }
};

struct LowerLoad : OpConversionPattern<kernel::LoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (auto type = dyn_cast<VectorType>(op.getResult().getType()))
      rewriter.replaceOpWithNewOp<vector::LoadOp>(
          op, type, adaptor.getMemref(), adaptor.getIndices(),
          /*nontemporal=*/false, getAlignment(type));
    else
      rewriter.replaceOpWithNewOp<memref::LoadOp>(op, adaptor.getMemref(),
                                                  adaptor.getIndices());
    return success();
  }

  /// A vector access is aligned to its size, in bytes.
  static llvm::MaybeAlign getAlignment(VectorType type) {
    return llvm::MaybeAlign(type.getNumElements() *
                            type.getElementTypeBitWidth() / 8);
  }
};

struct LowerStore : OpConversionPattern<kernel::StoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (auto type = dyn_cast<VectorType>(op.getValue().getType()))
      rewriter.replaceOpWithNewOp<vector::StoreOp>(
          op, adaptor.getValue(), adaptor.getMemref(), adaptor.getIndices(),
          /*nontemporal=*/false, LowerLoad::getAlignment(type));
    else
      rewriter.replaceOpWithNewOp<memref::StoreOp>(
          op, adaptor.getValue(), adaptor.getMemref(), adaptor.getIndices());
    return success();
  }
};

} // namespace

void mlir::zyn::populateMemoryToGPUPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerLocal, LowerShared, LowerLoad, LowerStore>(
      patterns.getContext());
}
