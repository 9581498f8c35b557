//===- MathFunctions.h - Functions as sequences of ops ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_MATHFUNCTIONS_MATHFUNCTIONS_H
#define ZYN_CONVERSION_MATHFUNCTIONS_MATHFUNCTIONS_H

#include "Zyn/Conversion/MathFunctions/FloatBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// Each builds one function of f32 or f64 at the insertion point of `b`; those
/// that say so are only for scalars. Arguments are reduced in several parts
/// (Cody and Waite, "Software Manual for the Elementary Functions", 1980), and
/// the reduced argument is evaluated with a polynomial in Horner's form that is
/// long enough for its error to be below the type's rounding error. Results for
/// infinities, zeros and NaN are those that IEEE 754 recommends.
/// docs/functions.md lists the measured errors.

// Exponentials.cpp
Value buildExp(ImplicitLocOpBuilder &b, Value x);
Value buildExp2(ImplicitLocOpBuilder &b, Value x);
Value buildExpM1(ImplicitLocOpBuilder &b, Value x);
Value buildSinh(ImplicitLocOpBuilder &b, Value x);
Value buildCosh(ImplicitLocOpBuilder &b, Value x);
Value buildTanh(ImplicitLocOpBuilder &b, Value x);

// Logarithms.cpp
Value buildLog(ImplicitLocOpBuilder &b, Value x);
Value buildLog2(ImplicitLocOpBuilder &b, Value x);
Value buildLog10(ImplicitLocOpBuilder &b, Value x);
Value buildLog1p(ImplicitLocOpBuilder &b, Value x);
Value buildAsinh(ImplicitLocOpBuilder &b, Value x);
Value buildAcosh(ImplicitLocOpBuilder &b, Value x);
Value buildAtanh(ImplicitLocOpBuilder &b, Value x);

// Trigonometric.cpp, for scalars
Value buildSin(ImplicitLocOpBuilder &b, Value x);
Value buildCos(ImplicitLocOpBuilder &b, Value x);
Value buildTan(ImplicitLocOpBuilder &b, Value x);

/// An angle of f64 as r + quadrant * pi/2, with |r| <= pi/4; the quadrant, of
/// i64, is modulo 4.
struct ReducedAngle {
  Value r, quadrant;
};
/// LargeAngles.cpp, for scalars: reduces angles beyond 1e5.
ReducedAngle reduceLargeAngle(ImplicitLocOpBuilder &b, Value x);

// InverseTrigonometric.cpp
Value buildAtan(ImplicitLocOpBuilder &b, Value x);
Value buildAtan2(ImplicitLocOpBuilder &b, Value y, Value x);
Value buildAsin(ImplicitLocOpBuilder &b, Value x);
Value buildAcos(ImplicitLocOpBuilder &b, Value x);

// Powers.cpp
Value buildPow(ImplicitLocOpBuilder &b, Value x, Value y);
Value buildCbrt(ImplicitLocOpBuilder &b, Value x);

// ErrorFunctions.cpp
Value buildErf(ImplicitLocOpBuilder &b, Value x);
Value buildErfc(ImplicitLocOpBuilder &b, Value x);

/// Remainders.cpp, for scalars: x - y * trunc(x / y), which is exact.
Value buildRemainder(ImplicitLocOpBuilder &b, Value x, Value y);

/// Replaces an op on scalars, or also on vectors, of f32 or f64, `element`,
/// with what `build` builds from its operands.
template <typename OpTy, typename... Operands>
struct ExpandFunction : OpRewritePattern<OpTy> {
  using Builder = Value (*)(ImplicitLocOpBuilder &, Operands...);

  /// Its benefit is greater than that of upstream's patterns.
  ExpandFunction(MLIRContext *context, Type element, Builder build,
                 bool allowsVectors)
      : OpRewritePattern<OpTy>(context, /*benefit=*/10), element(element),
        build(build), allowsVectors(allowsVectors) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (getElementTypeOrSelf(type) != element ||
        !(type == element || (allowsVectors && isa<VectorType>(type))))
      return rewriter.notifyMatchFailure(op, "not of this type");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if constexpr (sizeof...(Operands) == 1)
      rewriter.replaceOp(op, build(b, op->getOperand(0)));
    else
      rewriter.replaceOp(op, build(b, op->getOperand(0), op->getOperand(1)));
    return success();
  }

  Type element;
  Builder build;
  bool allowsVectors;
};

// What several files share.

/// exp(x) as (1 + fraction) * 2^exponent, with |fraction| < 0.42. `low`, if
/// any, is added to x.
struct SplitExp {
  Value fraction, exponent;
};
SplitExp splitExp(FloatBuilder &f, Value x, Value low = Value());

/// A positive finite x as (1 + fraction) * 2^exponent, with 1 + fraction from
/// sqrt(1/2) to sqrt(2); the exponent is a float.
struct SplitFloat {
  Value fraction, exponent;
};
SplitFloat splitFloat(FloatBuilder &f, Value x);

/// log(2) in two parts; the high one ends with zero bits, so that an exponent
/// times it is exact.
std::pair<double, double> getLn2(const FloatBuilder &f);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_MATHFUNCTIONS_MATHFUNCTIONS_H
