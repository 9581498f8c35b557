//===- MathToNVVM.cpp - Math functions on the device ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without libdevice, which is not on every machine: PTX has to be the same
// everywhere. What the hardware computes becomes an LLVM intrinsic, f32
// functions become upstream's polynomial approximations, exp gets one of its
// own on `ex2.approx`, and f64 functions that are left are refused.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMATHTONVVM
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

Value floatConstant(ImplicitLocOpBuilder &b, Type type, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

/// exp(x) = 2^n * 2^f with n = round(x * log2(e)) and f the rest, to which the
/// rounding error of the product is added back. `ex2.approx.f32` is exact on
/// integers and has a relative error of at most 2^-22.5 on f (PTX ISA,
/// "ex2"); the result is within 3 ulp. One of n is moved to f, so that 2^n does
/// not overflow before the product does.
struct ExpF32 : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "not an f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = op.getType();
    // Beyond these bounds the result is 0 or infinity, and NaN stays NaN.
    Value x = arith::MaximumFOp::create(
        b, arith::MinimumFOp::create(b, op.getOperand(), floatConstant(b, f32, 89)),
        floatConstant(b, f32, -105));
    Value log2e = floatConstant(b, f32, 1.4426950408889634);
    Value log2eLow = floatConstant(b, f32, 1.9259629911e-8);
    Value product = arith::MulFOp::create(b, x, log2e);
    Value integer = math::RoundEvenOp::create(b, product);
    Value error = LLVM::FMAOp::create(b, x, log2e, arith::NegFOp::create(b, product));
    error = LLVM::FMAOp::create(b, x, log2eLow, error);
    Value fraction = arith::AddFOp::create(
        b, arith::SubFOp::create(b, product, integer), error);
    Value one = floatConstant(b, f32, 1);
    Value scale =
        LLVM::Exp2Op::create(b, arith::SubFOp::create(b, integer, one));
    Value mantissa =
        LLVM::Exp2Op::create(b, arith::AddFOp::create(b, fraction, one));
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, mantissa, scale);
    return success();
  }
};

/// 2^x and 1 / sqrt(x): one instruction, or one and a division.
struct Exp2F32 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "not an f32");
    rewriter.replaceOpWithNewOp<LLVM::Exp2Op>(op, op.getOperand());
    return success();
  }
};

struct RsqrtOfSqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<FloatType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value root = math::SqrtOp::create(b, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(
        op, floatConstant(b, op.getType(), 1), root);
    return success();
  }
};

/// Whether the NVPTX backend selects an instruction, or a short sequence, for
/// the intrinsic that `convert-math-to-llvm` makes of `op`.
bool hasInstruction(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp, math::FloorOp, math::FmaOp, math::RoundEvenOp,
             math::SqrtOp, math::TruncOp, math::IsNaNOp, math::IsInfOp,
             math::IsFiniteOp>(op);
}

struct ConvertMathToNVVM
    : mlir::zyn::impl::ConvertMathToNVVMBase<ConvertMathToNVVM> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ExpF32, Exp2F32, RsqrtOfSqrt>(context, /*benefit=*/10);
    populateMathPolynomialApproximationPatterns(
        patterns, [](StringRef) { return true; });
    populateMathF32ExpansionPatterns(patterns,
                                     [](StringRef) { return true; });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();

    getOperation().walk([&](Operation *op) {
      bool isMath = isa<math::MathDialect>(op->getDialect());
      if ((!isMath || hasInstruction(op)) && !isa<arith::RemFOp>(op))
        return;
      op->emitOpError("on ")
          << op->getResult(0).getType()
          << " has no device implementation; compute it in f32, or on the host";
      signalPassFailure();
    });
  }
};

} // namespace
