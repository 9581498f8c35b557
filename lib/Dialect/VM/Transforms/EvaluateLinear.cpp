//===- EvaluateLinear.cpp - Evaluation of matrices ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluableInstruction.h"
#include "OpInterfaces.h"

#include "Zyn/Dialect/VM/Analysis/Evaluation.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;
using zyn::KnownWords;

bool vm::isConstantOf(Type wordType, uint32_t bits) {
  return !wordType.isF32() || (bits != 0x80000000u && !isNaN(bits));
}

void vm::replaceWithMatrix(RewriterBase &rewriter, Operation *op,
                           const Matrix &matrix) {
  auto attribute = MatrixAttr::get(op->getContext(), matrix);
  if (attribute.getRows() == 0)
    rewriter.replaceOp(op, op->getOperand(0));
  else
    rewriter.replaceOpWithNewOp<LinearOp>(op, op->getOperand(0), attribute,
                                          MatrixFormatAttr());
}

/// Folds known terms of an i32 sum into its constant.
static void foldTerms(Matrix &matrix, unsigned row, const KnownWords &known) {
  for (unsigned column = 0; column < kNumRegisters; ++column)
    if (std::optional<uint32_t> word = known.get(column)) {
      matrix.at(row, kOne) += matrix.at(row, column) * *word;
      matrix.at(row, column) = 0;
    }
}

/// Turns a known term of an f32 sum into its constant, which is added last.
/// This does not change rounding if the term is the last one already, or if the
/// sum has two terms. A term that is a zero is kept: a matrix has no zero
/// elements.
static void foldTerm(Matrix &matrix, unsigned row, const KnownWords &known) {
  if (!matrix.isZero(matrix.at(row, kOne)))
    return;
  bool isLast = true, isPair = matrix.countNonZeros(row) == 2;
  for (unsigned column = kNumRegisters; column-- > 0;) {
    uint32_t element = matrix.at(row, column);
    if (matrix.isZero(element))
      continue;
    std::optional<uint32_t> word = known.get(column);
    if (word && (isLast || isPair)) {
      uint32_t product = llvm::bit_cast<uint32_t>(
          llvm::bit_cast<float>(element) * llvm::bit_cast<float>(*word));
      if (matrix.isZero(product) || isNaN(product))
        return;
      matrix.at(row, column) = 0;
      matrix.at(row, kOne) = product;
      return;
    }
    isLast = false;
  }
}

void vm::simplifyRow(Matrix &matrix, unsigned row, const KnownWords &known) {
  auto getWord = [&](unsigned word) { return known.get(word); };
  std::optional<uint32_t> value = evaluateRow(matrix, row, getWord);
  if (!value)
    return matrix.isFloat() ? foldTerm(matrix, row, known)
                            : foldTerms(matrix, row, known);
  if (known.get(row) == value)
    return matrix.resetRow(row);
  if (!isConstantOf(matrix.getWordType(), *value))
    return;
  matrix.clearRow(row);
  matrix.at(row, kOne) = *value;
}

namespace {

struct EvaluableLinear : EvaluableInstruction<EvaluableLinear, LinearOp> {
  SmallVector<KnownWords> evaluate(Operation *op,
                                   ArrayRef<KnownWords> operands) const {
    KnownWords before = getState(operands), after = before;
    MatrixAttr attribute = cast<LinearOp>(op).getMatrix();
    Matrix matrix = attribute.toMatrix();
    auto getWord = [&](unsigned word) { return before.get(word); };
    for (unsigned row = 0; row < kNumRegisters; ++row)
      if (attribute.getRows() >> row & 1)
        after.set(row, evaluateRow(matrix, row, getWord));
    return {after};
  }

  LogicalResult simplify(Operation *op, RewriterBase &rewriter,
                         ArrayRef<KnownWords> operands) const {
    MatrixAttr attribute = cast<LinearOp>(op).getMatrix();
    KnownWords known = getState(operands);
    Matrix matrix = attribute.toMatrix();
    for (unsigned row = 0; row < kNumRegisters; ++row)
      if (attribute.getRows() >> row & 1)
        simplifyRow(matrix, row, known);
    if (MatrixAttr::get(op->getContext(), matrix) == attribute)
      return failure();
    replaceWithMatrix(rewriter, op, matrix);
    return success();
  }
};

} // namespace

void vm::attachLinearEvaluation(MLIRContext &context) {
  LinearOp::attachInterface<EvaluableLinear>(context);
}
