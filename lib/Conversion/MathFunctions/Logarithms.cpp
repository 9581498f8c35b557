//===- Logarithms.cpp - Logarithms and inverse hyperbolic functions -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction and the order of the final additions are those of fdlibm
// (s_log1p.c), whose errors are below one unit in the last place.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

SplitFloat mlir::zyn::splitFloat(FloatBuilder &f, Value x) {
  // Subnormals are scaled, so that they have an exponent.
  double minNormal = f.isF32 ? 0x1p-126 : 0x1p-1022;
  int shift = f.mantissaBits + 2;
  Value isSubnormal = f.less(x, minNormal);
  Value scaled = f.select(
      isSubnormal, f.mul(x, static_cast<double>(int64_t(1) << shift)), x);
  Value bits = f.toBits(scaled);
  // The bits of sqrt(1/2) are subtracted, so that the bits above the mantissa
  // are the exponent.
  int64_t sqrtHalfBits = f.isF32 ? 0x3F3504F3 : 0x3FE6A09E667F3BCD;
  Value shifted = arith::SubIOp::create(f.b, bits, f.integer(sqrtHalfBits));
  Value mantissaBits = f.integer(f.mantissaBits);
  Value exponent = arith::ShRSIOp::create(f.b, shifted, mantissaBits);
  Value mantissa = f.fromBits(arith::SubIOp::create(
      f.b, bits, arith::ShLIOp::create(f.b, exponent, mantissaBits)));
  Value e = f.toFloat(exponent);
  e = f.select(isSubnormal, f.sub(e, shift), e);
  return {f.sub(mantissa, 1), e};
}

/// Builds the difference of log(1 + x) and x - x^2 / 2, for the fraction of a
/// split float.
static Value buildLogTail(FloatBuilder &f, Value x, Value halfSquare) {
  if (f.isF32) {
    // A Chebyshev interpolation of the difference divided by x^3.
    constexpr double kTail[] = {
        0.3333333134651184,  -0.2499999701976776,  0.20000715553760529,
        -0.1666780263185501, 0.14249058067798615,  -0.12425687164068222,
        0.11685419827699661, -0.11479733884334564, 0.06971611827611923};
    return f.mul(f.mul(f.mul(x, x), x), f.polynomial(x, kTail));
  }
  // log(1 + x) = 2 atanh(s) with s = x / (2 + x), |s| < 0.172.
  Value s = f.div(x, f.add(x, 2));
  Value square = f.mul(s, s);
  SmallVector<double> series;
  for (int k = 3; k <= 25; k += 2)
    series.push_back(2.0 / k);
  Value rest = f.mul(square, f.polynomial(square, series));
  return f.mul(s, f.add(halfSquare, rest));
}

/// Builds log(1 + fraction) + low + exponent * ln(2) of a split float.
static Value buildNaturalLog(FloatBuilder &f, SplitFloat split,
                             Value low = Value()) {
  auto [ln2High, ln2Low] = getLn2(f);
  Value x = split.fraction;
  Value halfSquare = f.mul(f.mul(x, x), 0.5);
  Value tail = buildLogTail(f, x, halfSquare);
  Value correction = f.mul(split.exponent, ln2Low);
  if (low)
    correction = f.add(correction, low);
  Value sum = f.sub(x, f.sub(halfSquare, f.add(tail, correction)));
  return f.fma(split.exponent, f.constant(ln2High), sum);
}

/// Replaces the results of a logarithm for infinity and for numbers that are
/// not greater than `pole`.
static Value finishLog(FloatBuilder &f, Value x, double pole, Value result) {
  result = f.select(f.equal(x, f.infinity()), x, result);
  result = f.select(f.equal(x, pole), f.neg(f.infinity()), result);
  Value isInvalid = f.compare(arith::CmpFPredicate::ULT, x, f.constant(pole));
  return f.select(isInvalid, f.notANumber(), result);
}

Value mlir::zyn::buildLog(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  return finishLog(f, x, 0, buildNaturalLog(f, splitFloat(f, x)));
}

/// Builds log(x) * scale, where the logarithm of 2 is `high` + `low`.
static Value buildScaledLog(FloatBuilder &f, Value x, double scale, double high,
                            double low) {
  SplitFloat split = splitFloat(f, x);
  Value exponent = split.exponent;
  split.exponent = f.constant(0);
  Value fraction = buildNaturalLog(f, split);
  Value sum = f.fma(fraction, f.constant(scale), f.mul(exponent, low));
  return finishLog(f, x, 0, f.fma(exponent, f.constant(high), sum));
}

Value mlir::zyn::buildLog2(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  return buildScaledLog(f, x, 1.4426950408889634, 1, 0);
}

Value mlir::zyn::buildLog10(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  if (f.isF32)
    return buildScaledLog(f, x, 0.4342944819032518, 0.3010300099849701,
                          -1.432098883924482e-08);
  return buildScaledLog(f, x, 0.4342944819032518, 0.3010299956639812,
                        -2.8037281277851704e-18);
}

Value mlir::zyn::buildLog1p(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value one = f.constant(1);
  Value u = f.add(one, x);
  // The rounding error of u, divided by u.
  Value error = f.select(f.less(x, one), f.sub(x, f.sub(u, one)),
                         f.sub(one, f.sub(u, x)));
  Value result = buildNaturalLog(f, splitFloat(f, u), f.div(error, u));
  result = finishLog(f, x, -1, result);
  return f.select(f.equal(x, 0), x, result);
}

/// From here on, x^2 + 1 is x^2.
static double getLargeBound(FloatBuilder &f) {
  return f.isF32 ? 0x1p13 : 0x1p28;
}

/// Returns log(2 * x) for a large x, `result` otherwise.
static Value selectLargeLog(FloatBuilder &f, Value x, Value result) {
  Value log = f.add(buildLog(f.b, x), 0.6931471805599453);
  return f.select(f.greater(x, getLargeBound(f)), log, result);
}

Value mlir::zyn::buildAsinh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x);
  Value a = f.clamp(magnitude, 0, getLargeBound(f));
  Value square = f.mul(a, a);
  Value root = f.sqrt(f.add(square, 1));
  Value result = buildLog1p(b, f.add(a, f.div(square, f.add(root, 1))));
  return f.copySign(selectLargeLog(f, magnitude, result), x);
}

Value mlir::zyn::buildAcosh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value t = f.sub(f.clamp(x, 1, getLargeBound(f)), 1);
  Value root = f.sqrt(f.mul(t, f.add(t, 2)));
  Value result = selectLargeLog(f, x, buildLog1p(b, f.add(t, root)));
  return f.select(f.less(x, 1), f.notANumber(), result);
}

Value mlir::zyn::buildAtanh(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value a = f.abs(x);
  Value quotient = f.div(f.add(a, a), f.sub(f.constant(1), a));
  return f.copySign(f.mul(buildLog1p(b, quotient), 0.5), x);
}
