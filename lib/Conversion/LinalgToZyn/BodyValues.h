//===- BodyValues.h - Values that a body computes ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_BODYVALUES_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_BODYVALUES_H

#include "IndexedTensor.h"

namespace mlir::zyn {

/// What some values of the body of a linalg op are computed from.
struct BodySlice {
  /// The ops of the body, in their order.
  SmallVector<Operation *> ops;
  /// The operands whose elements are used.
  SmallVector<OpOperand *> operands;
  /// The loops that the values depend on, in increasing order.
  LoopNumbers loops;

  bool usesDestinations(linalg::LinalgOp op) const {
    return llvm::any_of(
        operands, [&](OpOperand *operand) { return op.isDpsInit(operand); });
  }
};

/// Returns what `values`, of the body of `op`, are computed from.
BodySlice getBodySlice(linalg::LinalgOp op, ValueRange values);

/// Emits a linalg op that computes `values`, of the body of `op`, at each point
/// of the loops `order`, which must include those that the values depend on.
/// Returns tensors with a dimension for each of these loops.
SmallVector<Value> computeBodyValues(OpBuilder &builder, linalg::LinalgOp op,
                                     ValueRange values,
                                     ArrayRef<unsigned> order);

/// Returns the loop whose index `value` is, possibly as an integer that holds
/// all of its indices.
std::optional<unsigned> getLoopOfIndex(linalg::LinalgOp op, Value value);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_BODYVALUES_H
