//===- EvaluateOracle.cpp - Evaluation of oracles -------------------------===//
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

/// Returns the second operand if it is known.
static std::optional<uint32_t> getSecond(OracleOp op, const KnownWords &known) {
  if (op.getImmediate())
    return op.getImmediate();
  return op.getRhs() ? known.get(*op.getRhs()) : std::nullopt;
}

static bool isAbsorbedByZero(OracleKind kind) {
  return kind == OracleKind::muli || kind == OracleKind::mulhui ||
         kind == OracleKind::andi;
}

/// Returns the result if it is known.
static std::optional<uint32_t> evaluateResult(OracleOp op,
                                              const KnownWords &known) {
  OracleKind kind = op.getKind();
  unsigned count = getNumOperands(kind);
  std::optional<uint32_t> a = known.get(op.getLhs());
  std::optional<uint32_t> b = getSecond(op, known);
  if (isAbsorbedByZero(kind) && (a == 0u || b == 0u))
    return 0;
  if ((kind == OracleKind::subi || kind == OracleKind::xori) &&
      op.getRhs() == op.getLhs())
    return 0;
  if (kind == OracleKind::select && a) {
    uint32_t chosen = *a ? *op.getRhs() : *op.getThird();
    return known.get(chosen);
  }
  if (!a || (count >= 2 && !b) || count == 3)
    return std::nullopt;
  return evaluateOracle(kind, *a, b.value_or(0), 0);
}

static bool isCommutative(OracleKind kind) {
  switch (kind) {
  case OracleKind::addi:
  case OracleKind::muli:
  case OracleKind::mulhui:
  case OracleKind::andi:
  case OracleKind::ori:
  case OracleKind::xori:
  case OracleKind::minsi:
  case OracleKind::maxsi:
  case OracleKind::minui:
  case OracleKind::maxui:
  case OracleKind::eq:
  case OracleKind::ne:
  case OracleKind::addf:
  case OracleKind::mulf:
  case OracleKind::oeq:
  case OracleKind::une:
    return true;
  default:
    return false;
  }
}

namespace {

/// Operands of an oracle: a register, and another register or an immediate.
struct Operands {
  uint32_t a;
  std::optional<uint32_t> b, immediate;
};

} // namespace

/// Returns the operands, with an immediate instead of a known register where
/// possible. A NaN stays in a register: the text of an immediate does not
/// preserve its payload.
static Operands getOperands(OracleOp op, const KnownWords &known) {
  Operands operands = {op.getLhs(), op.getRhs(), op.getImmediate()};
  if (operands.immediate || !operands.b)
    return operands;
  std::optional<uint32_t> second = known.get(*operands.b);
  if (!second && isCommutative(op.getKind())) {
    second = known.get(operands.a);
    if (second)
      std::swap(operands.a, *operands.b);
  }
  if (second && !(takesFloats(op.getKind()) && isNaN(*second))) {
    operands.immediate = second;
    operands.b = std::nullopt;
  }
  return operands;
}

/// Sets the row of an i32 matrix that is equivalent to an oracle, if there is
/// one.
static bool setIntegerRow(Matrix &matrix, unsigned row, OracleKind kind,
                          const Operands &operands) {
  uint32_t sign = kind == OracleKind::subi ? -1 : 1;
  switch (kind) {
  case OracleKind::addi:
  case OracleKind::subi:
    matrix.clearRow(row);
    matrix.at(row, operands.a) += 1;
    matrix.at(row, operands.b.value_or(kOne)) +=
        sign * operands.immediate.value_or(1);
    return true;
  case OracleKind::muli:
  case OracleKind::shli:
    if (!operands.immediate)
      return false;
    matrix.clearRow(row);
    matrix.at(row, operands.a) = kind == OracleKind::muli
                                     ? *operands.immediate
                                     : 1u << (*operands.immediate & 31);
    return true;
  default:
    return false;
  }
}

