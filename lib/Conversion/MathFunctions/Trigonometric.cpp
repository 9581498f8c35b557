//===- Trigonometric.cpp - Sine, cosine and tangent -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

/// From here on, the parts of pi/2 are too few.
static constexpr double kLargeAngle = 1e5;

/// Returns (-1)^i / k! for k = first + 2i up to `last`.
static SmallVector<double> alternatingInverseFactorials(int first, int last) {
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int k = 0; k <= last; ++k) {
    factorial *= k ? k : 1;
    if (k < first || (k - first) % 2 != 0)
      continue;
    bool isNegative = coefficients.size() % 2 == 1;
    coefficients.push_back((isNegative ? -1 : 1) / factorial);
  }
  return coefficients;
}

/// Reduces an angle to [-pi/4, pi/4], in the type of `f`.
static ReducedAngle reduceAngle(FloatBuilder &f, Value x) {
  ImplicitLocOpBuilder &b = f.b;
  Value isLarge = f.greater(f.abs(x), kLargeAngle);
  auto branch = scf::IfOp::create(b, TypeRange{f.type, f.integerType}, isLarge,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value wide =
      f.isF32 ? arith::ExtFOp::create(b, b.getF64Type(), x).getResult() : x;
  ReducedAngle large = reduceLargeAngle(b, wide);
  if (f.isF32) {
    large.r = arith::TruncFOp::create(b, f.type, large.r);
    large.quadrant = arith::TruncIOp::create(b, f.integerType, large.quadrant);
  }
  scf::YieldOp::create(b, ValueRange{large.r, large.quadrant});

  b.setInsertionPointToEnd(branch.elseBlock());
  Value n = f.round(f.mul(x, 0.63661977236758134));
  // pi/2 in three parts of the type's precision.
  Value r = f.isF32 ? f.reduce(x, n,
                               {1.57079637050628662109375,
                                -4.37113900018624283e-8, -1.71512451000e-15})
                    : f.reduce(x, n,
                               {1.5707963267948966, 6.123233995736766e-17,
                                -1.4973849048591833e-33});
  // The sign of zeros.
  r = f.select(f.equal(x, 0), x, r);
  scf::YieldOp::create(b, ValueRange{r, f.toInteger(n)});
  return {branch.getResult(0), branch.getResult(1)};
}

static Value buildSineOfSmall(FloatBuilder &f, Value r) {
  Value square = f.mul(r, r);
  Value tail = f.polynomial(
      square, ArrayRef(alternatingInverseFactorials(1, f.isF32 ? 11 : 19))
                  .drop_front());
  // The sign of zeros, too.
  return f.copySign(f.fma(f.mul(r, square), tail, r), r);
}

static Value buildCosineOfSmall(FloatBuilder &f, Value r) {
  return f.polynomial(f.mul(r, r),
                      alternatingInverseFactorials(0, f.isF32 ? 12 : 20));
}

/// Builds sin (`shift` 0) or cos (`shift` 1).
static Value buildSinCos(ImplicitLocOpBuilder &b, Value x, int64_t shift) {
  FloatBuilder f(b, x.getType());
  auto [r, quadrant] = reduceAngle(f, x);
  if (shift)
    quadrant = arith::AddIOp::create(b, quadrant, f.integer(shift));
  Value result = f.select(f.isBitSet(quadrant, 1), buildCosineOfSmall(f, r),
                          buildSineOfSmall(f, r));
  return f.select(f.isBitSet(quadrant, 2), f.neg(result), result);
}

Value mlir::zyn::buildSin(ImplicitLocOpBuilder &b, Value x) {
  return buildSinCos(b, x, 0);
}

Value mlir::zyn::buildCos(ImplicitLocOpBuilder &b, Value x) {
  return buildSinCos(b, x, 1);
}

Value mlir::zyn::buildTan(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  auto [r, quadrant] = reduceAngle(f, x);
  Value sine = buildSineOfSmall(f, r), cosine = buildCosineOfSmall(f, r);
  Value isOdd = f.isBitSet(quadrant, 1);
  return f.div(f.select(isOdd, f.neg(cosine), sine),
               f.select(isOdd, sine, cosine));
}
