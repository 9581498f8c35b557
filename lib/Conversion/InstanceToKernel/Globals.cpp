//===- Globals.cpp - Lowers accesses to globals----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

namespace {

struct LowerGlobalGet : DevicePattern<GlobalGetOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(GlobalGetOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    rewriter.replaceOp(
        op, builder.fromBits(builder.buildWord(op.getGlobal()), op.getType()));
    return success();
  }
};

struct LowerGlobalSet : DevicePattern<GlobalSetOp> {
  using DevicePattern::DevicePattern;
  LogicalResult matchAndRewrite(GlobalSetOp op,
                                PatternRewriter &rewriter) const override {
    DeviceBuilder builder(rewriter, op, lowering);
    builder.storeFrame(builder.toBits(op.getValue()),
                       kFrameObjects +
                           *lowering.layout.getWord(op.getGlobal()));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void zyn::populateGlobalPatterns(RewritePatternSet &patterns,
                                 const DeviceLowering &lowering) {
  patterns.add<LowerGlobalGet, LowerGlobalSet>(patterns.getContext(), lowering);
}
