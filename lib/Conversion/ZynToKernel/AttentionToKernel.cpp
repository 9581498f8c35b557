//===- AttentionToKernel.cpp - Lowers attention to kernels ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/AttentionSteps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct LowerAttention : KernelPattern<AttentionOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    kernels.getHints().stateType(KernelType::Attention);
    createAttentionSteps(rewriter, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateAttentionToKernelPatterns(RewritePatternSet &patterns,
                                                  KernelModules &kernels) {
  patterns.add<LowerAttention>(patterns.getContext(), kernels);
}
