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
    int32_t id = 0;
    // A count of 0 means all threads of the block.
    int64_t count = 0;
    if constexpr (!std::is_same_v<SourceOp, gpu::BarrierOp>) {
      id = valueOrZero(op.getId());
      count = valueOrZero(op.getCount());
    }
    bool waits = !std::is_same_v<SourceOp, kernel::BarrierArriveOp>;
    Location loc = op.getLoc();
    callRuntime(
        rewriter, op, waits ? "zynemuBarrier" : "zynemuBarrierArrive", {},
        {LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), id),
         LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(),
                                  count)});
    rewriter.eraseOp(op);
    return success();
  }

private:
  static int64_t valueOrZero(std::optional<int32_t> value) {
    return value.value_or(0);
  }
};
} // namespace

void mlir::zyn::emulator::populateBarrierPatterns(const Lowering &lowering,
                                                  RewritePatternSet &patterns) {
  patterns
      .add<LowerBarrier<kernel::BarrierOp>,
           LowerBarrier<kernel::BarrierArriveOp>, LowerBarrier<gpu::BarrierOp>>(
          lowering);
}
