//===- ScalarFunctions.cpp - Functions as sequences of scalar ops ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {

/// Arithmetic on values of one float type.
class FloatBuilder {
public:
  FloatBuilder(ImplicitLocOpBuilder &b, Type type) : b(b), type(type) {}

  Value constant(double value) {
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  }
  Value integer(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value neg(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value fma(Value x, Value y, Value z) {
    return LLVM::FMAOp::create(b, x, y, z);
  }
  Value round(Value x) { return math::RoundEvenOp::create(b, x); }
  Value compare(CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Clamps `x` to [low, high]; NaN stays NaN.
  Value clamp(Value x, double low, double high) {
    x = select(compare(CmpFPredicate::OLT, x, constant(low)), constant(low), x);
    return select(compare(CmpFPredicate::OGT, x, constant(high)),
                  constant(high), x);
  }
  /// Converts an integral `x` to i64; the result is 0 for NaN and values far
  /// out of range.
  Value toInteger(Value x) {
    Value inRange = compare(CmpFPredicate::OLE, abs(x), constant(1e9));
    return arith::FPToSIOp::create(b, b.getI64Type(),
                                   select(inRange, x, constant(0)));
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
  /// Computes 2^n in f64 for -1022 <= n <= 1023.
  Value powerOfTwo(Value n) {
    Value biased = arith::AddIOp::create(b, n, integer(1023));
    Value bits = arith::ShLIOp::create(b, biased, integer(52));
    return arith::BitcastOp::create(b, type, bits);
  }

  ImplicitLocOpBuilder &b;
  Type type;
};

constexpr double kLog2E = 1.4426950408889634;
// ln(2) in two parts. The high one ends with 21 zero bits, so that n times it
// is exact.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

/// Returns 1/k! for k from `first` to `last` in steps of `step`, with
/// alternating signs if `alternates`.
SmallVector<double> inverseFactorials(int first, int last, int step,
                                      bool alternates) {
  SmallVector<double> coefficients;
  double factorial = 1;
  for (int k = 0; k <= last; ++k) {
    factorial *= k ? k : 1;
    if (k < first || (k - first) % step != 0)
      continue;
    bool isNegative = alternates && coefficients.size() % 2 == 1;
    coefficients.push_back((isNegative ? -1 : 1) / factorial);
  }
  return coefficients;
}

/// Builds exp(r) - 1 for |r| < 0.35.
Value expM1OfSmall(FloatBuilder &f, Value r) {
  return f.mul(r, f.polynomial(r, inverseFactorials(1, 14, 1, false)));
}

/// Builds sin (`shift` 0) or cos (`shift` 1) by quadrants of pi/2.
Value buildSinCos(ImplicitLocOpBuilder &b, Value x, int64_t shift) {
  FloatBuilder f(b, x.getType());
  bool isF32 = x.getType().isF32();
  Value n = f.round(f.mul(x, f.constant(0.63661977236758134)));
  // pi/2 in three parts of the type's precision.
  Value r = isF32 ? f.reduce(x, n,
                             {1.57079637050628662109375,
                              -4.37113900018624283e-8, -1.71512451000e-15})
                  : f.reduce(x, n,
                             {1.5707963267948966, 6.123233995736766e-17,
                              -1.4973849048591833e-33});
  Value square = f.mul(r, r);
  Value sine = f.mul(
      r, f.polynomial(square, inverseFactorials(1, isF32 ? 11 : 19, 2, true)));
  Value cosine =
      f.polynomial(square, inverseFactorials(0, isF32 ? 12 : 20, 2, true));

  Value quadrant = f.toInteger(n);
  if (shift)
    quadrant = arith::AddIOp::create(b, quadrant, f.integer(shift));
  auto isSet = [&](int64_t bit) -> Value {
    Value masked = arith::AndIOp::create(b, quadrant, f.integer(bit));
    return arith::CmpIOp::create(b, CmpIPredicate::ne, masked, f.integer(0));
  };
  Value result = f.select(isSet(1), cosine, sine);
  return f.select(isSet(2), f.neg(result), result);
}

} // namespace

Value mlir::zyn::buildExpF32(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // Beyond these bounds the result is 0 or infinity.
  x = f.clamp(x, -105, 89);
  // n = round(x * log2(e)); the product's rounding error is added back to the
  // fraction. `ex2.approx.f32` is exact on integers and has a relative error of
  // at most 2^-22.5 (PTX ISA, "ex2").
  Value log2e = f.constant(kLog2E);
  Value product = f.mul(x, log2e);
  Value n = f.round(product);
  Value error = f.fma(x, log2e, f.neg(product));
  error = f.fma(x, f.constant(1.9259629911e-8), error);
  Value fraction = f.add(f.sub(product, n), error);
  // 1 is moved from n to the fraction, so that 2^n does not overflow before the
  // result does.
  Value one = f.constant(1);
  Value scale = LLVM::Exp2Op::create(b, f.sub(n, one));
  Value mantissa = LLVM::Exp2Op::create(b, f.add(fraction, one));
  return f.mul(mantissa, scale);
}

Value mlir::zyn::buildExpF64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  x = f.clamp(x, -750, 710);
  Value n = f.round(f.mul(x, f.constant(kLog2E)));
  Value r = f.reduce(x, n, {kLn2High, kLn2Low});
  Value mantissa = f.polynomial(r, inverseFactorials(0, 14, 1, false));
  // In two steps: 2^n alone may be out of range.
  Value integer = f.toInteger(n);
  Value half = arith::ShRSIOp::create(b, integer, f.integer(1));
  Value rest = arith::SubIOp::create(b, integer, half);
  return f.mul(f.mul(mantissa, f.powerOfTwo(half)), f.powerOfTwo(rest));
}

Value mlir::zyn::buildExpM1F64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  Value isSmall =
      f.compare(CmpFPredicate::OLT, f.abs(x), f.constant(0.34657359));
  Value large = f.sub(buildExpF64(b, x), f.constant(1));
  return f.select(isSmall, expM1OfSmall(f, x), large);
}

Value mlir::zyn::buildLogF64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Subnormals are scaled by 2^54, so that they have an exponent.
  Value isSubnormal = f.compare(CmpFPredicate::OLT, x, f.constant(0x1p-1022));
  Value scaled = f.select(isSubnormal, f.mul(x, f.constant(0x1p54)), x);
  Value bits = arith::BitcastOp::create(b, b.getI64Type(), scaled);
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2)): the bits of sqrt(1/2) are
  // subtracted, so that the bits above the mantissa are the exponent.
  constexpr int64_t kSqrtHalfBits = 0x3FE6A09E667F3BCD;
  Value shifted = arith::SubIOp::create(b, bits, f.integer(kSqrtHalfBits));
  Value exponent = arith::ShRSIOp::create(b, shifted, f.integer(52));
  Value mantissaBits = arith::SubIOp::create(
      b, bits, arith::ShLIOp::create(b, exponent, f.integer(52)));
  Value m = arith::BitcastOp::create(b, x.getType(), mantissaBits);
  Value e = arith::SIToFPOp::create(b, x.getType(), exponent);
  e = f.select(isSubnormal, f.sub(e, f.constant(54)), e);
  // log(m) = 2 atanh(s) with s = (m - 1) / (m + 1), |s| < 0.172.
  Value less = f.sub(m, f.constant(1));
  Value s = f.div(less, f.add(less, f.constant(2)));
  Value square = f.mul(s, s);
  SmallVector<double> odd;
  for (int k = 3; k <= 25; k += 2)
    odd.push_back(2.0 / k);
  Value tail = f.mul(f.mul(s, square), f.polynomial(square, odd));
  Value low = f.fma(e, f.constant(kLn2Low), f.fma(s, f.constant(2), tail));
  Value result = f.fma(e, f.constant(kLn2High), low);

  result = f.select(f.compare(CmpFPredicate::OEQ, x, f.constant(infinity)), x,
                    result);
  result = f.select(f.compare(CmpFPredicate::OEQ, x, f.constant(0)),
                    f.constant(-infinity), result);
  Value isInvalid = f.compare(CmpFPredicate::ULT, x, f.constant(0));
  return f.select(isInvalid,
                  f.constant(std::numeric_limits<double>::quiet_NaN()), result);
}

