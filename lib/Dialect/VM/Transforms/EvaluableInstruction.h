//===- EvaluableInstruction.h - Partial evaluation of ops ----- -*- C++ -*-===//
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

/// Returns the known words of an instruction's state; an empty `KnownWords`
/// means that nothing is known.
inline zyn::KnownWords getState(ArrayRef<zyn::KnownWords> operands) {
  return operands[0].size() ? operands[0] : zyn::KnownWords(kNumWords);
}

/// Default model of an instruction, which sets its destination registers to
/// unknown values and leaves all other words unchanged.
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

/// Returns true if a matrix can set a register to the given bits: an f32 matrix
/// cannot produce -0, and the bits of a NaN are unspecified.
bool isConstantOf(Type wordType, uint32_t bits);

/// Folds the terms of a row that are known into its constant if the result is
/// bit-identical.
void simplifyRow(Matrix &matrix, unsigned row, const zyn::KnownWords &known);

/// Replaces an instruction with a linear one, or with its operand if the matrix
/// is the identity.
void replaceWithMatrix(RewriterBase &rewriter, Operation *op,
                       const Matrix &matrix);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_TRANSFORMS_EVALUABLEINSTRUCTION_H
