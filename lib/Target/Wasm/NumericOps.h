//===- NumericOps.h - Numeric instructions of several ops ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_NUMERICOPS_H
#define ZYN_LIB_TARGET_WASM_NUMERICOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

// Each function builds the ops of an instruction, whose operands have the types
// of Opcodes.def, and returns the result.

namespace mlir::wasm {

/// Returns `value`, an i1, as an i32.
Value toI32(ImplicitLocOpBuilder &builder, Value value);

Value buildEqz(ImplicitLocOpBuilder &builder, Value value);

// Divisions trap if the divisor is 0 or, for buildDivS, if the quotient does
// not fit.
Value buildDivS(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
Value buildDivU(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
Value buildRemS(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
Value buildRemU(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);

/// Returns the distance of a shift or rotation modulo the width.
Value maskDistance(ImplicitLocOpBuilder &builder, Value distance);

template <typename Op>
Value buildShift(ImplicitLocOpBuilder &builder, Value value, Value distance) {
  return Op::create(builder, value, maskDistance(builder, distance));
}
Value buildRotl(ImplicitLocOpBuilder &builder, Value value, Value distance);
Value buildRotr(ImplicitLocOpBuilder &builder, Value value, Value distance);

// These change the sign and nothing else, even of a NaN. They operate on bits,
// since GPUs' instructions do not keep those of a NaN.
Value buildAbs(ImplicitLocOpBuilder &builder, Value value);
Value buildNeg(ImplicitLocOpBuilder &builder, Value value);
Value buildCopysign(ImplicitLocOpBuilder &builder, Value value, Value sign);

/// Returns whether one of the operands is a NaN, and such a NaN, but quiet.
struct QuietNaN {
  Value isNaN, value;
};
QuietNaN buildQuietNaN(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);

/// Returns the minimum or maximum. Processors return signaling NaNs as they
/// are.
template <typename Op>
Value buildExtremum(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  QuietNaN nan = buildQuietNaN(builder, lhs, rhs);
  return arith::SelectOp::create(builder, nan.isNaN, nan.value,
                                 Op::create(builder, lhs, rhs));
}

/// Converts f32 to f64. Demoting the result does not give `value` if that is a
/// signaling NaN, so the conversion must not be folded.
Value buildPromote(ImplicitLocOpBuilder &builder, Value value);

/// Returns a constant. Numbers with which operations are identities, such as 1,
/// are opaque, so that these operations are not removed: they make signaling
/// NaNs quiet.
Value buildFloat(ImplicitLocOpBuilder &builder, FloatType type, uint64_t bits);

template <unsigned bits>
Value buildSignExtend(ImplicitLocOpBuilder &builder, Value value) {
  Value low =
      arith::TruncIOp::create(builder, builder.getIntegerType(bits), value);
  return arith::ExtSIOp::create(builder, value.getType(), low);
}

/// The range of a conversion from a float to an integer: numbers that are
/// greater than `low` and less than `high` can be converted.
struct FloatRange {
  Value low, high;
};
FloatRange buildRange(ImplicitLocOpBuilder &builder, Type from, Type to,
                      bool isSigned);
void trapUnlessInRange(ImplicitLocOpBuilder &builder, Value value,
                       const FloatRange &range);
Value saturate(ImplicitLocOpBuilder &builder, Value value, Value converted,
               const FloatRange &range, bool isSigned);

/// Converts to an integer; traps if `value` is a NaN or out of range.
template <typename Op>
Value buildTrunc(ImplicitLocOpBuilder &builder, Type type, Value value) {
  constexpr bool isSigned = std::is_same_v<Op, arith::FPToSIOp>;
  trapUnlessInRange(builder, value,
                    buildRange(builder, value.getType(), type, isSigned));
  return Op::create(builder, type, value);
}

/// Converts to the nearest integer of the type; a NaN becomes 0.
template <typename Op>
Value buildTruncSat(ImplicitLocOpBuilder &builder, Type type, Value value) {
  constexpr bool isSigned = std::is_same_v<Op, arith::FPToSIOp>;
  FloatRange range = buildRange(builder, value.getType(), type, isSigned);
  return saturate(builder, value, Op::create(builder, type, value), range,
                  isSigned);
}

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_NUMERICOPS_H
