//===- ErrorFunctions.cpp - Error functions -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

/// Builds erf(x) for |x| <= 0.5: the Maclaurin series 2/sqrt(pi) * sum
/// (-1)^k x^(2k+1)/(k!(2k+1)).
static Value buildErfOfSmall(FloatBuilder &f, Value x) {
  SmallVector<double> series;
  double factorial = 1;
  for (int k = 0; k <= (f.isF32 ? 6 : 13); ++k) {
    factorial *= k ? -k : 1;
    series.push_back(1.1283791670955126 / (factorial * (2 * k + 1)));
  }
  return f.mul(x, f.polynomial(f.mul(x, x), series));
}

/// Builds erfc(x) for x >= 0.5: exp(-x^2) * t * g(t), t = 2 / (2 + x), where
/// g is a Chebyshev interpolation from 0.5 to where erfc(x) is 0, computed with
/// 60 digits.
static Value buildErfcOfLarge(FloatBuilder &f, Value x) {
  constexpr double kF32[] = {
      0.49727052450180054,   0.21279464662075043,    0.05629885941743851,
      0.005213577765971422,  -0.0016896735178306699, -0.00038606958696618676,
      9.704726107884198e-05, 2.3104232241166756e-05, -8.825713848636951e-06,
      -9.77042759586766e-07, 7.195494049483386e-07};
  constexpr double kF64[] = {
      0.4677658877753235,      0.22528629878352988,    0.07048019404186603,
      0.009137105546315053,    -0.002371140799454411,  -0.0008986913189569247,
      0.00015469009465902828,  8.31719192408168e-05,   -2.0639040220323688e-05,
      -7.3696768293193285e-06, 3.512985150223554e-06,  3.4591770951596707e-07,
      -5.498877522962572e-07,  7.986268786170256e-08,  6.125674025963639e-08,
      -3.038487882941413e-08,  -4.728690001959086e-10, 5.535696038714287e-09,
      -1.7550058295468797e-09, -5.4024197859484e-10,   4.2559131166011113e-10,
      1.4772423053355134e-11,  -4.191568733977237e-11};
  Value magnitude = f.clamp(x, 0.5, f.isF32 ? 10.5 : 27.5);
  Value t = f.div(f.constant(2), f.add(magnitude, 2));
  // t scaled to [-1, 1].
  Value u = f.isF32 ? f.mul(f.sub(t, 0.47999998927116394), 3.125)
                    : f.mul(f.sub(t, 0.43389830508474575), 2.7314814814814814);
  Value g = f.polynomial(u, f.isF32 ? ArrayRef(kF32) : ArrayRef(kF64));
  // exp(-x^2) with the rounding error of the square.
  DoubleValue square = f.mulExactly(magnitude, magnitude);
  SplitExp exp = splitExp(f, f.neg(square.high), f.neg(square.low));
  return f.scale(f.mul(f.mul(t, g), f.add(exp.fraction, 1)), exp.exponent);
}

/// Builds erf(x) of f32: x + x * P(x^2), or 1 - exp(-G(x)) for |x| > 0.92; P
/// and G are Chebyshev interpolations, computed with 60 digits.
static Value buildErfF32(FloatBuilder &f, Value x) {
  constexpr double kSmall[] = {0.12837915122509003,  -0.3761250078678131,
                               0.11281882226467133,  -0.02676875703036785,
                               0.004996020346879959, -0.0006004081224091351};
  constexpr double kLarge[] = {
      -0.0003205816319677979, 1.1302380561828613,     0.6318138837814331,
      0.11009494215250015,    -0.026431212201714516,  0.004763623233884573,
      -0.000597749836742878,  4.6178276534192264e-05, -1.6435709540019161e-06};
  Value magnitude = f.abs(x);
  Value small = f.fma(x, f.polynomial(f.mul(x, x), kSmall), x);
  // Beyond 4, the result is 1.
  Value g = f.polynomial(f.clamp(magnitude, 0, 4), kLarge);
  SplitExp exp = splitExp(f, f.neg(g));
  Value large = f.fma(f.neg(f.add(exp.fraction, 1)), f.powerOfTwo(exp.exponent),
                      f.constant(1));
  Value result = f.select(f.greater(magnitude, 0.921875), large, small);
  return f.copySign(result, x);
}

Value mlir::zyn::buildErf(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  if (f.isF32)
    return buildErfF32(f, x);
  Value magnitude = f.abs(x);
  Value large = f.sub(f.constant(1), buildErfcOfLarge(f, magnitude));
  return f.select(f.greater(magnitude, 0.5), f.copySign(large, x),
                  buildErfOfSmall(f, x));
}

Value mlir::zyn::buildErfc(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value magnitude = f.abs(x);
  Value large = buildErfcOfLarge(f, magnitude);
  large = f.select(f.less(x, 0), f.sub(f.constant(2), large), large);
  Value small = f.sub(f.constant(1), buildErfOfSmall(f, x));
  return f.select(f.greater(magnitude, 0.5), large, small);
}
