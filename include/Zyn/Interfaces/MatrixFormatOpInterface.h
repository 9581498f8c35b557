//===- MatrixFormatOpInterface.h - Ops with a matrix ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_H
#define ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

#include <algorithm>

namespace mlir::zyn {

/// Compressed sparse rows, or all elements of a row.
enum class MatrixStorage { CSR, Dense };

struct MatrixStatistics {
  int64_t rows = 0, columns = 0, nonZeros = 0;
  /// Of these, what is stored: a row may be known to be the identity's.
  int64_t storedRows = 0, storedNonZeros = 0;
};

/// Time of a product with a vector, in the time of one multiplication and
/// addition of a dense row: there, elements and words follow each other. An
/// element of CSR has its column read first and the word looked up by it. As
/// measured on an H200 (`benchmarks/vm.py --only matrices`, of 2026-11-21: a
/// unit was 0.34 ps).
struct MatrixCosts {
  static constexpr int64_t denseElement = 1;
  static constexpr int64_t csrElement = 2;
  /// Where a row begins and ends.
  static constexpr int64_t csrRow = 11;
  /// To fetch the instruction and find out which it is: what the interpreter
  /// takes for a simple one.
  static constexpr int64_t instruction = 8;

  static int64_t get(const MatrixStatistics &matrix, MatrixStorage storage) {
    return storage == MatrixStorage::Dense
               ? matrix.storedRows * matrix.columns * denseElement
               : matrix.storedRows * csrRow +
                     matrix.storedNonZeros * csrElement;
  }
  static int64_t getLeast(const MatrixStatistics &matrix) {
    return std::min(get(matrix, MatrixStorage::CSR),
                    get(matrix, MatrixStorage::Dense));
  }
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/MatrixFormatOpInterface.h.inc"

#endif // ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_H
