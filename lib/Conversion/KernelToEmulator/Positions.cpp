//===- Positions.cpp - Thread and block ids and sizes ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLowering.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {
/// Positions are fields of the thread, one for each dimension from `Field` on.
template <typename SourceOp, ThreadField Field>
struct LowerPosition : EmulatorPattern<SourceOp> {
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
} // namespace

void mlir::zyn::emulator::populatePositionPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerPosition<kernel::ThreadIdOp, threadIdField>,
               LowerPosition<kernel::BlockIdOp, blockIdField>,
               LowerPosition<kernel::BlockSizeOp, blockSizeField>,
               LowerPosition<kernel::GridSizeOp, gridSizeField>,
               LowerPosition<gpu::ThreadIdOp, threadIdField>,
               LowerPosition<gpu::BlockIdOp, blockIdField>,
               LowerPosition<gpu::BlockDimOp, blockSizeField>,
               LowerPosition<gpu::GridDimOp, gridSizeField>>(lowering);
}
