//===- AttentionToLinalg.cpp - Lowers attention to matmuls and maps -------===//
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
/// Replaces the op with other ops, which are converted next.
struct ConvertAttention : OpConversionPattern<AttentionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AttentionOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    createAttentionSteps(rewriter, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateAttentionToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertAttention>(patterns.getContext());
}
