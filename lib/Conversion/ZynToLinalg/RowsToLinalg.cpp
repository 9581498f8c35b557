//===- RowsToLinalg.cpp - Lowers rows to linalg ---------------------------===//
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
/// Replaces the op with maps and reductions, which are converted next.
struct ConvertRows : OpConversionPattern<RowsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RowsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    createRowSteps(rewriter, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateRowsToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertRows>(patterns.getContext());
}
