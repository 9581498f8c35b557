//===- Matrix.h - Matrices of linear instructions ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_MATRIX_H
#define ZYN_DIALECT_VM_IR_MATRIX_H

#include "Zyn/Dialect/VM/IR/Machine.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>

namespace mlir::vm {

/// A dense constant matrix of 32x32 i32 or f32 elements, stored as bits.
class Matrix {
public:
  /// Creates the identity.
  explicit Matrix(Type wordType);

  Type getWordType() const { return wordType; }
  bool isFloat() const;

  uint32_t &at(unsigned row, unsigned column) {
    return bits[row * kNumWords + column];
  }
  uint32_t at(unsigned row, unsigned column) const {
    return bits[row * kNumWords + column];
  }
  void clearRow(unsigned row);
  /// Resets a row to that of the identity.
  void resetRow(unsigned row);
  bool isIdentityRow(unsigned row) const;
  unsigned countNonZeros(unsigned row) const;

  /// Collects the non-zeros of the rows that differ from the identity: their
  /// positions (row * 32 + column) in ascending order, and their bits. Returns
  /// the mask of these rows.
  uint32_t collectRows(SmallVectorImpl<uint16_t> &positions,
                       SmallVectorImpl<uint32_t> &elements) const;

  /// Returns the bits of 1 in the word type.
  uint32_t getOneBits() const;
  /// Returns true if `element` is a zero of either sign.
  bool isZero(uint32_t element) const;

private:
  Type wordType;
  std::array<uint32_t, kNumWords * kNumWords> bits;
};

/// Returns the product `second * first` for i32: applying it is equivalent to
/// applying `first` and then `second`.
Matrix compose(const Matrix &second, const Matrix &first);

/// Returns the product for f32 if applying it is bit-identical to applying both
/// matrices, or nullopt. Rows that only copy words and products of constants
/// are exact; sums of sums are not.
std::optional<Matrix> composeExactly(const Matrix &second, const Matrix &first);

/// Returns the product for f32 as for real numbers, which changes rounding.
Matrix composeReassociated(const Matrix &second, const Matrix &first);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_IR_MATRIX_H
