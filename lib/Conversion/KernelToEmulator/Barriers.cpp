//===- Barriers.cpp - Barriers of a block ---------------------------------===//
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
template <typename SourceOp>
struct LowerBarrier : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value id =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), 0);
    Value allThreads =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 0);
    callRuntime(rewriter, op, "zynemuBarrier", {}, {id, allThreads});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::emulator::populateBarrierPatterns(const Lowering &lowering,
                                                  RewritePatternSet &patterns) {
  patterns.add<LowerBarrier<kernel::BarrierOp>, LowerBarrier<gpu::BarrierOp>>(
      lowering);
}
