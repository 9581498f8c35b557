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

/// The matrices of an executable, each stored once.
class MatrixTable {
public:
  explicit MatrixTable(Sections &sections) : sections(sections) {}

  /// The number of a matrix.
  uint32_t add(MatrixAttr matrix, MatrixFormat format);

private:
  void addCSR(MatrixAttr matrix);
  void addDense(MatrixAttr matrix);

  Sections &sections;
  DenseMap<std::pair<MatrixAttr, uint32_t>, uint32_t> numbers;
};

/// The format that an op asks for, or else CSR for less than 15 % non-zeros,
/// those of the identity's rows included.
MatrixFormat chooseFormat(LinearOp op);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_MATRIXTABLE_H
