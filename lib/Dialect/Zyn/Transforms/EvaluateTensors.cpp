//===- EvaluateTensors.cpp - Partial evaluation of zyn ops on tensors -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateTensors.h"

#include "KnownSizes.h"
#include "Zyn/Dialect/Zyn/Transforms/TensorEvaluationImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Replaces a size by that of its name.
struct EvaluateNamedSize : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> dim = op.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!dim || !type || *dim < 0 || *dim >= type.getRank() ||
        !getShapeEncoding(type) || !function)
      return rewriter.notifyMatchFailure(op, "the dimension has no name");
    int64_t size = NamedSizes(function).lookup(op.getSource(), *dim);
    if (ShapedType::isDynamic(size))
      return rewriter.notifyMatchFailure(op, "no argument knows the size");
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, size);
    return success();
  }
};

struct EvaluateZynTensors : TensorEvaluationInterface {
  using TensorEvaluationInterface::TensorEvaluationInterface;

  void propagateSizes(FunctionOpInterface function,
                      TensorEvaluation &evaluation) const override {
    evaluation.numSizes += propagateKnownSizes(function);
  }

  void populatePatterns(RewritePatternSet &patterns,
                        TensorEvaluation &evaluation) const override {
    patterns.add<EvaluateNamedSize>(patterns.getContext());
    populateEvaluatePointsPatterns(patterns, evaluation);
    populateEvaluateScalarsPatterns(patterns, evaluation);
    populateEvaluateMovesPatterns(patterns, evaluation);
  }
};

} // namespace

void zyn::registerTensorEvaluation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *dialect) {
    dialect->addInterfaces<EvaluateZynTensors>();
    // The dialect of constants.
    context->loadDialect<arith::ArithDialect>();
  });
}
