//===- GPUToKernel.cpp - Raises the gpu dialect to the kernel dialect -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUToKernel.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTGPUTOKERNEL
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static constexpr unsigned warpSize = 32;

namespace {

/// Converts an id or size along a dimension.
template <typename SourceOp, typename TargetOp>
struct ConvertIndexOp : OpRewritePattern<SourceOp> {
  using OpRewritePattern<SourceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(SourceOp op,
                                PatternRewriter &rewriter) const override {
    static_assert(int(gpu::Dimension::z) == int(kernel::Dimension::z));
    rewriter.replaceOpWithNewOp<TargetOp>(
        op, static_cast<kernel::Dimension>(op.getDimension()));
    return success();
  }
};

/// Converts an op that has an identical counterpart in the kernel dialect.
template <typename SourceOp, typename TargetOp>
struct ConvertOneToOne : OpRewritePattern<SourceOp> {
  using OpRewritePattern<SourceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(SourceOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<TargetOp>(op);
    return success();
  }
};

struct ConvertSubgroupSize : OpRewritePattern<gpu::SubgroupSizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::SubgroupSizeOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, warpSize);
    return success();
  }
};

/// Lanes from `width` on do not participate in a `gpu.shuffle`, and `width` can
/// be any value up to 32; in the kernel dialect, it divides the warp into
/// groups.
struct ConvertShuffle : OpRewritePattern<gpu::ShuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::ShuffleOp op,
                                PatternRewriter &rewriter) const override {
    if (getConstantIntValue(op.getWidth()) == warpSize) {
      rewriter.replaceOpWithNewOp<kernel::ShuffleOp>(
          op, convertKind(op.getMode()), op.getValue(), op.getOffset(),
          warpSize,
          /*mask=*/Value());
      return success();
    }

    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value lane = arith::IndexCastOp::create(
        rewriter, loc, i32, kernel::LaneIdOp::create(rewriter, loc));
    Value source = getSourceLane(rewriter, op, lane);
    // An unsigned comparison also rejects lanes below 0.
    Value valid = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, source, op.getWidth());
    source = arith::SelectOp::create(rewriter, loc, valid, source, lane);
    // Computed in 64 bits, since the width may be 32.
    Type i64 = rewriter.getI64Type();
    Value one = arith::ConstantIntOp::create(rewriter, loc, i64, 1);
    Value width = arith::ExtUIOp::create(rewriter, loc, i64, op.getWidth());
    Value lanes = arith::SubIOp::create(
        rewriter, loc, arith::ShLIOp::create(rewriter, loc, one, width), one);
    Value mask = arith::TruncIOp::create(rewriter, loc, i32, lanes);
    auto shuffle =
        kernel::ShuffleOp::create(rewriter, loc, kernel::ShuffleKind::idx,
                                  op.getValue(), source, warpSize, mask);
    rewriter.replaceOp(op, {shuffle.getResult(), valid});
    return success();
  }

private:
  static kernel::ShuffleKind convertKind(gpu::ShuffleMode mode) {
    switch (mode) {
    case gpu::ShuffleMode::XOR:
      return kernel::ShuffleKind::Xor;
    case gpu::ShuffleMode::DOWN:
      return kernel::ShuffleKind::down;
    case gpu::ShuffleMode::UP:
      return kernel::ShuffleKind::up;
    case gpu::ShuffleMode::IDX:
      return kernel::ShuffleKind::idx;
    }
    llvm_unreachable("unknown shuffle mode");
  }

  static Value getSourceLane(OpBuilder &builder, gpu::ShuffleOp op,
                             Value lane) {
    Location loc = op.getLoc();
    switch (op.getMode()) {
    case gpu::ShuffleMode::XOR:
      return arith::XOrIOp::create(builder, loc, lane, op.getOffset());
    case gpu::ShuffleMode::DOWN:
      return arith::AddIOp::create(builder, loc, lane, op.getOffset());
    case gpu::ShuffleMode::UP:
      return arith::SubIOp::create(builder, loc, lane, op.getOffset());
    case gpu::ShuffleMode::IDX:
      return op.getOffset();
    }
    llvm_unreachable("unknown shuffle mode");
  }
};

