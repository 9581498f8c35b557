//===- ShortForms.h - Linear instructions without matrices ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_SHORTFORMS_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_SHORTFORMS_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Target/VMExecutable/Format.h"

namespace mlir::vm::executable {

/// One of the linear instructions from `kMove` to `kSwap`.
struct ShortForm {
  uint32_t opcode;
  uint32_t dest;
  uint32_t lhs = 0;
  uint32_t rhs = 0;
  uint32_t immediate = 0;
};

/// Returns the instruction that is equivalent to a matrix, if there is one.
/// This is also exact for f32, since the sum of two terms does not depend on
/// their order.
std::optional<ShortForm> findShortForm(const Matrix &matrix);

/// Returns the matrix that is equivalent to an instruction.
Matrix expandShortForm(const ShortForm &form, Type wordType);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_SHORTFORMS_H
