//===- MathToNVVM.cpp - Math functions on the device ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libdevice is not used, since it is not installed on every machine and PTX has
// to be the same everywhere. Functions that the hardware computes become LLVM
// intrinsics, and most others those of MathFunctions.h; for a few of f32,
// upstream's polynomial approximations suffice. All others are rejected.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Transforms/MathRewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMATHTONVVM
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Splits `math.sincos` into its two functions.
struct ExpandSincos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    Value sine = math::SinOp::create(rewriter, op.getLoc(), x);
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), x);
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// Computes an op on narrower types in f32: a remainder is exact, since it has
/// no bits that its operands do not have, and a quotient that is rounded twice
/// is that which is rounded once (Figueroa, "When is double rounding
/// innocuous?", 1995). `math-extend-to-supported-types` does this for ops of
/// `math`.
template <typename OpTy>
struct ExtendToF32 : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "is not narrower than f32");
    auto extend = [&](Value value) -> Value {
      return arith::ExtFOp::create(rewriter, op.getLoc(), rewriter.getF32Type(),
                                   value);
    };
    Value result = OpTy::create(rewriter, op.getLoc(), extend(op.getLhs()),
                                extend(op.getRhs()), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, result);
    return success();
  }
};

/// Builds exp as 2^n * 2^f. An instruction computes the second factor; the
/// first one is made of its bits, since a GPU evaluates a quarter as many
/// functions as it adds.
Value buildExpF32(ImplicitLocOpBuilder &b, Value x) {
  mlir::zyn::FloatBuilder f(b, x.getType());
  Value log2e = f.constant(1.4426950408889634);
  // The sum's last bits are n = round(x * log2(e)), with the exponent's bias.
  // 2^n is to be normal; f does the rest for other x, to 0 or infinity.
  constexpr double bias = 0x1.8p23 + 127;
  Value shift = f.constant(bias);
  Value shifted = f.fma(x, log2e, shift);
  shifted = LLVM::MaxNumOp::create(b, shifted, f.constant(bias - 126));
  shifted = LLVM::MinNumOp::create(b, shifted, f.constant(bias + 127));
  Value n = f.sub(shifted, shift);
  Value scale =
      f.fromBits(arith::ShLIOp::create(b, f.toBits(shifted), f.integer(23)));
  Value fraction = f.fma(x, log2e, f.neg(n));
  fraction = f.fma(x, f.constant(1.9259629911e-8), fraction);
  Value power = math::Exp2Op::create(b, fraction, arith::FastMathFlags::afn);
  return f.mul(power, scale);
}

/// Rounds to the nearest integer, and halves away from zero. The difference is
/// exact.
Value buildRound(ImplicitLocOpBuilder &b, Value x) {
  mlir::zyn::FloatBuilder f(b, x.getType());
  Value whole = f.trunc(x);
  Value isNear = f.less(f.abs(f.sub(x, whole)), 0.5);
  Value next = f.add(whole, f.copySign(f.constant(1), x));
  // The difference is a NaN if x is infinite.
  Value isWhole = f.equal(whole, x);
  return f.copySign(f.select(isNear, whole, f.select(isWhole, x, next)), x);
}

Value buildRsqrt(ImplicitLocOpBuilder &b, Value x) {
  mlir::zyn::FloatBuilder f(b, x.getType());
  return f.div(f.constant(1), f.sqrt(x));
}

/// Adds the patterns of functions.
class FunctionPatterns {
public:
  explicit FunctionPatterns(RewritePatternSet &patterns)
      : patterns(patterns), f32(Float32Type::get(patterns.getContext())),
        f64(Float64Type::get(patterns.getContext())) {}

  void addAll();

private:
  using Unary = Value (*)(ImplicitLocOpBuilder &, Value);
  using Binary = Value (*)(ImplicitLocOpBuilder &, Value, Value);

