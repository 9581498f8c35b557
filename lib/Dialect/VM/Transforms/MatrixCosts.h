//===- MatrixCosts.h - Costs of the matrix VM's matrices ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_TRANSFORMS_MATRIXCOSTS_H
#define ZYN_LIB_DIALECT_VM_TRANSFORMS_MATRIXCOSTS_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Interfaces/MatrixFormatOpInterface.h"
#include "llvm/ADT/bit.h"

namespace mlir::vm {

/// The time of a matrix-vector multiplication, in units of one multiply-add of
/// a dense row, where elements and words are contiguous. For an element in CSR
/// format, the column is loaded first to find the word. Measured on an H200
/// with `benchmarks/vm.py --only matrices` on 2026-11-21: a unit was 0.34 ps.
struct MatrixCosts {
  static constexpr int64_t denseElement = 1;
  static constexpr int64_t csrElement = 2;
  /// Loading the bounds of a row.
  static constexpr int64_t csrRow = 11;
  /// Fetching and dispatching an instruction: the time that the interpreter
  /// takes for a simple one.
  static constexpr int64_t instruction = 8;

  /// Only counts stored rows, since identity rows are not stored.
  static int64_t get(MatrixAttr matrix, zyn::MatrixStorage storage) {
    int64_t rows = llvm::popcount(matrix.getRows());
    if (storage == zyn::MatrixStorage::Dense)
      return rows * kNumWords * denseElement;
    int64_t nonZeros = matrix.getBits().size();
    return rows * csrRow + nonZeros * csrElement;
  }
};

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_TRANSFORMS_MATRIXCOSTS_H
