//===- SoftmaxMatch.h - Matches rows of softmax --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SOFTMAXMATCH_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SOFTMAXMATCH_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// What is computed from a score before the softmax.
struct ScoreExpression {
  /// A condition under which a score remains; otherwise, it becomes -infinity.
  struct Condition {
    Value value;
    bool isInverted;
  };

  /// The factor of the score.
  double scale = 1;
  /// What is added to it. These values do not depend on it.
  SmallVector<Value> addends;
  SmallVector<Condition> conditions;

  bool hasMask() const { return !addends.empty() || !conditions.empty(); }
};

/// Returns the condition of what is added to a score, if that is 0 where it
/// holds and otherwise -infinity, or of a mask of i1.
std::optional<ScoreExpression::Condition> getCondition(Value value);

/// Returns what `value` is converted from, from and to any floats.
Value stripCasts(Value value);

/// Returns the number that `value`, in the body of an op, always is: a
/// constant, or an element of a tensor that is filled with one; or else
/// nullopt.
std::optional<double> getConstantNumber(Value value);

/// Returns the tensor that `tensor` is a reshaped view of, with the same order
/// of elements.
Value lookThroughReshapes(Value tensor);

/// Returns how many of the last dimensions of matrices of one row, or of any
/// number of rows, each reshape between `tensor` and `source` keeps: 0, 1 or 2.
int64_t getNumKeptDimensions(Value tensor, Value source);

/// Matches how `value` is computed from `score`, an argument of the same block,
/// or returns failure with a reason in `obstacle`.
FailureOr<ScoreExpression> matchScore(Value value, BlockArgument score,
                                      std::string &obstacle);

/// Returns the factor of the elements of the only input of `map` if that is all
/// it computes.
std::optional<double> getFactor(MapOp map);

/// A softmax along the last dimension of rows.
struct Softmax {
  /// What it is the softmax of.
  Value scores;
  /// Whether rows whose scores are all -infinity become 0 instead of NaN.
  bool hasEmptyRows;
};

/// If `rows` computes the softmax along its last dimension of an expression of
/// one input, returns it, or else failure.
FailureOr<Softmax> matchSoftmax(RowsOp rows);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SOFTMAXMATCH_H