/// Converts atomics, so that the emulator checks them, too.
struct ConvertAtomic : OpRewritePattern<memref::AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<kernel::AtomicKind> kind = convertKind(op.getKind());
    if (!kind)
      return op.emitOpError("of kind '")
             << arith::stringifyAtomicRMWKind(op.getKind())
             << "' has no counterpart in the kernel dialect";
    rewriter.replaceOpWithNewOp<kernel::AtomicOp>(
        op, *kind, kernel::Scope::device, kernel::MemoryOrder::relaxed,
        op.getValue(), op.getMemref(), op.getIndices());
    return success();
  }

private:
  static std::optional<kernel::AtomicKind>
  convertKind(arith::AtomicRMWKind kind) {
    switch (kind) {
    case arith::AtomicRMWKind::addf:
    case arith::AtomicRMWKind::addi:
      return kernel::AtomicKind::add;
    case arith::AtomicRMWKind::andi:
      return kernel::AtomicKind::And;
    case arith::AtomicRMWKind::assign:
      return kernel::AtomicKind::exchange;
    case arith::AtomicRMWKind::maxs:
      return kernel::AtomicKind::max;
    case arith::AtomicRMWKind::maxu:
      return kernel::AtomicKind::umax;
    case arith::AtomicRMWKind::mins:
      return kernel::AtomicKind::min;
    case arith::AtomicRMWKind::minu:
      return kernel::AtomicKind::umin;
    case arith::AtomicRMWKind::ori:
      return kernel::AtomicKind::Or;
    case arith::AtomicRMWKind::xori:
      return kernel::AtomicKind::Xor;
    default:
      return std::nullopt;
    }
  }
};

struct ConvertGPUToKernel
    : mlir::zyn::impl::ConvertGPUToKernelBase<ConvertGPUToKernel> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    if (failed(expandReductions(module)))
      return signalPassFailure();

    MLIRContext *context = &getContext();
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    zyn::populateMatrixTypeConversion(converter);
    RewritePatternSet patterns(context);
    patterns
        .add<ConvertIndexOp<gpu::ThreadIdOp, kernel::ThreadIdOp>,
             ConvertIndexOp<gpu::BlockIdOp, kernel::BlockIdOp>,
             ConvertIndexOp<gpu::BlockDimOp, kernel::BlockSizeOp>,
             ConvertIndexOp<gpu::GridDimOp, kernel::GridSizeOp>,
             ConvertIndexOp<gpu::ClusterIdOp, kernel::ClusterIdOp>,
             ConvertIndexOp<gpu::ClusterDimOp, kernel::ClusterGridSizeOp>,
             ConvertIndexOp<gpu::ClusterDimBlocksOp, kernel::ClusterSizeOp>,
             ConvertIndexOp<gpu::ClusterBlockIdOp, kernel::BlockIdInClusterOp>,
             ConvertOneToOne<gpu::LaneIdOp, kernel::LaneIdOp>,
             ConvertOneToOne<gpu::SubgroupIdOp, kernel::WarpIdOp>,
             ConvertOneToOne<gpu::NumSubgroupsOp, kernel::NumWarpsOp>,
             ConvertOneToOne<gpu::BarrierOp, kernel::BarrierOp>,
             ConvertSubgroupSize, ConvertShuffle, ConvertAtomic>(context);
    zyn::populatePrintfPatterns(patterns);
    zyn::populateMatrixPatterns(converter, patterns);

    ConversionTarget target(*context);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    target.addIllegalDialect<gpu::GPUDialect>();
    target.addLegalOp<gpu::GPUModuleOp, gpu::GPUFuncOp, gpu::ReturnOp>();
    target.addIllegalOp<memref::AtomicRMWOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }

private:
  /// Expands reductions into shuffles, using upstream's patterns.
  static LogicalResult expandReductions(gpu::GPUModuleOp module) {
    RewritePatternSet patterns(module.getContext());
    populateGpuRewritePatterns(patterns);
    populateGpuBreakDownSubgroupReducePatterns(patterns);
    populateGpuLowerSubgroupReduceToShufflePatterns(patterns, warpSize);
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(patterns,
                                                             warpSize);
    return applyPatternsGreedily(module, std::move(patterns));
  }
};
} // namespace
