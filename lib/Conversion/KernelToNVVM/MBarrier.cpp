//===- MBarrier.cpp - Barriers that count arrivals and bytes --------------===//
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

template <typename OpTy>
struct MBarrierPattern : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  /// Returns the pointer to the mbarrier of the op.
  Value getBarrierPointer(OpTy op, typename OpTy::Adaptor adaptor,
                          ConversionPatternRewriter &rewriter) const {
    return this->getStridedElementPtr(
        rewriter, op.getLoc(), cast<MemRefType>(op.getBarriers().getType()),
        adaptor.getBarriers(), adaptor.getIndices());
  }
};

/// Returns the scope in which an arrival has to be visible: the threads that
/// wait for an mbarrier of another block are in that block.
NVVM::MemScopeKind getArriveScope(Value barrier) {
  auto space = cast<LLVM::LLVMPointerType>(barrier.getType()).getAddressSpace();
  bool isRemote =
      space == static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
  return isRemote ? NVVM::MemScopeKind::CLUSTER : NVVM::MemScopeKind::CTA;
}

struct LowerInit : MBarrierPattern<kernel::MBarrierInitOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInitOp>(
        op, barrier, adaptor.getCount(), /*predicate=*/Value());
    return success();
  }
};

struct LowerInvalidate : MBarrierPattern<kernel::MBarrierInvalidateOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierInvalidateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInvalOp>(op, barrier);
    return success();
  }
};

struct LowerArrive : MBarrierPattern<kernel::MBarrierArriveOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    NVVM::MBarrierArriveOp::create(rewriter, op.getLoc(), /*res=*/TypeRange(),
                                   barrier, adaptor.getCount(),
                                   getArriveScope(barrier), /*relaxed=*/false);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerExpectTx : MBarrierPattern<kernel::MBarrierExpectTxOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierExpectTxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    rewriter.replaceOpWithNewOp<NVVM::MBarrierExpectTxOp>(
        op, barrier, adaptor.getBytes(), getArriveScope(barrier));
    return success();
  }
};

struct LowerArriveExpectTx : MBarrierPattern<kernel::MBarrierArriveExpectTxOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveExpectTxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    NVVM::MBarrierArriveExpectTxOp::create(
        rewriter, op.getLoc(), /*res=*/TypeRange(), barrier, adaptor.getBytes(),
        getArriveScope(barrier), /*relaxed=*/false, /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerArriveRemote : MBarrierPattern<kernel::MBarrierArriveRemoteOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierArriveRemoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    Value remote = zyn::mapShared(rewriter, loc, barrier, adaptor.getBlock());
    NVVM::MBarrierArriveOp::create(rewriter, loc, /*res=*/TypeRange(), remote,
                                   /*count=*/Value(),
                                   NVVM::MemScopeKind::CLUSTER,
                                   /*relaxed=*/false);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Extends a parity to the 32 bits that the instructions take.
Value extendParity(ConversionPatternRewriter &rewriter, Location loc,
                   Value parity) {
  if (parity.getType().isInteger(32))
    return parity;
  return LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(), parity);
}

NVVM::MemScopeKind toScopeKind(kernel::Scope scope) {
  return scope == kernel::Scope::cluster ? NVVM::MemScopeKind::CLUSTER
                                         : NVVM::MemScopeKind::CTA;
}

/// `mbarrier.try_wait` returns after some time even if the phase is not
/// complete, so it is executed in a loop.
struct LowerWait : MBarrierPattern<kernel::MBarrierWaitOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    Value parity = extendParity(rewriter, loc, adaptor.getParity());
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    Block *loop = rewriter.createBlock(after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::BrOp::create(rewriter, loc, loop);
    rewriter.setInsertionPointToEnd(loop);
    Value done = NVVM::MBarrierTryWaitOp::create(
        rewriter, loc, rewriter.getI1Type(), barrier, parity,
        /*ticks=*/Value(), toScopeKind(op.getScope()), /*relaxed=*/false);
    LLVM::CondBrOp::create(rewriter, loc, done, after, loop);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTest : MBarrierPattern<kernel::MBarrierTestOp> {
  using MBarrierPattern::MBarrierPattern;

  LogicalResult
  matchAndRewrite(kernel::MBarrierTestOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier = getBarrierPointer(op, adaptor, rewriter);
    Value parity = extendParity(rewriter, op.getLoc(), adaptor.getParity());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierTestWaitOp>(
        op, rewriter.getI1Type(), barrier, parity, toScopeKind(op.getScope()),
        /*relaxed=*/false);
    return success();
  }
};

} // namespace

void mlir::zyn::populateMBarrierPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<LowerInit, LowerInvalidate, LowerArrive, LowerExpectTx,
               LowerArriveExpectTx, LowerArriveRemote, LowerWait, LowerTest>(
      converter);
}
