//===- RowPasses.h - The order of the reductions of a row ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_ROWPASSES_H
#define ZYN_DIALECT_ZYN_ANALYSIS_ROWPASSES_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::zyn {

/// Divides the body of `zyn.rows` into passes over a row. A pass computes the
/// reductions whose values only depend on those of the passes before it, all of
/// them together, and the last one what is stored for each element.
class RowPasses {
public:
  explicit RowPasses(RowsOp op);

  RowsOp getOp() const { return op; }
  /// The reductions of each pass.
  ArrayRef<SmallVector<ReduceRowOp>> getReductions() const {
    return reductions;
  }
  /// Whether there is a pass after those with reductions.
  bool storesElements() const { return hasElements; }
  unsigned getNumPasses() const { return reductions.size() + hasElements; }
  /// Whether a value differs between the points of a row.
  bool isVarying(Value value) const { return varying.contains(value); }
  /// Whether no result of `inner`, an op of the body, differs between the
  /// points of a row.
  bool isUniform(Operation *inner) const {
    return llvm::none_of(inner->getResults(),
                         [&](Value value) { return isVarying(value); });
  }
  /// Values that the reductions of pass `pass` combine, or, in the last one,
  /// that are stored for each element.
  SmallVector<Value> getNeeded(unsigned pass) const;
  /// Returns the ops of the body, in their order, that compute `values` and are
  /// neither reductions nor mapped.
  SmallVector<Operation *> getSlice(ArrayRef<Value> values,
                                    const IRMapping &mapped) const;
  /// Returns what later passes use of the values that pass `pass` computes, if
  /// all passes keep what they compute.
  SmallVector<Value> getHeld(unsigned pass) const;
  /// Returns the greatest number of bytes that values of one element have
  /// between two passes, if inputs are read once.
  int64_t getHeldBytes() const;

private:
  RowsOp op;
  SmallVector<SmallVector<ReduceRowOp>> reductions;
  DenseSet<Value> varying;
  bool hasElements = false;
};

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_ROWPASSES_H
