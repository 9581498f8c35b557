//===- KernelToGPU.cpp - The kernel dialect to gpu ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/FragmentAccess.h"
#include "Zyn/Conversion/Passes.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTKERNELTOGPU
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

template <typename SourceOp, typename TargetOp>
struct LowerPosition : OpConversionPattern<SourceOp> {
  using OpConversionPattern<SourceOp>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto dimension = static_cast<gpu::Dimension>(op.getDimension());
    rewriter.replaceOpWithNewOp<TargetOp>(op, rewriter.getIndexType(),
                                          dimension, /*upper_bound=*/nullptr);
    return success();
  }
};

struct LowerBarrier : OpConversionPattern<kernel::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<gpu::BarrierOp>(op);
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
          /*nontemporal=*/false, bytesOf(type));
    else
      rewriter.replaceOpWithNewOp<memref::LoadOp>(op, adaptor.getMemref(),
                                                  adaptor.getIndices());
    return success();
  }

  /// A vector access is aligned to its size, in bytes.
  static llvm::MaybeAlign bytesOf(VectorType type) {
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
          /*nontemporal=*/false, LowerLoad::bytesOf(type));
    else
      rewriter.replaceOpWithNewOp<memref::StoreOp>(
          op, adaptor.getValue(), adaptor.getMemref(), adaptor.getIndices());
    return success();
  }
};

struct ConvertKernelToGPU
    : mlir::zyn::impl::ConvertKernelToGPUBase<ConvertKernelToGPU> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    ConversionTarget target(*context);
    // The rest becomes nvvm in --convert-device-to-nvvm.
    target
        .addIllegalOp<kernel::BlockIdOp, kernel::BlockSizeOp,
                      kernel::GridSizeOp, kernel::LoadOp, kernel::MmaLoadOp, kernel::MmaStoreOp,
                      kernel::SharedOp, kernel::StoreOp, kernel::ThreadIdOp>();
    target.addDynamicallyLegalOp<kernel::BarrierOp>(
        [](kernel::BarrierOp op) { return op.getId() || op.getCount(); });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(context);
    patterns.add<LowerPosition<kernel::ThreadIdOp, gpu::ThreadIdOp>,
                 LowerPosition<kernel::BlockIdOp, gpu::BlockIdOp>,
                 LowerPosition<kernel::BlockSizeOp, gpu::BlockDimOp>,
                 LowerPosition<kernel::GridSizeOp, gpu::GridDimOp>,
                 LowerBarrier, LowerShared, LowerLoad, LowerStore>(
        context);
    mlir::zyn::populateFragmentAccessPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
