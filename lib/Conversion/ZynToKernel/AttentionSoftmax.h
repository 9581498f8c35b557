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
  /// Rows of the accumulator between them.
  static constexpr int64_t distance = 8;
  SmallVector<Value, count> greatest, totals;

  static SoftmaxRows start(IndexBuilder &b);
};

/// The softmax of rows of an accumulator of 16 rows for each warp: of a
/// warpgroup, or of one after the other of a warp. `elements` are those that a
/// thread holds.
class AttentionSoftmax {
public:
  /// `factor` turns scores into exponents of 2, and is positive. The exponent
  /// of the greatest score, relative to itself, is 0 up to the rounding error
  /// of its product with the factor, and exactly 0 if that is 1.
  explicit AttentionSoftmax(double factor) : factor(factor) {}

  /// Replaces the scores of a block by their weights, and updates `rows`.
  /// Returns the factors of earlier sums. Elements of row `i` whose column,
  /// minus that of the thread's first element, is at least `limits[i]`, an i32,
  /// are not seen; without limits, all are.
  SmallVector<Value> update(IndexBuilder &b, MutableArrayRef<Value> elements,
                            SoftmaxRows &rows, ArrayRef<Value> limits) const;

  /// Adds the sums of the threads that share rows.
  void finish(IndexBuilder &b, SoftmaxRows &rows) const;

  /// Returns the natural logarithm of the sum of the exponentials of the scores
  /// of row `i` after `finish`.
  Value getLogSumExp(IndexBuilder &b, const SoftmaxRows &rows,
                     unsigned i) const;

private:
  double factor;
};

/// Returns which of the rows of a thread, 0 or 1, its element `i` is in, and
/// its column minus that of its first element.
inline unsigned getRowOfElement(int64_t i) { return i / 2 % 2; }
inline int64_t getColumnOfElement(int64_t i) { return i % 2 + i / 4 * 8; }

/// Returns weights as operands A of matmuls of 16 keys each.
SmallVector<Value> toOperands(IndexBuilder &b, ArrayRef<Value> weights,
                              kernel::FragmentType operand);

/// Multiplies the elements of rows by `factors`.
void scaleRows(IndexBuilder &b, MutableArrayRef<Value> elements,
               ArrayRef<Value> factors);

/// Divides sums by those of the weights.
void divideByTotals(IndexBuilder &b, MutableArrayRef<Value> sums,
                    const SoftmaxRows &rows);

/// Returns the elements of fragments that the thread holds.
SmallVector<Value> unpackFragments(IndexBuilder &b, ValueRange fragments);

/// Returns fragments with these elements of the thread.
SmallVector<Value> packFragments(IndexBuilder &b, kernel::FragmentType type,
                                 ArrayRef<Value> elements);

/// Returns a constant of f32.
Value getFloat(IndexBuilder &b, double value);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONSOFTMAX_H
