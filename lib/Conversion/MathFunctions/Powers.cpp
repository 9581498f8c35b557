//===- Powers.cpp - Powers and cube roots ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

/// Builds log(x) for a positive finite x, with an error of about 2^-10 units in
/// the last place.
static DoubleValue buildExtendedLog(FloatBuilder &f, Value x) {
  SplitFloat split = splitFloat(f, x);
  // s = fraction / (2 + fraction)
  DoubleValue sum = f.addExactly(f.constant(2), split.fraction);
  Value quotient = f.div(split.fraction, sum.high);
  Value remainder = f.fma(f.neg(quotient), sum.high, split.fraction);
  remainder = f.fma(f.neg(quotient), sum.low, remainder);
  DoubleValue s = {quotient, f.div(remainder, sum.high)};
  // 2 atanh(s) = 2s + s^3 * (2/3 + s^2 * (2/5 + s^2 * ...))
  DoubleValue square = f.mul(s, s);
  SmallVector<double> series;
  for (int k = 5; k <= (f.isF32 ? 13 : 27); k += 2)
    series.push_back(2.0 / k);
  Value rest = f.mul(square.high, f.polynomial(square.high, series));
  DoubleValue factor = f.addExactly(f.constant(2.0 / 3), rest);
  // The rest of 2/3, which is not exact.
  factor.low = f.add(factor.low,
                     f.isF32 ? -1.9868215517249155e-08 : 3.700743415417188e-17);
  DoubleValue tail = f.mul(s, f.mul(square, factor));
  DoubleValue fractionLog = f.addExactly(f.add(s.high, s.high), tail.high);
  Value low = f.add(fractionLog.low, f.add(f.add(s.low, s.low), tail.low));
  auto [ln2High, ln2Low] = getLn2(f);
  DoubleValue result =
      f.addExactly(f.mul(split.exponent, ln2High), fractionLog.high);
  low = f.fma(split.exponent, f.constant(ln2Low), low);
  return {result.high, f.add(result.low, low)};
}

/// Builds exp(y * log(x)) for a positive finite x and a finite y.
static Value buildPositivePow(FloatBuilder &f, Value x, Value y) {
  DoubleValue log = buildExtendedLog(f, x);
  DoubleValue product = f.mulExactly(y, log.high);
  Value low = f.fma(y, log.low, product.low);
  // Beyond this bound, the result is 0 or infinity.
  double bound = f.isF32 ? 110 : 760;
  Value isSmall = f.less(f.abs(product.high), bound);
  low = f.select(isSmall, low, f.constant(0));
  SplitExp exp = splitExp(f, f.clamp(product.high, -bound, bound), low);
  return f.scale(f.add(exp.fraction, 1), exp.exponent);
}

Value mlir::zyn::buildPow(ImplicitLocOpBuilder &b, Value x, Value y) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x), one = f.constant(1), zero = f.constant(0);
  Value result = buildPositivePow(f, magnitude, y);

  // Powers of 0 and infinity, and with infinite exponents, are 0 or infinity.
  auto either = [&](Value p, Value q) -> Value {
    return arith::OrIOp::create(b, p, q);
  };
  Value isExtreme =
      either(either(f.equal(magnitude, 0), f.equal(magnitude, f.infinity())),
             f.equal(f.abs(y), f.infinity()));
  Value grows = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      f.less(one, magnitude), f.less(zero, y));
  Value extreme = f.select(grows, f.infinity(), zero);
  extreme = f.select(f.equal(magnitude, one), one, extreme);
  Value isNumber = f.compare(arith::CmpFPredicate::ORD, x, y);
  result = f.select(isExtreme, extreme, result);
  result = f.select(isNumber, result, f.notANumber());

  // Powers of negative numbers.
  Value isInteger = f.equal(f.trunc(y), y);
  Value half = f.mul(y, 0.5);
  Value isOdd = arith::AndIOp::create(
      b, isInteger, f.compare(arith::CmpFPredicate::ONE, f.trunc(half), half));
  Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                           f.toBits(x), f.integer(0));
  Value flips = arith::AndIOp::create(b, isOdd, isNegative);
  result = f.select(flips, f.neg(result), result);
  Value isFinite = f.less(magnitude, f.infinity());
  Value isInvalid = arith::AndIOp::create(
      b, arith::AndIOp::create(b, f.less(x, 0), isFinite),
      f.compare(arith::CmpFPredicate::ONE, f.trunc(y), y));
  result = f.select(isInvalid, f.notANumber(), result);

  return f.select(either(f.equal(y, 0), f.equal(x, 1)), one, result);
}

Value mlir::zyn::buildCbrt(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x);
  // Neither subnormal, nor so large that sums overflow.
  int shift = f.isF32 ? 24 : 54;
  double power = static_cast<double>(int64_t(1) << shift);
  Value isSmall = f.less(magnitude, 1);
  Value scaled = f.mul(
      magnitude, f.select(isSmall, f.constant(power), f.constant(1 / power)));
  // A third of the bits is a third of the exponent, with an error of 5 percent
  // (Kahan, "Computing a Real Cube Root", 1991).
  Value third = arith::DivUIOp::create(b, f.toBits(scaled), f.integer(3));
  int64_t biasBits = f.isF32 ? 709958130 : int64_t(715094163) << 32;
  Value root = f.fromBits(arith::AddIOp::create(b, third, f.integer(biasBits)));
  // Halley's method triples the number of digits.
  for (int i = 0; i < (f.isF32 ? 2 : 3); ++i) {
    Value cube = f.mul(f.mul(root, root), root);
    Value numerator = f.add(cube, f.add(scaled, scaled));
    Value denominator = f.add(f.add(cube, cube), scaled);
    root = f.mul(root, f.div(numerator, denominator));
  }
  // A step of Newton's method with the exact residual.
  DoubleValue square = f.mulExactly(root, root);
  Value residual = f.fma(square.high, root, f.neg(scaled));
  residual = f.fma(square.low, root, residual);
  root = f.sub(root, f.div(residual, f.mul(square.high, 3)));
  double back = static_cast<double>(int64_t(1) << (shift / 3));
  root = f.mul(root, f.select(isSmall, f.constant(1 / back), f.constant(back)));
  // Zeros, infinities and NaN are their own roots.
  Value isOrdinary = arith::AndIOp::create(b, f.greater(magnitude, 0),
                                           f.less(magnitude, f.infinity()));
  return f.select(isOrdinary, f.copySign(root, x), x);
}
