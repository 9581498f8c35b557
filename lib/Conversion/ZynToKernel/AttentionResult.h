//===- AttentionResult.h - Destinations of attention ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H

#include "AttentionSoftmax.h"
#include "AttentionWork.h"
#include "RowStrips.h"

namespace mlir::zyn {

/// The destinations of attention in a kernel, whose arguments from number
/// `firstArgument` on are those of `getArguments`.
class AttentionResult {
public:
  AttentionResult(KernelBuilder &kernel, AttentionOp op,
                  const ReducedRows &rows, const AttentionGrid &grid,
                  const AttentionSoftmax &softmax, unsigned firstArgument);

  /// Returns the buffers that are the kernel's arguments for the results of
  /// `op`.
  static SmallVector<Value> getArguments(AttentionOp op,
                                         const ReducedRows &rows);

  /// Divides the sums that `thread` holds by those of the weights, computes the
  /// epilogue, and calls `write` with each pair of neighboring elements that is
  /// stored, the number of their row, and the column of the first one. Stores
  /// what is reduced of strips of the rows.
  void finish(
      IndexBuilder &b, const AttentionWork &work, Value thread,
      const SoftmaxRows &rows, SmallVector<Value> sums,
      function_ref<void(Value pair, unsigned row, int64_t column)> write) const;

  /// Stores the results of the sums that `thread` holds.
  void store(IndexBuilder &b, const AttentionWork &work, Value thread,
             const SoftmaxRows &rows, SmallVector<Value> sums) const;

  /// Stores the log-sum-exps of the rows of `thread`, if there is a destination
  /// for them.
  void storeLogSumExps(IndexBuilder &b, const AttentionWork &work, Value thread,
                       const SoftmaxRows &rows) const;

private:
  /// Elements of each of the epilogue's inputs.
  struct Pair {
    SmallVector<Value> first, second;
  };
  /// Loads those at `indices` of the results, and at the next column.
  Pair loadPair(IndexBuilder &b, ArrayRef<Value> indices) const;

  /// Reduces the elements that `thread` has of the strip of a query that starts
  /// at `firstColumn`, and stores what is left.
  void reduceStrip(IndexBuilder &b, const AttentionWork &work, Value thread,
                   Value query, Value firstColumn,
                   ArrayRef<Value> elements) const;

  AttentionOp op;
  const AttentionGrid &grid;
  const AttentionSoftmax &softmax;
  Value destination, logSumExp; ///< the latter may be null
  SmallVector<Value> epilogueInputs;
  bool isStored; ///< and not only reduced
  std::optional<RowStrips> strips;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H
