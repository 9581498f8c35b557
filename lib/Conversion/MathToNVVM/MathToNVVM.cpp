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
// intrinsics; f32 functions become upstream's polynomial approximations or
// those of ScalarFunctions.h, which also has the common f64 functions. All
// others are rejected.
//
//===----------------------------------------------------------------------===//

#include "ScalarFunctions.h"
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

/// Replaces an op on a scalar of one type with what `build` builds from its
/// operand.
template <typename OpTy>
struct ExpandFunction : OpRewritePattern<OpTy> {
  using Builder = Value (*)(ImplicitLocOpBuilder &, Value);

  ExpandFunction(MLIRContext *context, Type type, Builder build)
      : OpRewritePattern<OpTy>(context, /*benefit=*/10), type(type),
        build(build) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getType() != type)
      return rewriter.notifyMatchFailure(op, "not a scalar of this type");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, build(b, op.getOperand()));
    return success();
  }

  Type type;
  Builder build;
};

/// Replaces an `exp2` of f32 that may be approximate with the instruction that
/// flushes subnormal numbers, which takes no others to scale them.
struct ApproximateExp2 : OpRewritePattern<math::Exp2Op> {
  explicit ApproximateExp2(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/20) {}

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "must not be approximate");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr("llvm.nvvm.ex2.approx.ftz"),
        op.getOperand());
    return success();
  }
};

Value floatConstant(ImplicitLocOpBuilder &b, Value like, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(like.getType(), value));
}

Value buildExp2F32(ImplicitLocOpBuilder &b, Value x) {
  return LLVM::Exp2Op::create(b, x);
}

Value buildLog2F64(ImplicitLocOpBuilder &b, Value x) {
  return arith::MulFOp::create(b, mlir::zyn::buildLogF64(b, x),
                               floatConstant(b, x, 1.4426950408889634));
}

Value buildRsqrt(ImplicitLocOpBuilder &b, Value x) {
  return arith::DivFOp::create(b, floatConstant(b, x, 1),
                               math::SqrtOp::create(b, x));
}

/// Returns whether the NVPTX backend selects an instruction or a short sequence
/// for the intrinsic that `convert-math-to-llvm` lowers `op` to.
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
    Type f32 = Float32Type::get(context), f64 = Float64Type::get(context);
    patterns.add<ExpandFunction<math::ExpOp>>(context, f32,
                                              mlir::zyn::buildExpF32);
    patterns.add<ExpandFunction<math::Exp2Op>>(context, f32, buildExp2F32);
    patterns.add<ApproximateExp2>(context);
    patterns.add<ExpandFunction<math::ExpOp>>(context, f64,
                                              mlir::zyn::buildExpF64);
    patterns.add<ExpandFunction<math::ExpM1Op>>(context, f64,
                                                mlir::zyn::buildExpM1F64);
    patterns.add<ExpandFunction<math::LogOp>>(context, f64,
                                              mlir::zyn::buildLogF64);
    patterns.add<ExpandFunction<math::Log1pOp>>(context, f64,
                                                mlir::zyn::buildLog1pF64);
    patterns.add<ExpandFunction<math::Log2Op>>(context, f64, buildLog2F64);
    patterns.add<ExpandFunction<math::TanhOp>>(context, f64,
                                               mlir::zyn::buildTanhF64);
    patterns.add<ExpandFunction<math::ErfOp>>(context, f64,
                                              mlir::zyn::buildErfF64);
    for (Type type : {f32, f64}) {
      patterns.add<ExpandFunction<math::SinOp>>(context, type,
                                                mlir::zyn::buildSin);
      patterns.add<ExpandFunction<math::CosOp>>(context, type,
                                                mlir::zyn::buildCos);
      patterns.add<ExpandFunction<math::RsqrtOp>>(context, type, buildRsqrt);
    }
    populateMathPolynomialApproximationPatterns(patterns,
                                                [](StringRef) { return true; });
    populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();

    // Report only one error, since an op occurs once for each lane in a kernel.
    getOperation().walk([&](Operation *op) {
      bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
      if ((!isMath || hasInstruction(op)) && !isa<arith::RemFOp>(op))
        return WalkResult::advance();
      Type type = op->getResult(0).getType();
      op->emitOpError("on ")
          << type << " has no device implementation; "
          << (type.isF64()
                  ? "compute it in f32, or on the host"
                  : "express it with other functions, or run it on the "
                    "host");
      signalPassFailure();
      return WalkResult::interrupt();
    });
  }
};

} // namespace
