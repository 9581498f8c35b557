//===- Cluster.cpp - Barriers and shared memory of a cluster --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPattern.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"

using namespace mlir;
using namespace mlir::zyn::emulator;

namespace {

struct LowerClusterBarrier : CallPattern<kernel::ClusterBarrierOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    callRuntime(rewriter, op, "zynemuClusterArrive", {},
                constant(rewriter, op, 32, /*relaxed=*/0));
    return replaceWithCall(rewriter, op, "zynemuClusterWait", {});
  }
};

struct LowerClusterArrive : CallPattern<kernel::ClusterArriveOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterArriveOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuClusterArrive",
                           constant(rewriter, op, 32, op.getRelaxed()));
  }
};

struct LowerClusterWait : CallPattern<kernel::ClusterWaitOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::ClusterWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceWithCall(rewriter, op, "zynemuClusterWait", {});
  }
};

struct LowerMapShared : CallPattern<kernel::MapSharedOp> {
  using CallPattern::CallPattern;

  LogicalResult
  matchAndRewrite(kernel::MapSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    // All memory spaces are the same on the host, so both descriptors have the
    // same type.
    MemRefDescriptor buffer(adaptor.getSource());
    Value mapped =
        callRuntime(rewriter, op, "zynemuMapShared", getPtrType(),
                    {buffer.alignedPtr(rewriter, loc), adaptor.getBlock()})
            .getResult();
    buffer.setAllocatedPtr(rewriter, loc, mapped);
    buffer.setAlignedPtr(rewriter, loc, mapped);
    rewriter.replaceOp(op, Value(buffer));
    return success();
  }
};

} // namespace

void mlir::zyn::emulator::populateClusterPatterns(const Lowering &lowering,
                                                  RewritePatternSet &patterns) {
  patterns.add<LowerClusterBarrier, LowerClusterArrive, LowerClusterWait,
               LowerMapShared>(lowering);
}
