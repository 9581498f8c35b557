//===- EvaluableInstruction.h - Instructions on known words --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_TRANSFORMS_EVALUABLEINSTRUCTION_H
#define ZYN_LIB_DIALECT_VM_TRANSFORMS_EVALUABLEINSTRUCTION_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Interfaces/PartialEvaluation.h"

namespace mlir::vm {

/// What is known of a state, all words if nothing was said of it.
inline zyn::KnownWords getState(ArrayRef<zyn::KnownWords> operands) {
  return operands[0].size() ? operands[0] : zyn::KnownWords(kNumWords);
}

/// An instruction that is known to set nothing but some registers, and to what
/// is not known.
template <typename Model, typename OpTy>
struct EvaluableInstruction
    : zyn::PartiallyEvaluableOpInterface::ExternalModel<Model, OpTy> {
  SmallVector<zyn::KnownWords>
  evaluate(Operation *op, ArrayRef<zyn::KnownWords> operands) const {
    zyn::KnownWords state = getState(operands);
    state.forget(cast<OpTy>(op).getWrittenWords());
    return {state};
  }
};

/// Whether a matrix of this type can set a register to a word: one of f32 has
/// no -0, and what it does to a NaN's bits is not defined.
bool isConstantOf(Type wordType, uint32_t bits);

/// Makes known terms of a row a constant, where the result is the same bits.
void simplifyRow(Matrix &matrix, unsigned row, const zyn::KnownWords &known);

/// Replaces an instruction by a matrix that differs from the identity in one
/// row, or by nothing if it does not.
void replaceByMatrix(RewriterBase &rewriter, Operation *op,
                     const Matrix &matrix);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_TRANSFORMS_EVALUABLEINSTRUCTION_H
