//===- NumericOps.cpp - Numeric instructions of several ops----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumericOps.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"

using namespace mlir;
using namespace mlir::wasm;
using instance::TrapKind;

static Value constant(ImplicitLocOpBuilder &builder, Type type, APInt value) {
  return arith::ConstantOp::create(builder,
                                   IntegerAttr::get(type, std::move(value)));
}

static Value constant(ImplicitLocOpBuilder &builder, Type type, int64_t value) {
  return constant(builder, type,
                  APInt(type.getIntOrFloatBitWidth(), value, true));
}

static Value compare(ImplicitLocOpBuilder &builder,
                     arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

Value wasm::toI32(ImplicitLocOpBuilder &builder, Value value) {
  return arith::ExtUIOp::create(builder, builder.getI32Type(), value);
}

Value wasm::buildEqz(ImplicitLocOpBuilder &builder, Value value) {
  return toI32(builder, compare(builder, arith::CmpIPredicate::eq, value,
                                constant(builder, value.getType(), 0)));
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

static void trapIfZero(ImplicitLocOpBuilder &builder, Value divisor) {
  Value isZero = compare(builder, arith::CmpIPredicate::eq, divisor,
                         constant(builder, divisor.getType(), 0));
  instance::TrapIfOp::create(builder, isZero, TrapKind::divide_by_zero);
}

static Value isMinusOne(ImplicitLocOpBuilder &builder, Value value) {
  return compare(builder, arith::CmpIPredicate::eq, value,
                 constant(builder, value.getType(), -1));
}

Value wasm::buildDivS(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  trapIfZero(builder, rhs);
  Type type = lhs.getType();
  Value minimum = constant(
      builder, type, APInt::getSignedMinValue(type.getIntOrFloatBitWidth()));
  Value overflows = arith::AndIOp::create(
      builder, compare(builder, arith::CmpIPredicate::eq, lhs, minimum),
      isMinusOne(builder, rhs));
  instance::TrapIfOp::create(builder, overflows, TrapKind::integer_overflow);
  return arith::DivSIOp::create(builder, lhs, rhs);
}

Value wasm::buildDivU(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  trapIfZero(builder, rhs);
  return arith::DivUIOp::create(builder, lhs, rhs);
}

/// The remainder of a division by -1 is 0, like that of a division by 1. For
/// the minimum, `arith.remsi` would be undefined.
Value wasm::buildRemS(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  trapIfZero(builder, rhs);
  Value divisor =
      arith::SelectOp::create(builder, isMinusOne(builder, rhs),
                              constant(builder, rhs.getType(), 1), rhs);
  return arith::RemSIOp::create(builder, lhs, divisor);
}

Value wasm::buildRemU(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  trapIfZero(builder, rhs);
  return arith::RemUIOp::create(builder, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

Value wasm::maskDistance(ImplicitLocOpBuilder &builder, Value distance) {
  Type type = distance.getType();
  return arith::AndIOp::create(
      builder, distance,
      constant(builder, type, type.getIntOrFloatBitWidth() - 1));
}

/// Shifts by the distance with `Up`, and by the opposite distance with `Down`.
template <typename Up, typename Down>
static Value rotate(ImplicitLocOpBuilder &builder, Value value,
                    Value distance) {
  Value zero = constant(builder, value.getType(), 0);
  Value opposite = arith::SubIOp::create(builder, zero, distance);
  return arith::OrIOp::create(builder, buildShift<Up>(builder, value, distance),
                              buildShift<Down>(builder, value, opposite));
}

Value wasm::buildRotl(ImplicitLocOpBuilder &builder, Value value,
                      Value distance) {
  return rotate<arith::ShLIOp, arith::ShRUIOp>(builder, value, distance);
}

Value wasm::buildRotr(ImplicitLocOpBuilder &builder, Value value,
                      Value distance) {
  return rotate<arith::ShRUIOp, arith::ShLIOp>(builder, value, distance);
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

static Value toBits(ImplicitLocOpBuilder &builder, Value value) {
  Type type = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
  return arith::BitcastOp::create(builder, type, value);
}

static APInt signBit(Value value) {
  return APInt::getSignMask(value.getType().getIntOrFloatBitWidth());
}

Value wasm::buildAbs(ImplicitLocOpBuilder &builder, Value value) {
  Value bits = toBits(builder, value);
  Value result = arith::AndIOp::create(
      builder, bits, constant(builder, bits.getType(), ~signBit(value)));
  return arith::BitcastOp::create(builder, value.getType(), result);
}

Value wasm::buildNeg(ImplicitLocOpBuilder &builder, Value value) {
  Value bits = toBits(builder, value);
  Value result = arith::XOrIOp::create(
      builder, bits, constant(builder, bits.getType(), signBit(value)));
  return arith::BitcastOp::create(builder, value.getType(), result);
}

Value wasm::buildCopysign(ImplicitLocOpBuilder &builder, Value value,
                          Value sign) {
  Value bits = toBits(builder, value), signBits = toBits(builder, sign);
  Value magnitude = arith::AndIOp::create(
      builder, bits, constant(builder, bits.getType(), ~signBit(value)));
  Value signOnly = arith::AndIOp::create(
      builder, signBits, constant(builder, bits.getType(), signBit(value)));
  Value result = arith::OrIOp::create(builder, magnitude, signOnly);
  return arith::BitcastOp::create(builder, value.getType(), result);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

QuietNaN wasm::buildQuietNaN(ImplicitLocOpBuilder &builder, Value lhs,
                             Value rhs) {
  Value isNaN =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, lhs, rhs);
  return {isNaN, arith::AddFOp::create(builder, lhs, rhs)};
}

Value wasm::buildPromote(ImplicitLocOpBuilder &builder, Value value) {
  Value result = arith::ExtFOp::create(builder, builder.getF64Type(), value);
  return instance::OpaqueOp::create(builder, result.getType(), result);
}

Value wasm::buildFloat(ImplicitLocOpBuilder &builder, FloatType type,
                       uint64_t bits) {
  APFloat number(type.getFloatSemantics(), APInt(type.getWidth(), bits));
  Value value =
      arith::ConstantOp::create(builder, FloatAttr::get(type, number));
  APFloat one = APFloat::getOne(type.getFloatSemantics());
  if (!number.isZero() && abs(number) != one)
    return value;
  return instance::OpaqueOp::create(builder, type, value);
}

/// Returns 2^exponent as a float.
static APFloat powerOfTwo(FloatType type, int exponent) {
  return scalbn(APFloat::getOne(type.getFloatSemantics()), exponent,
                APFloat::rmNearestTiesToEven);
}

FloatRange wasm::buildRange(ImplicitLocOpBuilder &builder, Type from, Type to,
                            bool isSigned) {
  auto type = cast<FloatType>(from);
  int bits = to.getIntOrFloatBitWidth();
  APFloat high = powerOfTwo(type, bits - isSigned);
  APFloat low = APFloat::getOne(type.getFloatSemantics(), /*Negative=*/true);
  if (isSigned) {
    // The greatest number that is less than -2^(bits-1) by at least 1. If the
    // float has no such digits, the next smaller one.
    low = -powerOfTwo(type, bits - 1);
    APFloat below = low - APFloat::getOne(type.getFloatSemantics());
    if (below == low)
      below.next(/*nextDown=*/true);
    low = below;
  }
  auto build = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(builder, FloatAttr::get(type, value));
  };
  return {build(low), build(high)};
}

static Value compare(ImplicitLocOpBuilder &builder,
                     arith::CmpFPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpFOp::create(builder, predicate, lhs, rhs);
}

void wasm::trapUnlessInRange(ImplicitLocOpBuilder &builder, Value value,
                             const FloatRange &range) {
  Value isNaN = compare(builder, arith::CmpFPredicate::UNO, value, value);
  instance::TrapIfOp::create(builder, isNaN, TrapKind::invalid_conversion);
  Value isOutside = arith::OrIOp::create(
      builder, compare(builder, arith::CmpFPredicate::OLE, value, range.low),
      compare(builder, arith::CmpFPredicate::OGE, value, range.high));
  instance::TrapIfOp::create(builder, isOutside, TrapKind::integer_overflow);
}

Value wasm::saturate(ImplicitLocOpBuilder &builder, Value value,
                     Value converted, const FloatRange &range, bool isSigned) {
  Type type = converted.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  auto select = [&](Value condition, APInt chosen, Value otherwise) -> Value {
    return arith::SelectOp::create(builder, condition,
                                   constant(builder, type, chosen), otherwise);
  };
  Value result =
      select(compare(builder, arith::CmpFPredicate::OLE, value, range.low),
             isSigned ? APInt::getSignedMinValue(bits) : APInt::getZero(bits),
             converted);
  result = select(
      compare(builder, arith::CmpFPredicate::OGE, value, range.high),
      isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits),
      result);
  return select(compare(builder, arith::CmpFPredicate::UNO, value, value),
                APInt::getZero(bits), result);
}