  template <typename OpTy>
  void add(Type type, Unary build) {
    patterns.add<mlir::zyn::ExpandFunction<OpTy, Value>>(
        type.getContext(), type, build, /*allowsVectors=*/false);
  }
  template <typename OpTy>
  void add(Unary build) {
    add<OpTy>(f32, build);
    add<OpTy>(f64, build);
  }
  template <typename OpTy>
  void add(Binary build) {
    for (Type type : {f32, f64})
      patterns.add<mlir::zyn::ExpandFunction<OpTy, Value, Value>>(
          type.getContext(), type, build, /*allowsVectors=*/false);
  }

  RewritePatternSet &patterns;
  Type f32, f64;
};

void FunctionPatterns::addAll() {
  add<math::AcosOp>(mlir::zyn::buildAcos);
  add<math::AcoshOp>(mlir::zyn::buildAcosh);
  add<math::AsinOp>(mlir::zyn::buildAsin);
  add<math::AsinhOp>(mlir::zyn::buildAsinh);
  add<math::AtanOp>(mlir::zyn::buildAtan);
  add<math::AtanhOp>(mlir::zyn::buildAtanh);
  add<math::Atan2Op>(mlir::zyn::buildAtan2);
  add<math::CbrtOp>(mlir::zyn::buildCbrt);
  add<math::CosOp>(mlir::zyn::buildCos);
  add<math::CoshOp>(mlir::zyn::buildCosh);
  add<math::ErfOp>(mlir::zyn::buildErf);
  add<math::ErfcOp>(mlir::zyn::buildErfc);
  add<math::ExpOp>(f32, buildExpF32);
  add<math::ExpOp>(f64, mlir::zyn::buildExp);
  add<math::Exp2Op>(f64, mlir::zyn::buildExp2);
  add<math::ExpM1Op>(mlir::zyn::buildExpM1);
  add<math::LogOp>(mlir::zyn::buildLog);
  add<math::Log10Op>(mlir::zyn::buildLog10);
  add<math::Log1pOp>(mlir::zyn::buildLog1p);
  add<math::Log2Op>(mlir::zyn::buildLog2);
  add<math::PowFOp>(mlir::zyn::buildPow);
  add<math::RoundOp>(buildRound);
  add<math::RsqrtOp>(buildRsqrt);
  add<math::SinOp>(mlir::zyn::buildSin);
  add<math::SinhOp>(mlir::zyn::buildSinh);
  add<math::TanOp>(mlir::zyn::buildTan);
  add<math::TanhOp>(f64, mlir::zyn::buildTanh);
  add<arith::RemFOp>(mlir::zyn::buildRemainder);
  patterns.add<ExpandSincos, ExtendToF32<arith::DivFOp>,
               ExtendToF32<arith::RemFOp>>(patterns.getContext());
}

/// Returns whether the NVPTX backend selects an instruction or a short sequence
/// for what `convert-device-to-nvvm` lowers `op` to.
bool hasInstruction(Operation *op) {
  if (isa<math::Exp2Op>(op))
    return getElementTypeOrSelf(op->getResult(0)).isF32();
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp, math::FloorOp, math::FmaOp, math::RoundEvenOp,
             math::SqrtOp, math::TruncOp>(op);
}

struct ConvertMathToNVVM
    : mlir::zyn::impl::ConvertMathToNVVMBase<ConvertMathToNVVM> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    FunctionPatterns(patterns).addAll();
    auto isExpanded = [](StringRef name) {
      return name != math::Exp2Op::getOperationName();
    };
    populateMathPolynomialApproximationPatterns(patterns, isExpanded);
    populateMathF32ExpansionPatterns(patterns, isExpanded);
    if (failed(mlir::zyn::rewriteMath(getOperation(), std::move(patterns))))
      return signalPassFailure();

    // Report only one error, since an op occurs once for each lane in a kernel.
    getOperation().walk([&](Operation *op) {
      bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
      if ((!isMath || hasInstruction(op)) && !isa<arith::RemFOp>(op))
        return WalkResult::advance();
      op->emitOpError("on ")
          << op->getOperand(0).getType()
          << " has no device implementation; express it with other functions, "
             "or run it on the host";
      signalPassFailure();
      return WalkResult::interrupt();
    });
  }
};

} // namespace
