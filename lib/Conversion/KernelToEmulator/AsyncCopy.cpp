//===- AsyncCopy.cpp - Asynchronous copies of a thread --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPattern.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

struct LowerAsyncCopy : CallPattern<kernel::AsyncCopyOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = address(rewriter, op, op.getSource(), adaptor.getSource(),
                           adaptor.getSourceIndices());
    Value destination =
        address(rewriter, op, op.getDestination(), adaptor.getDestination(),
                adaptor.getDestinationIndices());
    Value bytes = constant(rewriter, op, 64, op.getBytes());
    Value validBytes = bytes;
    auto type = cast<MemRefType>(op.getSource().getType());
    if (Value valid = adaptor.getValid())
      validBytes = LLVM::MulOp::create(
          rewriter, op.getLoc(), valid,
          constant(rewriter, op, 64, type.getElementTypeBitWidth() / 8));
    return replaceWithCall(rewriter, op, "zynemuAsyncCopy",
                           {destination, source, bytes, validBytes});
  }
};

struct LowerAsyncCommit : CallPattern<kernel::AsyncCommitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuAsyncCommit", {});
  }
};

struct LowerAsyncWait : CallPattern<kernel::AsyncWaitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::AsyncWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuAsyncWait",
                           constant(rewriter, op, 32, op.getGroups()));
  }
};

} // namespace

void mlir::zyn::emulator::populateAsyncCopyPatterns(
    const Lowering &lowering, RewritePatternSet &patterns) {
  patterns.add<LowerAsyncCopy, LowerAsyncCommit, LowerAsyncWait>(lowering);
  patterns.add<LowerToMBarrierCall<kernel::AsyncArriveOp>>(lowering,
                                                           "zynemuAsyncArrive");
}
