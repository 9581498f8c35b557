//===- KernelToGPU.cpp - Lowers the kernel dialect to gpu -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "PackShared.h"
#include "Zyn/Conversion/KernelToGPU/FragmentAccess.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/Transforms/Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
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

struct LowerLaneId : OpConversionPattern<kernel::LaneIdOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(kernel::LaneIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<gpu::LaneIdOp>(op, /*upper_bound=*/nullptr);
    return success();
  }
};

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

/// Converts the kernel's metadata to attributes of nvvm.
void lowerMetadata(gpu::GPUFuncOp function) {
  Builder b(function.getContext());
  auto take = [&](StringRef name) -> std::optional<int32_t> {
    auto value = dyn_cast_or_null<IntegerAttr>(function->removeAttr(name));
    return value ? std::optional<int32_t>(value.getInt()) : std::nullopt;
  };
  // A known block size also becomes a limit, in --convert-device-to-nvvm.
  std::optional<int32_t> threads =
      take(kernel::KernelDialect::getMaxThreadsAttrName());
  if (threads && !function.getKnownBlockSize())
    function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                      b.getDenseI32ArrayAttr({*threads, 1, 1}));
  if (auto blocks = take(kernel::KernelDialect::getMinBlocksAttrName()))
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                      b.getI32IntegerAttr(*blocks));
  if (auto registers = take(kernel::KernelDialect::getMaxRegistersAttrName()))
    function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                      b.getI32IntegerAttr(*registers));
}

/// Upstream's accesses have no cache hints.
template <typename OpTy>
bool hasHint(OpTy op) {
  return op.getCache() != kernel::CopyCache::automatic;
}

struct ConvertKernelToGPU
    : mlir::zyn::impl::ConvertKernelToGPUBase<ConvertKernelToGPU> {
  void runOnOperation() override {
    mlir::zyn::packSharedMemory(getOperation());
    MLIRContext *context = &getContext();
    getOperation()->walk(lowerMetadata);
    ConversionTarget target(*context);
    // --convert-device-to-nvvm lowers the rest.
    target.addIllegalOp<
        kernel::BlockIdInClusterOp, kernel::BlockIdOp, kernel::BlockSizeOp,
        kernel::ClusterGridSizeOp, kernel::ClusterIdOp, kernel::ClusterSizeOp,
        kernel::GlobalIdOp, kernel::GridSizeOp, kernel::LaneIdOp,
        kernel::LocalOp, kernel::MmaLoadOp, kernel::MmaStoreOp,
        kernel::NumWarpsOp, kernel::SharedOp, kernel::ThreadIdOp,
        kernel::WarpIdOp>();
    target.addDynamicallyLegalOp<kernel::LoadOp>(hasHint<kernel::LoadOp>);
    target.addDynamicallyLegalOp<kernel::StoreOp>(hasHint<kernel::StoreOp>);
    target.addDynamicallyLegalOp<kernel::BarrierOp>(
        [](kernel::BarrierOp op) { return op.getId() || op.getCount(); });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(context);
    kernel::populateExpandPositionPatterns(patterns);
    patterns
        .add<LowerPosition<kernel::ThreadIdOp, gpu::ThreadIdOp>,
             LowerPosition<kernel::BlockIdOp, gpu::BlockIdOp>,
             LowerPosition<kernel::BlockSizeOp, gpu::BlockDimOp>,
             LowerPosition<kernel::GridSizeOp, gpu::GridDimOp>,
             LowerPosition<kernel::ClusterIdOp, gpu::ClusterIdOp>,
             LowerPosition<kernel::ClusterSizeOp, gpu::ClusterDimBlocksOp>,
             LowerPosition<kernel::ClusterGridSizeOp, gpu::ClusterDimOp>,
             LowerPosition<kernel::BlockIdInClusterOp, gpu::ClusterBlockIdOp>,
             LowerLaneId, LowerLocal, LowerBarrier, LowerShared, LowerLoad,
             LowerStore>(context);
    mlir::zyn::populateFragmentAccessPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
