//===- AttentionSoftmax.h - Softmax of scores in registers ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The weights of scores that are computed block by block. Those of a block are
// powers of two relative to the greatest score so far; if a later block has a
// greater one, the sums so far are scaled (Milakov and Gimelshein, "Online
// normalizer calculation for softmax", 2018).
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONSOFTMAX_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONSOFTMAX_H

#include "IndexBuilder.h"

namespace mlir::zyn {

/// Of the two rows of an accumulator of which a thread holds elements: the
/// greatest scores, scaled to exponents of 2, and the sums of the thread's
/// weights.
struct SoftmaxRows {
  static constexpr unsigned count = 2;
  SmallVector<Value, count> greatest, totals;

  static SoftmaxRows start(IndexBuilder &b);
};

class AttentionSoftmax {
public:
  /// `scale` is that of the scores and positive.
  AttentionSoftmax(kernel::FragmentType scores, double scale)
      : type(scores), scale(scale) {}

  /// Replaces the scores of a block by their weights, and updates `rows`.
  /// Returns the factors of earlier sums. A thread's elements of row `i` whose
  /// column, minus that of its first element, is at least `limits[i]`, an i32,
  /// are not seen; without limits, all are.
  SmallVector<Value> update(IndexBuilder &b, Value &fragment, SoftmaxRows &rows,
                            ArrayRef<Value> limits) const;

  /// Returns the weights as operands A of matmuls of 16 keys each.
  SmallVector<Value> toOperands(IndexBuilder &b, Value weights,
                                Type element) const;

  /// Adds the sums of the threads that share rows.
  void finish(IndexBuilder &b, SoftmaxRows &rows) const;

  /// Returns the natural logarithm of the sum of the exponentials of the scores
  /// of row `i` after `finish`.
  Value getLogSumExp(IndexBuilder &b, const SoftmaxRows &rows,
                     unsigned i) const;

private:
  kernel::FragmentType type;
  double scale;
};

/// Returns the elements of a fragment that the thread holds.
SmallVector<Value> unpackFragment(IndexBuilder &b, Value fragment);

/// Returns the fragment with these elements of the thread.
Value packFragment(IndexBuilder &b, kernel::FragmentType type,
                   ValueRange elements);

/// Returns which of the rows of a thread, 0 or 1, its element `i` is in.
inline unsigned getRowOfElement(int64_t i) { return i / 2 % 2; }

/// Multiplies the rows of an accumulator by `factors`.
Value scaleRows(IndexBuilder &b, Value fragment, ArrayRef<Value> factors);

/// Returns a float constant of f32.
Value getFloat(IndexBuilder &b, double value);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONSOFTMAX_H
