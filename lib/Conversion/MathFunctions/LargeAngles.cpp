//===- LargeAngles.cpp - Reduces large angles -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplies an angle, as an integer times a power of two, by those bits of
// 2/pi that determine the quadrant and the fraction (Payne and Hanek, "Radian
// Reduction for Trigonometric Functions", 1983): 192 bits, of which the product
// with the 53 bits of the angle leaves 139 correct ones. No f64 is closer to a
// multiple of pi/2 than about 2^-61 of it, so that 64 bits remain.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"

using namespace mlir;
using namespace mlir::zyn;

/// 64 zeros, and the bits of 2/pi behind the binary point.
static constexpr uint64_t kTwoOverPi[] = {
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0,
    0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
    0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA,
    0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

namespace {
/// Arithmetic on i64.
struct WordBuilder {
  ImplicitLocOpBuilder &b;

  Value constant(uint64_t value) {
    return arith::ConstantOp::create(
        b, b.getI64IntegerAttr(static_cast<int64_t>(value)));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value bitAnd(Value x, uint64_t y) {
    return arith::AndIOp::create(b, x, constant(y));
  }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value invertIf(Value condition, Value x) {
    Value inverted = arith::XOrIOp::create(b, x, constant(~uint64_t(0)));
    return arith::SelectOp::create(b, condition, inverted, x);
  }
  Value left(Value x, Value y) { return arith::ShLIOp::create(b, x, y); }
  Value right(Value x, Value y) { return arith::ShRUIOp::create(b, x, y); }
  Value left(Value x, int y) { return left(x, constant(y)); }
  Value right(Value x, int y) { return right(x, constant(y)); }
  /// The upper half of `high` * 2^64 + `low` times 2^`count`, `count` below 64.
  Value funnel(Value high, Value low, Value count) {
    Value rest = right(right(low, 1), sub(constant(63), count));
    return bitOr(left(high, count), rest);
  }
};
} // namespace

/// Returns `numWords` words of 2/pi from word `first` on.
static SmallVector<Value> buildWords(WordBuilder &w, Value first,
                                     int numWords) {
  int numStarts = std::size(kTwoOverPi) - numWords + 1;
  SmallVector<Value> words;
  for (int i = 0; i < numWords; ++i)
    words.push_back(w.constant(kTwoOverPi[i]));
  for (int start = 1; start < numStarts; ++start) {
    Value isFirst = arith::CmpIOp::create(w.b, arith::CmpIPredicate::eq, first,
                                          w.constant(start));
    for (int i = 0; i < numWords; ++i)
      words[i] = arith::SelectOp::create(
          w.b, isFirst, w.constant(kTwoOverPi[start + i]), words[i]);
  }
  return words;
}

ReducedAngle mlir::zyn::reduceLargeAngle(ImplicitLocOpBuilder &b, Value x) {
  FloatBuilder f(b, x.getType());
  WordBuilder w{b};
  constexpr int64_t kMantissa = (int64_t(1) << 52) - 1;
  // |x| = mantissa * 2^exponent.
  Value bits = w.bitAnd(f.toBits(x), INT64_MAX);
  Value mantissa =
      w.bitOr(w.bitAnd(bits, kMantissa), w.constant(kMantissa + 1));
  Value exponent = w.sub(w.right(bits, 52), w.constant(1075));

  // Bits of 2/pi with a greater weight result in multiples of 4 quadrants.
  Value position = w.add(exponent, w.constant(62));
  Value count = w.bitAnd(position, 63);
  SmallVector<Value> words = buildWords(w, w.right(position, 6), 4);
  for (int i = 0; i < 3; ++i)
    words[i] = w.funnel(words[i], words[i + 1], count);

  // The product modulo 2^192 is the quadrant, of two bits, and the fraction.
  auto low = arith::MulUIExtendedOp::create(b, mantissa, words[2]);
  auto middle = arith::MulUIExtendedOp::create(b, mantissa, words[1]);
  auto sum = arith::AddUIExtendedOp::create(b, middle.getLow(), low.getHigh());
  Value carry = arith::ExtUIOp::create(b, b.getI64Type(), sum.getOverflow());
  Value high = w.add(
      w.add(arith::MulIOp::create(b, mantissa, words[0]), middle.getHigh()),
      carry);
  Value quadrant = w.right(high, 62);
  Value two = w.constant(2);
  Value first = w.funnel(high, sum.getSum(), two);
  Value second = w.funnel(sum.getSum(), low.getLow(), two);

  // A fraction from 1/2 on is that of the next quadrant, minus 1.
  Value roundsUp =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first, w.constant(0));
  Value up = arith::ExtUIOp::create(b, b.getI64Type(), roundsUp);
  quadrant = w.add(quadrant, up);
  first = w.invertIf(roundsUp, first);
  second = w.invertIf(roundsUp, second);

  // The first 64 bits that are significant, as a float and its rest.
  Value zeros = math::CountLeadingZerosOp::create(b, first);
  zeros = arith::MinSIOp::create(b, zeros, w.constant(63));
  Value significant = w.funnel(first, second, zeros);
  auto toFloat = [&](Value x, int64_t weight) {
    Value power = f.powerOfTwo(w.sub(w.constant(weight), zeros));
    return f.mul(f.toFloat(x), power);
  };
  Value fractionHigh = toFloat(w.right(significant, 11), -53);
  Value fractionLow = toFloat(w.bitAnd(significant, (1 << 11) - 1), -64);
  Value halfPi = f.constant(1.5707963267948966);
  Value r = f.fma(fractionHigh, f.constant(6.123233995736766e-17),
                  f.mul(fractionLow, halfPi));
  r = f.fma(fractionHigh, halfPi, r);

  r = f.select(roundsUp, f.neg(r), r);
  Value isNegative = f.less(x, 0);
  r = f.select(isNegative, f.neg(r), r);
  quadrant = arith::SelectOp::create(b, isNegative,
                                     w.sub(w.constant(0), quadrant), quadrant);
  Value isFinite = f.less(f.abs(x), f.infinity());
  return {f.select(isFinite, r, f.notANumber()), w.bitAnd(quadrant, 3)};
}
