//===- MatrixTable.h - Matrices of an executable -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_MATRIXTABLE_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_MATRIXTABLE_H

#include "Sections.h"
#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::vm::executable {

/// The matrices of an executable, which are uniqued.
class MatrixTable {
public:
  explicit MatrixTable(Sections &sections) : sections(sections) {}

  /// Adds a matrix unless it exists and returns its index.
  uint32_t add(MatrixAttr matrix, MatrixFormat format);

private:
  void addCSR(MatrixAttr matrix);
  void addDense(MatrixAttr matrix);

  Sections &sections;
  DenseMap<std::pair<MatrixAttr, uint32_t>, uint32_t> numbers;
};

/// Returns the format of the op if it has one. Otherwise, chooses CSR for less
/// than 15 % non-zeros, including those of identity rows.
MatrixFormat chooseFormat(LinearOp op);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_MATRIXTABLE_H