Value mlir::zyn::buildLog1pF64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // x * log(u) / (u - 1) for the rounded u = 1 + x: the rounding error of u
  // affects numerator and denominator alike (Goldberg, "What Every Computer
  // Scientist Should Know About Floating-Point Arithmetic", 1991, theorem 4).
  Value one = f.constant(1);
  Value u = f.add(one, x);
  Value quotient = f.div(buildLogF64(b, u), f.sub(u, one));
  Value result = f.mul(x, quotient);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Value isItself = arith::OrIOp::create(
      b, f.compare(CmpFPredicate::OEQ, u, one),
      f.compare(CmpFPredicate::OEQ, x, f.constant(infinity)));
  return f.select(isItself, x, result);
}

Value mlir::zyn::buildTanhF64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // expm1(2x) / (expm1(2x) + 2), which is 1 to the last bit for x of 20 and
  // above.
  Value twice = f.clamp(f.add(x, x), -44, 44);
  Value growth = buildExpM1F64(b, twice);
  return f.div(growth, f.add(growth, f.constant(2)));
}

Value mlir::zyn::buildErfF64(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  // |x| <= 1: the Maclaurin series 2/sqrt(pi) * sum (-1)^k x^(2k+1)/(k!(2k+1)).
  SmallVector<double> series;
  double factorial = 1;
  for (int k = 0; k <= 20; ++k) {
    factorial *= k ? -k : 1;
    series.push_back(1.1283791670955126 / (factorial * (2 * k + 1)));
  }
  Value square = f.mul(x, x);
  Value small = f.mul(x, f.polynomial(square, series));

  // |x| > 1: 1 - exp(-x^2) * g(t), t = 2 / (2 + |x|), where g(t) =
  // erfc(x) exp(x^2) is a Chebyshev interpolation on |x| from 1 to 6.5,
  // computed with 40 digits; summed by Clenshaw's recurrence.
  constexpr double kChebyshev[] = {
      0.23620044491493205529,     0.16938077469474405417,
      0.020465878481022593301,    0.0015137733662087665466,
      2.8583850375151293092e-5,   -5.6300155047177064599e-6,
      -2.8596955578562859912e-7,  3.5307916015650343355e-8,
      1.8598869299428309512e-9,   -3.3136771846331443617e-10,
      -6.1962825106258282446e-12, 3.4909095412559409692e-12,
      -1.1731437561083327024e-13, -3.1220508594882933741e-14,
      3.5086606580107243219e-15,  1.0878681405627163753e-16,
      -5.3273652838501383095e-17, 3.3862672198329619678e-18};
  Value magnitude = f.clamp(f.abs(x), 1, 6.5);
  Value t = f.div(f.constant(2), f.add(magnitude, f.constant(2)));
  Value u = f.mul(f.sub(t, f.constant(0.45098039215686275)),
                  f.constant(4.636363636363637));
  Value twoU = f.add(u, u), next = f.constant(0), afterNext = f.constant(0);
  for (double coefficient : llvm::reverse(llvm::drop_begin(kChebyshev))) {
    Value sum = f.sub(f.fma(twoU, next, f.constant(coefficient)), afterNext);
    afterNext = next;
    next = sum;
  }
  Value g = f.sub(f.fma(u, next, f.constant(kChebyshev[0])), afterNext);
  Value decay = buildExpF64(b, f.neg(f.mul(magnitude, magnitude)));
  Value large = f.fma(f.neg(decay), g, f.constant(1));
  large = math::CopySignOp::create(b, large, x);

  Value isLarge = f.compare(CmpFPredicate::OGT, f.abs(x), f.constant(1));
  return f.select(isLarge, large, small);
}

Value mlir::zyn::buildSin(ImplicitLocOpBuilder &b, Value x) {
  return buildSinCos(b, x, 0);
}

Value mlir::zyn::buildCos(ImplicitLocOpBuilder &b, Value x) {
  return buildSinCos(b, x, 1);
}
