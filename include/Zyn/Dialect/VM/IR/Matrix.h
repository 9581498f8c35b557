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

/// A constant matrix, all elements, as bits of i32 or f32.
class Matrix {
public:
  /// The identity.
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
  /// Makes a row that of the identity.
  void resetRow(unsigned row);
  bool isIdentityRow(unsigned row) const;
  unsigned countNonZeros(unsigned row) const;

  /// The non-zeros of rows that differ from the identity's: row * 32 + column,
  /// ascending, and bits. Returns a mask of these rows.
  uint32_t collectRows(SmallVectorImpl<uint16_t> &positions,
                       SmallVectorImpl<uint32_t> &elements) const;

  /// The bits of 1, and whether bits are those of a zero.
  uint32_t getOneBits() const;
  bool isZero(uint32_t element) const;

private:
  Type wordType;
  std::array<uint32_t, kNumWords * kNumWords> bits;
};

/// The matrix that does at once what `first` and then `second` do, for i32.
Matrix compose(const Matrix &second, const Matrix &first);

/// The same for f32 where each result is rounded as before, bit for bit, or
/// nothing. Rows that only copy, and constants, are exact; sums of sums are
/// not.
std::optional<Matrix> composeExactly(const Matrix &second, const Matrix &first);

/// The same for f32 by the rules of real numbers: it rounds in other places.
Matrix composeReassociated(const Matrix &second, const Matrix &first);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_IR_MATRIX_H
