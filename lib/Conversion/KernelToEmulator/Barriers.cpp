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

static Value constant(OpBuilder &builder, Location loc, unsigned width,
                      int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getIntegerType(width),
                                  value);
}

namespace {
/// A barrier of the block; a count of 0 stands for all its threads.
template <typename SourceOp>
struct LowerBarrier : EmulatorPattern<SourceOp> {
  using EmulatorPattern<SourceOp>::EmulatorPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t id = 0, count = 0;
    StringRef function = "zynemuBarrier";
    if constexpr (std::is_same_v<SourceOp, kernel::BarrierOp>) {
      id = op.getId().value_or(0);
      count = op.getCount().value_or(0);
    } else if constexpr (std::is_same_v<SourceOp, kernel::BarrierArriveOp>) {
      id = op.getId();
      count = op.getCount();
      function = "zynemuBarrierArrive";
    }
    callRuntime(rewriter, op, function, {},
                {constant(rewriter, op.getLoc(), 32, id),
                 constant(rewriter, op.getLoc(), 64, count)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerWarpBarrier : EmulatorPattern<kernel::WarpBarrierOp> {
  using EmulatorPattern::EmulatorPattern;

  LogicalResult
  matchAndRewrite(kernel::WarpBarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value mask = adaptor.getMask();
    if (!mask)
      mask = constant(rewriter, op.getLoc(), 32, -1);
    callRuntime(rewriter, op, "zynemuWarpBarrier", {}, mask);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::emulator::populateBarrierPatterns(const Lowering &lowering,
                                                  RewritePatternSet &patterns) {
  patterns.add<LowerBarrier<kernel::BarrierOp>,
               LowerBarrier<kernel::BarrierArriveOp>,
               LowerBarrier<gpu::BarrierOp>, LowerWarpBarrier>(lowering);
}
