//===- ShortForms.h - Matrices that need none ----------------- -*- C++ -*-===//
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

/// The instruction that means a matrix, if there is one. In f32 too: a sum of
/// two terms does not depend on their order.
std::optional<ShortForm> findShortForm(const Matrix &matrix);

/// The matrix that an instruction means.
Matrix expandShortForm(const ShortForm &form, Type wordType);

} // namespace mlir::vm::executable

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_SHORTFORMS_H
