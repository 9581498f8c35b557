//===- MatmulToLinalg.cpp - Lowers matmuls to contractions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductToLinalg.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct ConvertMatmul : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MatmulOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<AffineMap> maps;
    for (OpOperand *operand :
         {&op.getLhsMutable(), &op.getRhsMutable(), op.getDpsInitOperand(0)})
      maps.push_back(op.getOperandAccess(*operand).getMap());
    lowerProduct(rewriter, op, [&](Value sums) {
      createContraction(rewriter, op.getLoc(), op.getLhs(), op.getRhs(), sums,
                        maps, /*numReductions=*/1);
    });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateMatmulToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertMatmul>(patterns.getContext());
}
