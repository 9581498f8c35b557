//===- Synchronization.cpp - Barriers and fences --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace {

Value makeI32(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

/// A barrier of all threads without an id has already been lowered to a
/// `gpu.barrier`.
struct LowerBarrier : ConvertOpToLLVMPattern<kernel::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value id = makeI32(rewriter, op.getLoc(), op.getId().value_or(0));
    Value count = op.getCount() ? makeI32(rewriter, op.getLoc(), *op.getCount())
                                : Value();
    rewriter.replaceOpWithNewOp<NVVM::BarrierOp>(
        op, TypeRange(), id, count, NVVM::BarrierReductionAttr(), Value());
    return success();
  }
};

struct LowerBarrierArrive : ConvertOpToLLVMPattern<kernel::BarrierArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// `nvvm.barrier.arrive` becomes inline assembly, which may be moved.
  LogicalResult
  matchAndRewrite(kernel::BarrierArriveOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op,
        rewriter.getStringAttr("llvm.nvvm.barrier.cta.arrive.aligned.count"),
        ValueRange{makeI32(rewriter, op.getLoc(), op.getId()),
                   makeI32(rewriter, op.getLoc(), op.getCount())});
    return success();
  }
};

struct LowerWarpBarrier : ConvertOpToLLVMPattern<kernel::WarpBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::WarpBarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value mask = adaptor.getMask();
    if (!mask)
      mask = makeI32(rewriter, op.getLoc(), -1);
    rewriter.replaceOpWithNewOp<NVVM::SyncWarpOp>(op, mask);
    return success();
  }
};

struct LowerSleep : ConvertOpToLLVMPattern<kernel::SleepOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::SleepOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::NanosleepOp>(
        op, makeI32(rewriter, op.getLoc(), op.getNanoseconds()));
    return success();
  }
};

struct LowerFence : ConvertOpToLLVMPattern<kernel::FenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    kernel::Scope scope = op.getScope();
    // The backend has no fence with the scope of one thread.
    if (scope == kernel::Scope::thread) {
      rewriter.replaceOpWithNewOp<LLVM::InlineAsmOp>(
          op, TypeRange(), ValueRange(), "", "~{memory}",
          /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
          ArrayAttr());
      return success();
    }
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(
        op,
        op.getSeqCst() ? LLVM::AtomicOrdering::seq_cst
                       : LLVM::AtomicOrdering::acq_rel,
        scope == kernel::Scope::system ? StringRef()
                                       : kernel::stringifyScope(scope));
    return success();
  }
};

struct LowerFenceProxyAsync
    : ConvertOpToLLVMPattern<kernel::FenceProxyAsyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceProxyAsyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MLIRContext *context = op.getContext();
    auto space = NVVM::SharedSpaceAttr();
    auto kind = NVVM::ProxyKind::async;
    if (op.getSpace() == kernel::ProxySpace::global)
      kind = NVVM::ProxyKind::async_global;
    if (op.getSpace() == kernel::ProxySpace::shared) {
      kind = NVVM::ProxyKind::async_shared;
      space =
          NVVM::SharedSpaceAttr::get(context, NVVM::SharedSpace::shared_cta);
    }
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(
        op, NVVM::ProxyKindAttr::get(context, kind), space);
    return success();
  }
};

struct LowerFenceMBarrierInit
    : ConvertOpToLLVMPattern<kernel::FenceMBarrierInitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(kernel::FenceMBarrierInitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceMbarrierInitOp>(op);
    return success();
  }
};

} // namespace

void mlir::zyn::populateSynchronizationPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerBarrier, LowerBarrierArrive, LowerWarpBarrier, LowerSleep,
               LowerFence, LowerFenceProxyAsync, LowerFenceMBarrierInit>(
      converter);
}
