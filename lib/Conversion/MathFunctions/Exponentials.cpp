//===- Exponentials.cpp - Exponential and hyperbolic functions ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr double kLog2E = 1.4426950408889634;

/// Returns 1/k! for k from `first` to `last`.
static SmallVector<double> inverseFactorials(int first, int last) {
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int k = 1; k <= last; ++k) {
    factorial *= k;
    if (k >= first)
      coefficients.push_back(1 / factorial);
  }
  return coefficients;
}

std::pair<double, double> mlir::zyn::getLn2(const FloatBuilder &f) {
  if (f.isF32)
    return {0.693359375, -2.12194440054690583e-4};
  return {6.93147180369123816490e-01, 1.90821492927058770002e-10};
}

/// Builds exp(r) - 1 for |r| < 0.35.
static Value expM1OfSmall(FloatBuilder &f, Value r) {
  Value tail = f.polynomial(r, inverseFactorials(2, f.isF32 ? 8 : 14));
  return f.fma(f.mul(r, r), tail, r);
}

SplitExp mlir::zyn::splitExp(FloatBuilder &f, Value x, Value low) {
  Value n = f.round(f.mul(x, kLog2E));
  auto [ln2High, ln2Low] = getLn2(f);
  Value r = f.reduce(x, n, {ln2High, ln2Low});
  if (low)
    r = f.add(r, low);
  return {expM1OfSmall(f, r), f.toInteger(n)};
}

Value mlir::zyn::buildExp(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // Beyond these bounds, the result is 0 or infinity.
  x = f.isF32 ? f.clamp(x, -105, 89) : f.clamp(x, -750, 710);
  SplitExp split = splitExp(f, x);
  return f.scale(f.add(split.fraction, 1), split.exponent);
}

Value mlir::zyn::buildExp2(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  x = f.isF32 ? f.clamp(x, -151, 129) : f.clamp(x, -1080, 1025);
  Value n = f.round(x);
  Value r = f.mul(f.sub(x, n), 0.6931471805599453);
  return f.scale(f.add(expM1OfSmall(f, r), 1), f.toInteger(n));
}

Value mlir::zyn::buildExpM1(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // From `large` on, the -1 is less than half a unit in the last place; below
  // `small`, the result is -1.
  double large = f.isF32 ? 20 : 40, small = f.isF32 ? -20 : -40;
  Value clamped = f.clamp(x, small, f.isF32 ? 89 : 710);
  SplitExp split = splitExp(f, clamped);
  Value exp = f.scale(f.add(split.fraction, 1), split.exponent);
  // fraction * 2^n + (2^n - 1), of which the second term is exact.
  Value power = f.powerOfTwo(split.exponent);
  Value result = f.fma(split.fraction, power, f.sub(power, 1));
  result = f.select(f.greater(clamped, large), exp, result);
  // The sign of zeros.
  return f.select(f.equal(x, 0), x, result);
}

/// Builds exp(x) / 2 for x up to where sinh and cosh overflow.
static Value buildHalfExp(FloatBuilder &f, Value x) {
  SplitExp split = splitExp(f, f.clamp(x, 0, f.isF32 ? 90 : 712));
  Value exponent = arith::SubIOp::create(f.b, split.exponent, f.integer(1));
  return f.scale(f.add(split.fraction, 1), exponent);
}

Value mlir::zyn::buildSinh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x);
  double large = f.isF32 ? 10 : 22;
  Value growth = buildExpM1(b, f.clamp(magnitude, 0, large));
  Value sum = f.add(growth, f.div(growth, f.add(growth, 1)));
  Value result = f.select(f.greater(magnitude, large),
                          buildHalfExp(f, magnitude), f.mul(sum, 0.5));
  return f.copySign(result, x);
}

Value mlir::zyn::buildCosh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value half = buildHalfExp(f, f.abs(x));
  return f.add(half, f.div(f.constant(0.25), half));
}

Value mlir::zyn::buildTanh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // expm1(2x) / (expm1(2x) + 2), which is 1 to the last bit for x of 20 and
  // above.
  Value growth = buildExpM1(b, f.clamp(f.add(x, x), -44, 44));
  return f.div(growth, f.add(growth, 2));
}
