//===- SparseMatrix.h - Constant matrices in CSR format ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SPARSEMATRIX_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SPARSEMATRIX_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// The elements of a constant matrix as they are in memory: those of a weight
/// may be too many for attributes of their own.
class StoredMatrix {
public:
  /// Returns the elements of a constant tensor, whose leading dimensions are
  /// rows, or nothing if it is not constant, or not stored in whole bytes.
  static std::optional<StoredMatrix> get(Value tensor);

  int64_t getNumRows() const { return numRows; }
  int64_t getNumColumns() const { return numColumns; }
  int64_t getElementBytes() const { return elementBytes; }
  int64_t countNonZeros() const;
  /// Bytes of the row offsets, columns and values in CSR format, with
  /// `numRows` rows.
  int64_t getCSRBytes(int64_t rows, int64_t nonZeros) const {
    return (rows + 1) * kIndexBytes + nonZeros * (kIndexBytes + elementBytes);
  }
  /// Creates the matrix, or its transpose, in CSR format.
  ConstantMatrixOp createCSR(OpBuilder &builder, Location loc,
                             bool isTransposed) const;

  /// Indices are of i32.
  static constexpr int64_t kIndexBytes = 4;

private:
  ArrayRef<char> getElement(int64_t row, int64_t column) const {
    int64_t number = isSplat ? 0 : row * numColumns + column;
    return bytes.slice(number * elementBytes, elementBytes);
  }
  /// Whether the element is 0 or -0.
  bool isZero(int64_t row, int64_t column) const;

  Type element;
  int64_t numRows = 1, numColumns = 1, elementBytes = 0;
  bool isSplat = false;
  ArrayRef<char> bytes;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_SPARSEMATRIX_H