/// Sets the row of an f32 matrix that is equivalent to an oracle, if there is
/// one: a product with a constant, or a sum of two different registers or of a
/// register and a constant. The constant must not be zero, since a matrix has
/// no zero elements.
static bool setFloatRow(Matrix &matrix, unsigned row, OracleKind kind,
                        const Operands &operands) {
  std::optional<uint32_t> constant = operands.immediate;
  if (constant && (matrix.isZero(*constant) || isNaN(*constant)))
    return false;
  uint32_t sign = kind == OracleKind::subf ? 0x80000000u : 0;
  switch (kind) {
  case OracleKind::addf:
  case OracleKind::subf:
    if (operands.b == operands.a)
      return false;
    matrix.clearRow(row);
    matrix.at(row, operands.a) = matrix.getOneBits();
    matrix.at(row, operands.b.value_or(kOne)) =
        constant.value_or(matrix.getOneBits()) ^ sign;
    return true;
  case OracleKind::mulf:
    if (!constant)
      return false;
    matrix.clearRow(row);
    matrix.at(row, operands.a) = *constant;
    return true;
  default:
    return false;
  }
}

namespace {

struct EvaluableOracle : EvaluableInstruction<EvaluableOracle, OracleOp> {
  SmallVector<KnownWords> evaluate(Operation *op,
                                   ArrayRef<KnownWords> operands) const {
    KnownWords state = getState(operands);
    auto oracle = cast<OracleOp>(op);
    std::optional<uint32_t> result = evaluateResult(oracle, state);
    state.set(oracle.getDest(), result);
    return {state};
  }

  LogicalResult simplify(Operation *op, RewriterBase &rewriter,
                         ArrayRef<KnownWords> states) const {
    auto oracle = cast<OracleOp>(op);
    KnownWords known = getState(states);
    Matrix matrix(cast<StateType>(oracle.getState().getType()).getWordType());
    unsigned row = oracle.getDest();
    if (std::optional<uint32_t> result = evaluateResult(oracle, known)) {
      if (known.get(row) == result) {
        rewriter.replaceOp(op, oracle.getState());
        return success();
      }
      if (isConstantOf(matrix.getWordType(), *result)) {
        matrix.clearRow(row);
        matrix.at(row, kOne) = *result;
        replaceWithMatrix(rewriter, op, matrix);
        return success();
      }
    }
    if (oracle.getKind() == OracleKind::select)
      return simplifySelect(oracle, rewriter, known, matrix);
    Operands operands = getOperands(oracle, known);
    if (matrix.isFloat()
            ? setFloatRow(matrix, row, oracle.getKind(), operands)
            : setIntegerRow(matrix, row, oracle.getKind(), operands)) {
      simplifyRow(matrix, row, known);
      replaceWithMatrix(rewriter, op, matrix);
      return success();
    }
    if (!operands.immediate || oracle.getImmediate())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      oracle.setLhs(operands.a);
      oracle.removeRhsAttr();
      oracle.setImmediate(operands.immediate);
    });
    return success();
  }

private:
  /// An f32 matrix does not preserve the bits of an i32.
  LogicalResult simplifySelect(OracleOp op, RewriterBase &rewriter,
                               const KnownWords &known, Matrix &matrix) const {
    std::optional<uint32_t> condition = known.get(op.getLhs());
    if (!condition)
      return failure();
    uint32_t chosen = *condition ? *op.getRhs() : *op.getThird();
    if (chosen != op.getDest()) {
      if (matrix.isFloat())
        return failure();
      matrix.clearRow(op.getDest());
      matrix.at(op.getDest(), chosen) = matrix.getOneBits();
    }
    replaceWithMatrix(rewriter, op, matrix);
    return success();
  }
};

} // namespace

void vm::attachOracleEvaluation(MLIRContext &context) {
  OracleOp::attachInterface<EvaluableOracle>(context);
}
