//===- FoldCasts.cpp - Folds casts into compute ops -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns what a cast that forgets sizes casts, or `operand` itself.
static Value getUncast(Value operand) {
  auto cast = operand.getDefiningOp<tensor::CastOp>();
  return tensor::canFoldIntoConsumerOp(cast) ? cast.getSource() : operand;
}

namespace {

/// Replaces operands that forget sizes by tensors that know them, and casts the
/// results instead. Has a higher benefit than the same pattern of upstream,
/// which crashes if an op has an empty region, such as a matmul without an
/// epilogue (`mlir::clone` notifies the listener of the region's first block).
struct FoldCasts : OpInterfaceRewritePattern<ComputeOpInterface> {
  explicit FoldCasts(MLIRContext *context)
      : OpInterfaceRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ComputeOpInterface op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), getUncast);
    if (llvm::equal(operands, op->getOperands()))
      return rewriter.notifyMatchFailure(op, "no operand forgets sizes");
    SmallVector<Type> types = llvm::to_vector(op->getResultTypes());
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperands(operands);
      for (OpResult result : op->getResults())
        result.setType(op.getTiedOpOperand(result)->get().getType());
    });
    rewriter.setInsertionPointAfter(op);
    for (auto [result, type] : llvm::zip(op->getResults(), types)) {
      if (result.getType() == type)
        continue;
      auto cast = tensor::CastOp::create(rewriter, op->getLoc(), type, result);
      rewriter.replaceAllUsesExcept(result, cast, cast);
    }
    return success();
  }
};

} // namespace

void ZynDialect::getCanonicalizationPatterns(RewritePatternSet &results) const {
  results.add<FoldCasts>(getContext());
}
