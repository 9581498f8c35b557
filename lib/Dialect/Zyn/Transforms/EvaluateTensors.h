//===- EvaluateTensors.h - Partial evaluation of zyn ops on tensors -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EVALUATETENSORS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EVALUATETENSORS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Interfaces/TensorEvaluation.h"

namespace mlir::zyn {

/// Returns the elements of a constant tensor, unless it is not a splat and has
/// more than `maxElements`.
DenseElementsAttr getConstantTensor(Value tensor, uint64_t maxElements);

/// Maps and reductions of constants become constants (EvaluatePoints.cpp).
void populateEvaluatePointsPatterns(RewritePatternSet &patterns,
                                    TensorEvaluation &evaluation);

/// Tensors with a single value become constants of bodies and epilogues
/// (EvaluateScalars.cpp).
void populateEvaluateScalarsPatterns(RewritePatternSet &patterns,
                                     TensorEvaluation &evaluation);

/// Maps that only move elements are combined and dropped (EvaluateMoves.cpp).
void populateEvaluateMovesPatterns(RewritePatternSet &patterns,
                                   TensorEvaluation &evaluation);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_EVALUATETENSORS_H
