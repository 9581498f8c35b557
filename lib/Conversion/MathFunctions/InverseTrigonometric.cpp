//===- InverseTrigonometric.cpp - Inverse trigonometric functions ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr double kPi = 3.141592653589793;
static constexpr double kHalfPi = 1.5707963267948966;

/// pi/2 minus its value in the type.
static double getHalfPiLow(FloatBuilder &f) {
  return f.isF32 ? -4.371138828673793e-08 : 6.123233995736766e-17;
}

/// Builds atan(x) for x from 0 to 1: x + x^3 * P(x^2), where P is a Chebyshev
/// interpolation, computed with 60 digits.
static Value buildAtanOfSmall(FloatBuilder &f, Value x) {
  constexpr double kF32[] = {
      -0.3333333173306352,  0.1999973932983558,   -0.14278568748210602,
      0.11033764115313455,  -0.08656880430154522, 0.06250169444749563,
      -0.03587153898204336, 0.013507771427020535, -0.002386997316724113};
  constexpr double kF64[] = {
      -0.3333333333333333,     0.1999999999999753,     -0.14285714285384132,
      0.11111111093490827,     -0.09090908590891934,   0.07692298971033217,
      -0.06666564699289104,    0.05881506877793656,    -0.052579733342841106,
      0.04737749579527779,     -0.04260356632601652,   0.03749486812535247,
      -0.031277189066996385,   0.023696731580048622,   -0.015535152475414177,
      0.008368931178450162,    -0.0034958859739163094, 0.0010496035084968515,
      -0.00019996189377901382, 1.806195461861215e-05};
  Value square = f.mul(x, x);
  Value tail = f.polynomial(square, f.isF32 ? ArrayRef(kF32) : ArrayRef(kF64));
  return f.fma(f.mul(x, square), tail, x);
}

/// Builds pi/2 - x.
static Value buildComplement(FloatBuilder &f, Value x) {
  return f.sub(f.constant(kHalfPi), f.sub(x, getHalfPiLow(f)));
}

Value mlir::zyn::buildAtan(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x);
  Value isLarge = f.greater(magnitude, 1);
  Value inverse = f.div(f.constant(1), magnitude);
  Value angle = buildAtanOfSmall(f, f.select(isLarge, inverse, magnitude));
  angle = f.select(isLarge, buildComplement(f, angle), angle);
  return f.copySign(angle, x);
}

Value mlir::zyn::buildAtan2(ImplicitLocOpBuilder &b, Value y, Value x) {
  FloatBuilder f(b, x.getType());
  Value height = f.abs(y), width = f.abs(x);
  Value isSteep = f.less(width, height);
  Value longer = f.select(isSteep, height, width);
  Value shorter = f.select(isSteep, width, height);
  Value ratio = f.div(shorter, longer);
  // Zeros and infinities, too, if both are the same.
  Value ofSame = f.select(f.equal(longer, 0), f.constant(0), f.constant(1));
  ratio = f.select(f.equal(shorter, longer), ofSame, ratio);
  Value angle = buildAtanOfSmall(f, ratio);
  angle = f.select(isSteep, buildComplement(f, angle), angle);
  Value isLeft = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                       f.toBits(x), f.integer(0));
  Value left = f.sub(f.constant(kPi), f.sub(angle, 2 * getHalfPiLow(f)));
  return f.copySign(f.select(isLeft, left, angle), y);
}

/// Builds the cosine of an angle whose sine is x, or NaN.
static Value buildOtherSide(FloatBuilder &f, Value x) {
  Value one = f.constant(1);
  return f.sqrt(f.mul(f.sub(one, x), f.add(one, x)));
}

Value mlir::zyn::buildAsin(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  return buildAtan2(b, x, buildOtherSide(f, x));
}

Value mlir::zyn::buildAcos(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  return buildAtan2(b, buildOtherSide(f, x), x);
}
