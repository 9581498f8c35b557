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
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// Compressed sparse rows, or rows with all their elements.
enum class MatrixStorage { CSR, Dense };

struct MatrixStatistics {
  int64_t rows = 0, columns = 0, nonZeros = 0;
};

struct MatrixFormatOptions {
  /// The architecture whose times are estimated, such as "sm_90a".
  StringRef chip;
  /// Whether tensor cores may multiply f32 as three products of tf32.
  bool allow3xTF32 = false;
};

/// A way to multiply by a constant matrix.
struct MatrixCandidate {
  MatrixStorage storage;
  /// How remarks call it.
  StringRef name;
  /// The estimated time of the op, in a unit that all candidates share.
  int64_t time = 0;
  /// Bytes of the matrix, and the multiply-adds of its product with one vector.
  int64_t bytes = 0, multiplyAdds = 0;
  /// Whether products of f32 are three ones of tf32.
  bool is3xTF32 = false;
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/MatrixFormatOpInterface.h.inc"

#endif // ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_H
