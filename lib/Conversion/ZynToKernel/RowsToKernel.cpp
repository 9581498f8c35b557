//===- RowsToKernel.cpp - Lowers rows to kernels --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Dialect/Zyn/Transforms/RowSteps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
/// Replaces the op with maps and reductions, which are lowered next.
struct LowerRows : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(RowsOp op,
                                PatternRewriter &rewriter) const override {
    createRowSteps(rewriter, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateRowsToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerRows>(patterns.getContext(), kernels);
}
