//===- FloatBuilder.h - Arithmetic on f32 or f64 ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_MATHFUNCTIONS_FLOATBUILDER_H
#define ZYN_CONVERSION_MATHFUNCTIONS_FLOATBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

namespace mlir::zyn {

/// The unevaluated sum of two values, of which `low` is at most half a unit in
/// the last place of `high`.
struct DoubleValue {
  Value high, low;
};

/// Builds arithmetic on scalars or vectors of f32 or f64, and on integers of
/// that width.
class FloatBuilder {
public:
  FloatBuilder(ImplicitLocOpBuilder &b, Type type)
      : b(b), type(type), isF32(getElementTypeOrSelf(type).isF32()),
        mantissaBits(isF32 ? 23 : 52), bias(isF32 ? 127 : 1023),
        integerType(withElement(b.getIntegerType(isF32 ? 32 : 64))) {}

  //===--------------------------------------------------------------------===//
  // Floats
  //===--------------------------------------------------------------------===//

  Value constant(double value) {
    return splat(type, b.getFloatAttr(getElementTypeOrSelf(type), value));
  }
  Value infinity() { return constant(std::numeric_limits<double>::infinity()); }
  Value notANumber() {
    return constant(std::numeric_limits<double>::quiet_NaN());
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value add(Value x, double y) { return add(x, constant(y)); }
  Value sub(Value x, double y) { return sub(x, constant(y)); }
  Value mul(Value x, double y) { return mul(x, constant(y)); }
  Value neg(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(b, x); }
  Value round(Value x) { return math::RoundEvenOp::create(b, x); }
  Value trunc(Value x) { return math::TruncOp::create(b, x); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value copySign(Value x, Value sign) {
    return math::CopySignOp::create(b, x, sign);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  /// These are false for NaN.
  Value less(Value x, Value y) {
    return compare(arith::CmpFPredicate::OLT, x, y);
  }
  Value less(Value x, double y) { return less(x, constant(y)); }
  Value greater(Value x, double y) { return less(constant(y), x); }
  Value equal(Value x, Value y) {
    return compare(arith::CmpFPredicate::OEQ, x, y);
  }
  Value equal(Value x, double y) { return equal(x, constant(y)); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Clamps `x` to [low, high]; NaN stays NaN.
  Value clamp(Value x, double low, double high) {
    x = select(less(x, low), constant(low), x);
    return select(greater(x, high), constant(high), x);
  }
  /// Computes x - n * (sum of parts), with one rounding for each part.
  Value reduce(Value x, Value n, ArrayRef<double> parts) {
    Value minusN = neg(n);
    for (double part : parts)
      x = fma(minusN, constant(part), x);
    return x;
  }
  /// Evaluates the polynomial with `coefficients`, the constant one first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value result = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      result = fma(result, x, constant(coefficient));
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Integers and bits
  //===--------------------------------------------------------------------===//

  Value integer(int64_t value) {
    Type element = getElementTypeOrSelf(integerType);
    return splat(integerType, b.getIntegerAttr(element, value));
  }
  Value toBits(Value x) { return arith::BitcastOp::create(b, integerType, x); }
  Value fromBits(Value bits) { return arith::BitcastOp::create(b, type, bits); }
  /// Converts an integral `x`; the result is 0 for NaN and values far out of
  /// range.
  Value toInteger(Value x) {
    Value inRange = compare(arith::CmpFPredicate::OLE, abs(x), constant(1e9));
    return arith::FPToSIOp::create(b, integerType,
                                   select(inRange, x, constant(0)));
  }
  Value toFloat(Value x) { return arith::SIToFPOp::create(b, type, x); }
  Value isBitSet(Value bits, int64_t mask) {
    Value masked = arith::AndIOp::create(b, bits, integer(mask));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masked,
                                 integer(0));
  }
  /// Computes 2^n for exponents of normal numbers.
  Value powerOfTwo(Value n) {
    Value biased = arith::AddIOp::create(b, n, integer(bias));
    return fromBits(arith::ShLIOp::create(b, biased, integer(mantissaBits)));
  }
  /// Computes x * 2^n for exponents of up to twice those of normal numbers.
  Value scale(Value x, Value n) {
    // 2^n alone may be out of range.
    Value half = arith::ShRSIOp::create(b, n, integer(1));
    Value rest = arith::SubIOp::create(b, n, half);
    return mul(mul(x, powerOfTwo(half)), powerOfTwo(rest));
  }

  //===--------------------------------------------------------------------===//
  // Sums of two values (Dekker, "A Floating-Point Technique for Extending the
  // Available Precision", 1971)
  //===--------------------------------------------------------------------===//

  /// Returns x + y exactly, for |x| >= |y| or x = 0.
  DoubleValue addExactly(Value x, Value y) {
    Value high = add(x, y);
    return {high, sub(y, sub(high, x))};
  }
  /// Returns x * y exactly.
  DoubleValue mulExactly(Value x, Value y) {
    Value high = mul(x, y);
    return {high, fma(x, y, neg(high))};
  }
  /// Returns x * y with an error of a few units in the last place of `low`.
  DoubleValue mul(DoubleValue x, DoubleValue y) {
    DoubleValue product = mulExactly(x.high, y.high);
    Value low = fma(x.high, y.low, product.low);
    return {product.high, fma(x.low, y.high, low)};
  }

  ImplicitLocOpBuilder &b;
  const Type type;
  const bool isF32;
  const int mantissaBits, bias;
  const Type integerType;

private:
  Type withElement(Type element) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? vector.clone(element) : element;
  }
  Value splat(Type type, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(type))
      value = DenseElementsAttr::get(vector, value);
    return arith::ConstantOp::create(b, value);
  }
};

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_MATHFUNCTIONS_FLOATBUILDER_H
