//===- MBarrier.cpp - mbarriers -------------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPattern.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/EmulatorABI.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

struct LowerInit : MBarrierPattern<kernel::MBarrierInitOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(
        rewriter, op, "zynemuMBarrierInit",
        {barrier(rewriter, op, adaptor), adaptor.getCount()});
  }
};

struct LowerArrive : MBarrierPattern<kernel::MBarrierArriveOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value count =
        adaptor.getCount() ? adaptor.getCount() : constant(rewriter, op, 32, 1);
    return replaceWithCall(rewriter, op, "zynemuMBarrierArrive",
                           {barrier(rewriter, op, adaptor), count});
  }
};

/// Lowers `expect_tx` and `arrive_expect_tx`.
template <typename OpTy>
struct LowerExpect : MBarrierPattern<OpTy> {
  LowerExpect(const Lowering &lowering, StringRef function)
      : MBarrierPattern<OpTy>(lowering), function(function) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->replaceWithCall(
        rewriter, op, function,
        {this->barrier(rewriter, op, adaptor), adaptor.getBytes()});
  }

  StringRef function;
};

struct LowerArriveRemote : MBarrierPattern<kernel::MBarrierArriveRemoteOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveRemoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(
        rewriter, op, "zynemuMBarrierArriveRemote",
        {barrier(rewriter, op, adaptor), adaptor.getBlock()});
  }
};

/// Base class of the patterns for waits and tests, which have the same
/// operands.
template <typename OpTy>
struct WaitPattern : MBarrierPattern<OpTy> {
  using MBarrierPattern<OpTy>::MBarrierPattern;

protected:
  SmallVector<Value> operands(ConversionPatternRewriter &rewriter, OpTy op,
                              typename OpTy::Adaptor adaptor) const {
    Value parity = adaptor.getParity();
    if (!parity.getType().isInteger(32))
      parity = LLVM::ZExtOp::create(rewriter, op.getLoc(),
                                    rewriter.getI32Type(), parity);
    int64_t scope =
        op.getScope() == kernel::Scope::cluster ? ZYNEMU_CLUSTER : ZYNEMU_BLOCK;
    return {this->barrier(rewriter, op, adaptor), parity,
            this->constant(rewriter, op, 32, scope)};
  }
};

struct LowerWait : WaitPattern<kernel::MBarrierWaitOp> {
  using WaitPattern::WaitPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuMBarrierWait",
                           operands(rewriter, op, adaptor));
  }
};

struct LowerTest : WaitPattern<kernel::MBarrierTestOp> {
  using WaitPattern::WaitPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierTestOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value result =
        callRuntime(rewriter, op, "zynemuMBarrierTest", rewriter.getI32Type(),
                    operands(rewriter, op, adaptor))
            .getResult();
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, rewriter.getI1Type(),
                                               result);
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateMBarrierPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerInit, LowerArrive, LowerArriveRemote, LowerWait, LowerTest>(
      lowering);
  patterns.add<LowerToMBarrierCall<kernel::MBarrierInvalidateOp>>(
      lowering, "zynemuMBarrierInvalidate");
  patterns.add<LowerExpect<kernel::MBarrierExpectTxOp>>(
      lowering, "zynemuMBarrierExpectTx");
  patterns.add<LowerExpect<kernel::MBarrierArriveExpectTxOp>>(
      lowering, "zynemuMBarrierArriveExpectTx");
}

void mlir::zyn::emulator::populateMBarrierTypes(LLVMTypeConverter &converter) {
  converter.addConversion([](kernel::MBarrierType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
}
