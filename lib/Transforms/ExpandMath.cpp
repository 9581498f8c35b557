//===- ExpandMath.cpp - Expands ops of math that backends lack ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/MathRewrites.h"
#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNEXPANDMATH
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

static constexpr unsigned f32Bits = 32;

static bool isNarrow(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth() < f32Bits;
}

/// Ops on tensors become ops on scalars or vectors before they are expanded.
static LogicalResult checkNoTensor(PatternRewriter &rewriter, Operation *op) {
  if (isa<TensorType>(op->getOperand(0).getType()))
    return rewriter.notifyMatchFailure(op, "expected scalars or vectors");
  return success();
}

/// Returns `type` with another type of elements, or that type if it is a
/// scalar.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

static Value extendToF32(ImplicitLocOpBuilder &b, Value x) {
  return arith::ExtFOp::create(b, withElement(x.getType(), b.getF32Type()), x);
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    element = DenseElementsAttr::get(vector, element);
  return arith::ConstantOp::create(b, element);
}

//===----------------------------------------------------------------------===//
// Classes of floats
//===----------------------------------------------------------------------===//

namespace {

/// The magnitude of a float, in f32 if its own type is narrower.
class Magnitude {
public:
  Magnitude(ImplicitLocOpBuilder &b, Value x)
      : b(b),
        semantics(cast<FloatType>(getElementTypeOrSelf(x)).getFloatSemantics()),
        value(x) {
    if (isNarrow(x.getType()))
      value = extendToF32(b, x);
    value = math::AbsFOp::create(b, value);
  }

  Value compareWithInfinity(arith::CmpFPredicate predicate) {
    return compare(predicate, APFloat::getInf(getOwn().getFloatSemantics()));
  }
  Value isAtLeastSmallestNormal() {
    APFloat smallest = APFloat::getSmallestNormalized(semantics);
    bool losesInfo = false;
    smallest.convert(getOwn().getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
    return compare(arith::CmpFPredicate::OGE, smallest);
  }
  Value isNaN() {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  }

private:
  FloatType getOwn() { return cast<FloatType>(getElementTypeOrSelf(value)); }
  Value compare(arith::CmpFPredicate predicate, const APFloat &bound) {
    Value other =
        createConstant(b, value.getType(), b.getFloatAttr(getOwn(), bound));
    return arith::CmpFOp::create(b, predicate, value, other);
  }

  ImplicitLocOpBuilder &b;
  const llvm::fltSemantics &semantics;
  Value value;
};

Value buildIsNaN(ImplicitLocOpBuilder &b, Magnitude x) { return x.isNaN(); }
Value buildIsInf(ImplicitLocOpBuilder &b, Magnitude x) {
  return x.compareWithInfinity(arith::CmpFPredicate::OEQ);
}
Value buildIsFinite(ImplicitLocOpBuilder &b, Magnitude x) {
  return x.compareWithInfinity(arith::CmpFPredicate::OLT);
}
Value buildIsNormal(ImplicitLocOpBuilder &b, Magnitude x) {
  return arith::AndIOp::create(b, buildIsFinite(b, x),
                               x.isAtLeastSmallestNormal());
}

/// Replaces a classification by comparisons, which all backends have.
template <typename OpTy, Value (*build)(ImplicitLocOpBuilder &, Magnitude)>
struct ExpandClassification : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkNoTensor(rewriter, op)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, build(b, Magnitude(b, op.getOperand())));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Computes sine and cosine of floats that are narrower than f32 in f32.
struct ExtendSincos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkNoTensor(rewriter, op)))
      return failure();
    Type type = op.getOperand().getType();
    if (!isNarrow(type))
      return rewriter.notifyMatchFailure(op, "the floats are not narrow");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto both = math::SincosOp::create(b, extendToF32(b, op.getOperand()));
    rewriter.replaceOp(op, {arith::TruncFOp::create(b, type, both.getSin()),
                            arith::TruncFOp::create(b, type, both.getCos())});
    return success();
  }
};

/// Computes a power of floats that are narrower than f32 in f32: upstream's
/// expansion rounds each product.
struct ExtendFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkNoTensor(rewriter, op)))
      return failure();
    Type type = op.getType();
    if (!isNarrow(type))
      return rewriter.notifyMatchFailure(op, "the floats are not narrow");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value power =
        math::FPowIOp::create(b, extendToF32(b, op.getLhs()), op.getRhs());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, power);
    return success();
  }
};

/// Upstream's expansion clamps to the wrong sides (docs/upstream-bugs.md).
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkNoTensor(rewriter, op)))
      return failure();
    Value atMost = arith::MinimumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMax(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, atMost, op.getMin(),
                                                   op.getFastmath());
    return success();
  }
};

/// Squares the base once for each bit of the exponent, and multiplies the
/// squares whose bits are set: all lanes of a vector take the same steps.
struct ExpandPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkNoTensor(rewriter, op)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    unsigned bits = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                      : element.getIntOrFloatBitWidth();
    auto constant = [&](int64_t value) {
      return createConstant(b, type, b.getIntegerAttr(element, value));
    };
    Value base = op.getLhs(), exponent = op.getRhs();
    Value one = constant(1), zero = constant(0);
    auto loop = scf::ForOp::create(
        b, arith::ConstantIndexOp::create(b, 0),
        arith::ConstantIndexOp::create(b, bits),
        arith::ConstantIndexOp::create(b, 1), ValueRange{one, base, exponent},
        [&](OpBuilder &, Location, Value, ValueRange values) {
          Value result = values[0], square = values[1], rest = values[2];
          Value isSet =
              arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                    arith::AndIOp::create(b, rest, one), zero);
          Value product = arith::MulIOp::create(b, result, square);
          scf::YieldOp::create(
              b, ValueRange{arith::SelectOp::create(b, isSet, product, result),
                            arith::MulIOp::create(b, square, square),
                            arith::ShRUIOp::create(b, rest, one)});
        });
    Value power = loop.getResult(0);
    // With a negative exponent, the powers of -1 and 1 are those of the same
    // bits without a sign, and others are rounded to 0. An i1 has no others.
    if (bits > 1) {
      Value isNegative =
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, exponent, zero);
      Value isLarge = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                            arith::AddIOp::create(b, base, one),
                                            constant(2));
      power = arith::SelectOp::create(
          b, arith::AndIOp::create(b, isNegative, isLarge), zero, power);
    }
    rewriter.replaceOp(op, power);
    return success();
  }
};

struct ZynExpandMath : mlir::zyn::impl::ZynExpandMathBase<ZynExpandMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandClassification<math::IsNaNOp, buildIsNaN>,
                 ExpandClassification<math::IsInfOp, buildIsInf>,
                 ExpandClassification<math::IsFiniteOp, buildIsFinite>,
                 ExpandClassification<math::IsNormalOp, buildIsNormal>,
                 ExpandClamp, ExtendSincos, ExpandPower>(&getContext());
    // Before upstream's.
    patterns.add<ExtendFPowI>(&getContext(), /*benefit=*/2);
    math::populateExpansionPatterns(patterns, {"fpowi"});
    if (failed(zyn::rewriteMath(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
