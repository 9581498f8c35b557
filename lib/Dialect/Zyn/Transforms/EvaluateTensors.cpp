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

using namespace mlir;
using namespace mlir::zyn;

namespace {

struct EvaluateZynTensors : TensorEvaluationInterface {
  using TensorEvaluationInterface::TensorEvaluationInterface;

  void propagateSizes(FunctionOpInterface function,
                      TensorEvaluation &evaluation) const override {
    evaluation.numSizes += propagateKnownSizes(function);
  }

  void populatePatterns(RewritePatternSet &patterns,
                        TensorEvaluation &evaluation) const override {
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
