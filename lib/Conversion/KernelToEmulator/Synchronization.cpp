//===- Synchronization.cpp - Barriers and fences --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPattern.h"

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

struct LowerWarpBarrier : CallPattern<kernel::WarpBarrierOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::WarpBarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value mask = adaptor.getMask();
    return replaceWithCall(rewriter, op, "zynemuWarpBarrier",
                           mask ? mask : constant(rewriter, op, 32, -1));
  }
};

/// The emulator switches to other threads in each loop anyway.
struct LowerSleep : CallPattern<kernel::SleepOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::SleepOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerFence : CallPattern<kernel::FenceOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(
        rewriter, op, "zynemuFence",
        constant(rewriter, op, 32, static_cast<int64_t>(op.getScope())));
  }
};

struct LowerFenceProxyAsync : CallPattern<kernel::FenceProxyAsyncOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceProxyAsyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuFenceProxyAsync", {});
  }
};

struct LowerFenceMBarrierInit : CallPattern<kernel::FenceMBarrierInitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceMBarrierInitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuFenceMBarrierInit", {});
  }
};

} // namespace

void mlir::zyn::emulator::populateSynchronizationPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerBarrier<kernel::BarrierOp>,
               LowerBarrier<kernel::BarrierArriveOp>,
               LowerBarrier<gpu::BarrierOp>, LowerWarpBarrier, LowerSleep,
               LowerFence, LowerFenceProxyAsync, LowerFenceMBarrierInit>(
      lowering);
}
