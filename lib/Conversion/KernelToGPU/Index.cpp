//===- Index.cpp - Thread and block ids and sizes -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace {

template <typename SourceOp, typename TargetOp>
struct LowerIndex : OpConversionPattern<SourceOp> {
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

} // namespace

void mlir::zyn::populateIndexToGPUPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerIndex<kernel::ThreadIdOp, gpu::ThreadIdOp>,
               LowerIndex<kernel::BlockIdOp, gpu::BlockIdOp>,
               LowerIndex<kernel::BlockSizeOp, gpu::BlockDimOp>,
               LowerIndex<kernel::GridSizeOp, gpu::GridDimOp>,
               LowerIndex<kernel::ClusterIdOp, gpu::ClusterIdOp>,
               LowerIndex<kernel::ClusterSizeOp, gpu::ClusterDimBlocksOp>,
               LowerIndex<kernel::ClusterGridSizeOp, gpu::ClusterDimOp>,
               LowerIndex<kernel::BlockIdInClusterOp, gpu::ClusterBlockIdOp>,
               LowerLaneId>(patterns.getContext());
}
