//===- Global.cpp - Lowers accesses to globals-----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// Returns the address of the value.
static Value buildCell(StateBuilder &builder, StringRef name,
                       const RuntimeLowering &lowering) {
  if (lowering.importedGlobals.contains(name))
    return builder.getReference(name);
  return builder.buildWordAddress(lowering.layout.getWord(name));
}

namespace {

struct LowerGlobalGet : InstancePattern<GlobalGetOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(GlobalGetOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value cell = buildCell(builder, op.getGlobal(), lowering);
    rewriter.replaceOp(op, LLVM::LoadOp::create(builder, op.getType(), cell,
                                                /*alignment=*/8));
    return success();
  }
};

struct LowerGlobalSet : InstancePattern<GlobalSetOp> {
  using InstancePattern::InstancePattern;
  LogicalResult matchAndRewrite(GlobalSetOp op,
                                PatternRewriter &rewriter) const override {
    StateBuilder builder(rewriter, op, lowering);
    Value cell = buildCell(builder, op.getGlobal(), lowering);
    LLVM::StoreOp::create(builder, op.getValue(), cell, /*alignment=*/8);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void zyn::populateGlobalPatterns(RewritePatternSet &patterns,
                                 const RuntimeLowering &lowering) {
  patterns.add<LowerGlobalGet, LowerGlobalSet>(patterns.getContext(), lowering);
}
