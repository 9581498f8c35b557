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

namespace mlir::zyn {

/// Compressed sparse rows, or rows with all their elements.
enum class MatrixStorage { CSR, Dense };

struct MatrixStatistics {
  int64_t rows = 0, columns = 0, nonZeros = 0;
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/MatrixFormatOpInterface.h.inc"

#endif // ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_H
