//===- MathToPolynomials.cpp - Expands f32 functions to polynomials -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/MathFunctions/MathFunctions.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Transforms/MathRewrites.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTMATHTOPOLYNOMIALS
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct ConvertMathToPolynomials
    : mlir::zyn::impl::ConvertMathToPolynomialsBase<ConvertMathToPolynomials> {
  void runOnOperation() override {
    auto hasPolynomial = [](StringRef name) {
      return llvm::is_contained(
          {math::ExpOp::getOperationName(), math::ExpM1Op::getOperationName(),
           math::LogOp::getOperationName(), math::Log2Op::getOperationName(),
           math::Log1pOp::getOperationName(), math::TanhOp::getOperationName(),
           math::ErfOp::getOperationName()},
          name);
    };
    RewritePatternSet patterns(&getContext());
    populateMathF32ExpansionPatterns(patterns, hasPolynomial);
    addF32<math::ExpOp>(patterns, mlir::zyn::buildExp);
    addF32<math::ExpM1Op>(patterns, mlir::zyn::buildExpM1);
    addF32<math::LogOp>(patterns, mlir::zyn::buildLog);
    addF32<math::Log2Op>(patterns, mlir::zyn::buildLog2);
    addF32<math::Log1pOp>(patterns, mlir::zyn::buildLog1p);
    addF32<math::ErfOp>(patterns, mlir::zyn::buildErf);
    populateMathPolynomialApproximationPatterns(patterns, hasPolynomial);
    if (failed(zyn::rewriteMath(getOperation(), std::move(patterns))) ||
        failed(callLibm()))
      signalPassFailure();
  }

private:
  template <typename OpTy>
  void addF32(RewritePatternSet &patterns,
              Value (*build)(ImplicitLocOpBuilder &, Value)) {
    patterns.add<mlir::zyn::ExpandFunction<OpTy, Value>>(
        &getContext(), Float32Type::get(&getContext()), build,
        /*allowsVectors=*/true);
  }

  /// Calls libm for `expm1` and `log1p` of f64, which upstream's conversion to
  /// LLVM would lower to exp(x) - 1 and log(1 + x), which cancel near 0.
  LogicalResult callLibm() {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalOp<math::ExpM1Op, math::Log1pOp>(
        [](Operation *op) {
          return !getElementTypeOrSelf(op->getResult(0).getType()).isF64();
        });
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace
