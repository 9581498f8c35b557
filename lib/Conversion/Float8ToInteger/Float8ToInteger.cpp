//===- Float8ToInteger.cpp - Expands conversions of 8-bit floats ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps of 8-bit floats should be limited by memory, so the sequences are short:
// about 7 instructions to extend to f32 and 12 to round, without branches.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

#include <limits>

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTFLOAT8TOINTEGER
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Whether `type` is an 8-bit float or a vector of them, rather than memory.
static bool isFloat8(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static bool isE5M2(Type type) {
  return isa<Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// 2 to the difference of the biases of f16 and f8E4M3FN.
static constexpr double e4m3Scale = 256;

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

namespace {
/// An 8-bit format.
struct Format {
  int64_t fractionBits, bias;
  /// The bits of numbers that are too large, and of a NaN.
  int64_t overflow, nan;
};

/// Builds ops on values, or vectors of them, that have the shape of the operand
/// of `op`.
class Expansion {
public:
  explicit Expansion(Operation *op)
      : b(op->getLoc(), op), shape(op->getOperand(0).getType()) {}

  /// Returns null if there is no expansion.
  Value extend(Value value, Type result);
  Value truncate(Value value, Type result);
  Value negate(Value value);
  Value clearSign(Value value);

private:
  Value placeInF16(Value value);
  Value roundF16ToE5M2(Value value);
  Value roundF32(Value value, const Format &format);
  Value roundToOdd(Value value);

  /// Returns the type of values with this element type.
  Type typed(Type element) {
    if (auto vector = dyn_cast<VectorType>(shape))
      return vector.clone(element);
    return element;
  }
  Type integer(unsigned width) { return typed(b.getIntegerType(width)); }

  Value constant(Type type, Attribute element) {
    if (auto vector = dyn_cast<VectorType>(type))
      element = DenseElementsAttr::get(vector, element);
    return arith::ConstantOp::create(b, cast<TypedAttr>(element));
  }
  Value integerLike(Value value, int64_t bits) {
    auto element = cast<IntegerType>(getElementTypeOrSelf(value.getType()));
    APInt number(element.getWidth(), bits, /*isSigned=*/true,
                 /*implicitTrunc=*/true);
    return constant(value.getType(), b.getIntegerAttr(element, number));
  }
  Value floatLike(Value value, double number) {
    Type element = getElementTypeOrSelf(value.getType());
    return constant(value.getType(), b.getFloatAttr(element, number));
  }

  Value bitcast(Value value, Type element) {
    return arith::BitcastOp::create(b, typed(element), value);
  }
  Value bitsOf(Value value) {
    unsigned width =
        getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
    return bitcast(value, b.getIntegerType(width));
  }
  Value extf(Value value, Type element) {
    return arith::ExtFOp::create(b, typed(element), value);
  }
  Value trunc(Value value, unsigned width) {
    return arith::TruncIOp::create(b, integer(width), value);
  }
  Value shiftLeft(Value value, int64_t count) {
    return arith::ShLIOp::create(b, value, integerLike(value, count));
  }
  Value shiftRight(Value value, int64_t count) {
    return arith::ShRUIOp::create(b, value, integerLike(value, count));
  }
  Value bitAnd(Value value, int64_t mask) {
    return arith::AndIOp::create(b, value, integerLike(value, mask));
  }
  Value bitOr(Value value, int64_t mask) {
    return arith::OrIOp::create(b, value, integerLike(value, mask));
  }
  Value add(Value value, int64_t number) {
    return arith::AddIOp::create(b, value, integerLike(value, number));
  }
  Value compare(arith::CmpIPredicate predicate, Value value, int64_t bits) {
    return arith::CmpIOp::create(b, predicate, value, integerLike(value, bits));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }

  ImplicitLocOpBuilder b;
  Type shape;
};
} // namespace

/// Returns an f16 with the sign, exponent and fraction bits of `value`. This is
/// the value of an f8E5M2. An f8E4M3FN has a bias of 7 instead of 15, so that
/// its value, also a subnormal one, is larger by `e4m3Scale`.
Value Expansion::placeInF16(Value value) {
  Value bits = bitsOf(value);
  if (isE5M2(value.getType()))
    return bitcast(shiftLeft(arith::ExtUIOp::create(b, integer(16), bits), 8),
                   b.getF16Type());
  // The sign is copied to the upper bits, of which bit 14 is not the sign.
  Value wide = arith::ExtSIOp::create(b, integer(16), bits);
  Value placed = bitAnd(shiftLeft(wide, 7), 0xbf80);
  // Only if all seven bits are set, which means NaN, the sum carries into bit
  // 14, which makes the exponent that of a NaN.
  Value carry = bitAnd(add(placed, 0x80), 0x4000);
  return bitcast(arith::OrIOp::create(b, placed, carry), b.getF16Type());
}

Value Expansion::extend(Value value, Type result) {
  Type element = getElementTypeOrSelf(result);
  if (!element.isF16() && !element.isBF16() &&
      element.getIntOrFloatBitWidth() < 32)
    return {};
  // For f16, the product is computed in f16, too.
  Value number = placeInF16(value);
  if (!element.isF16())
    number = extf(number, b.getF32Type());
  if (!isE5M2(value.getType()))
    number = arith::MulFOp::create(b, number, floatLike(number, e4m3Scale));
  if (element.isF16() || element.isF32())
    return number;
  // Has enough bits of the fraction.
  if (element.isBF16())
    return bitcast(trunc(shiftRight(bitsOf(number), 16), 16), element);
  return extf(number, element);
}

/// Both formats have the same exponents, so that a carry goes into the
/// exponent, up to infinity.
Value Expansion::roundF16ToE5M2(Value value) {
  Value bits = bitsOf(value);
  Value isOdd = bitAnd(shiftRight(bits, 8), 1);
  Value sum = arith::AddIOp::create(b, bits, add(isOdd, 0x7f));
  Value nan = bitOr(bitAnd(bits, 0x8000), 0x7e00);
  Value isNaN =
      compare(arith::CmpIPredicate::ugt, bitAnd(bits, 0x7fff), 0x7c00);
  return trunc(shiftRight(select(isNaN, nan, sum), 8), 8);
}

/// Returns the bits of an f32 rounded to nearest, ties to even.
Value Expansion::roundF32(Value value, const Format &format) {
  constexpr int64_t bias = 127, fractionBits = 23;
  int64_t dropped = fractionBits - format.fractionBits;
  Value bits = bitsOf(value);
  Value magnitude = bitAnd(bits, 0x7fffffff);

  // A carry goes into the exponent. What is too large stays larger than all
  // finite numbers, infinity and NaN too.
  Value isOdd = bitAnd(shiftRight(magnitude, dropped), 1);
  int64_t rebias = (format.bias - bias) << fractionBits;
  int64_t half = int64_t(1) << (dropped - 1);
  Value sum =
      arith::AddIOp::create(b, magnitude, add(isOdd, rebias + half - 1));
  Value shifted = shiftRight(sum, dropped);
  Value rounded =
      arith::MinUIOp::create(b, shifted, integerLike(shifted, format.overflow));
  if (format.nan != format.overflow)
    rounded = select(compare(arith::CmpIPredicate::ugt, magnitude, 0x7f800000),
                     integerLike(rounded, format.nan), rounded);

  // Subnormal numbers are evenly spaced: adding a number whose last place is
  // their distance rounds to them. Its own bits are above the lower 8.
  int64_t smallestNormal = (1 - format.bias + bias) << fractionBits;
  int64_t magic = (1 - format.bias + dropped + bias) << fractionBits;
  Value aligned = arith::AddFOp::create(
      b, bitcast(magnitude, b.getF32Type()),
      bitcast(integerLike(magnitude, magic), b.getF32Type()));
  Value isSubnormal =
      compare(arith::CmpIPredicate::ult, magnitude, smallestNormal);
  Value result = select(isSubnormal, bitsOf(aligned), rounded);
  Value sign = bitAnd(trunc(shiftRight(bits, 24), 8), 0x80);
  return arith::OrIOp::create(b, trunc(result, 8), sign);
}

/// Rounds an f64 to an odd f32, which makes the result of rounding twice the
/// same as that of rounding once: S. Boldo and G. Melquiond, "Emulation of a
/// FMA and Correctly Rounded Sums", 2008.
Value Expansion::roundToOdd(Value value) {
  constexpr int64_t mask = std::numeric_limits<int64_t>::max();
  Value nearest = arith::TruncFOp::create(b, typed(b.getF32Type()), value);
  Value back = bitsOf(extf(nearest, b.getF64Type()));
  Value exact = bitsOf(value), bits = bitsOf(nearest);
  Value isRoundedAway = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ugt, bitAnd(back, mask), bitAnd(exact, mask));
  Value truncated = select(isRoundedAway, add(bits, -1), bits);
  // For a NaN, this may be true because it became quiet; it stays one.
  Value isInexact =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, back, exact);
  return bitcast(select(isInexact, bitOr(truncated, 1), bits), b.getF32Type());
}

Value Expansion::truncate(Value value, Type result) {
  constexpr Format e4m3 = {/*fractionBits=*/3, /*bias=*/7, /*overflow=*/0x7f,
                           /*nan=*/0x7f};
  constexpr Format e5m2 = {/*fractionBits=*/2, /*bias=*/15, /*overflow=*/0x7c,
                           /*nan=*/0x7e};
  Type element = getElementTypeOrSelf(value.getType());
  Value bits;
  if (element.isF16() && isE5M2(result)) {
    bits = roundF16ToE5M2(value);
  } else {
    if (element.isF16() || element.isBF16())
      value = extf(value, b.getF32Type());
    else if (element.isF64())
      value = roundToOdd(value);
    else if (!element.isF32())
      return {};
    bits = roundF32(value, isE5M2(result) ? e5m2 : e4m3);
  }
  return bitcast(bits, getElementTypeOrSelf(result));
}

Value Expansion::negate(Value value) {
  Value bits = bitsOf(value);
  return bitcast(arith::XOrIOp::create(b, bits, integerLike(bits, 0x80)),
                 getElementTypeOrSelf(value.getType()));
}

Value Expansion::clearSign(Value value) {
  return bitcast(bitAnd(bitsOf(value), 0x7f),
                 getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Returns the result of `op` without conversions of 8-bit floats, or null.
static Value expand(Operation *op) {
  Expansion expansion(op);
  Value operand = op->getOperand(0);
  Type result = op->getResult(0).getType();
  if (isa<arith::NegFOp>(op))
    return expansion.negate(operand);
  if (isa<math::AbsFOp>(op))
    return expansion.clearSign(operand);
  if (isa<arith::ExtFOp>(op))
    return expansion.extend(operand, result);
  auto mode = cast<arith::TruncFOp>(op).getRoundingmode();
  if (mode && *mode != arith::RoundingMode::to_nearest_even)
    return {};
  return expansion.truncate(operand, result);
}

static bool hasFloat8(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFloat8) ||
         llvm::any_of(op->getResultTypes(), isFloat8);
}

/// Extends the operands of arithmetic to f32 and rounds the results.
static LogicalResult computeInF32(Operation *root) {
  MLIRContext *context = root->getContext();
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(
      converter, {Float8E4M3FNType::get(context), Float8E5M2Type::get(context)},
      Float32Type::get(context));
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  target.addDynamicallyLegalDialect<math::MathDialect>(
      [](Operation *op) { return !hasFloat8(op); });
  target.addLegalOp<arith::NegFOp, math::AbsFOp>();
  // These have no counterpart on f32.
  target.addLegalOp<arith::ScalingExtFOp, arith::ScalingTruncFOp>();
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  return applyPartialConversion(root, target, std::move(patterns));
}

namespace {
struct ConvertFloat8ToInteger
    : mlir::zyn::impl::ConvertFloat8ToIntegerBase<ConvertFloat8ToInteger> {
  void runOnOperation() override {
    // Most modules have none.
    auto isFound = [](Operation *op) {
      return hasFloat8(op) ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (!getOperation()->walk(isFound).wasInterrupted())
      return markAllAnalysesPreserved();
    if (failed(computeInF32(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::NegFOp, math::AbsFOp, arith::ExtFOp, arith::TruncFOp>(
              op) &&
          hasFloat8(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Value result = expand(op);
      if (!result)
        continue;
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
    }
  }
};
} // namespace
