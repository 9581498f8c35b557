//===- Index.cpp - Thread and block ids and sizes -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::zyn::emulator;
namespace limits = ::zyn::limits;

namespace {
/// Ids and sizes are fields of the thread, one for each dimension, starting at
/// `Field`.
template <typename SourceOp, ThreadField Field>
struct LowerIndex : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    unsigned dimension = static_cast<unsigned>(op.getDimension());
    rewriter.replaceOp(op, loadFromThread(rewriter, op, rewriter.getI64Type(),
                                          Field + dimension));
    return success();
  }
};

/// Ids and sizes that depend on the cluster come from the runtime.
template <typename SourceOp, int32_t What>
struct LowerClusterIndex : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int32_t dimension = 0;
    if constexpr (!std::is_same_v<SourceOp, kernel::BlockRankInClusterOp>)
      dimension = static_cast<int32_t>(op.getDimension());
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    rewriter.replaceOp(
        op,
        callRuntime(rewriter, op, "zynemuClusterIndex", rewriter.getI64Type(),
                    {LLVM::ConstantOp::create(rewriter, loc, i32, What),
                     LLVM::ConstantOp::create(rewriter, loc, i32, dimension)})
            .getResult());
    return success();
  }
};

struct LowerLaneId : EmulatorPattern<kernel::LaneIdOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::LaneIdOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    Value thread = loadFromThread(rewriter, op, i64, linearIdField);
    constexpr int64_t lastLane = limits::warpSize - 1;
    rewriter.replaceOpWithNewOp<LLVM::AndOp>(
        op, thread, LLVM::ConstantOp::create(rewriter, loc, i64, lastLane));
    return success();
  }
};

struct LowerOpaque : EmulatorPattern<kernel::OpaqueOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::OpaqueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getValue());
    return success();
  }
};
} // namespace

void mlir::zyn::emulator::populateIndexPatterns(const Lowering &lowering,
                                                RewritePatternSet &patterns) {
  patterns.add<
      LowerIndex<kernel::ThreadIdOp, threadIdField>,
      LowerIndex<kernel::BlockIdOp, blockIdField>,
      LowerIndex<kernel::BlockSizeOp, blockSizeField>,
      LowerIndex<kernel::GridSizeOp, gridSizeField>,
      LowerIndex<gpu::ThreadIdOp, threadIdField>,
      LowerIndex<gpu::BlockIdOp, blockIdField>,
      LowerIndex<gpu::BlockDimOp, blockSizeField>,
      LowerIndex<gpu::GridDimOp, gridSizeField>,
      LowerClusterIndex<kernel::ClusterIdOp, ZYNEMU_CLUSTER_ID>,
      LowerClusterIndex<kernel::ClusterSizeOp, ZYNEMU_CLUSTER_SIZE>,
      LowerClusterIndex<kernel::ClusterGridSizeOp, ZYNEMU_CLUSTER_GRID_SIZE>,
      LowerClusterIndex<kernel::BlockIdInClusterOp, ZYNEMU_BLOCK_ID_IN_CLUSTER>,
      LowerClusterIndex<kernel::BlockRankInClusterOp,
                        ZYNEMU_BLOCK_RANK_IN_CLUSTER>,
      LowerLaneId, LowerOpaque>(lowering);
}
