//===- Passes.td - MathToNVVM passes --------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_MATHTONVVM_PASSES_TD
#define ZYN_CONVERSION_MATHTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMathToNVVM
    : Pass<"convert-math-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Expands math functions in kernels, without libdevice";
  let description = [{
    Expands `math` ops that have no GPU instruction; f32 functions become
    polynomials or `ex2.approx`. The PTX does not depend on whether libdevice is
    installed. f16 and bf16 must have been extended to f32
    (`--math-extend-to-supported-types`).

    | function | largest error measured on an H200, 200,003 random arguments |
    |---|---|
    | f32 `sqrt` | 0.5 ulp |
    | f32 and f64 `rsqrt` | 1.5 ulp |
    | f32 `exp` | 3.1 ulp |
    | f32 `exp2` | 2.1 ulp, `ex2.approx`; with `fastmath<afn>`, subnormal arguments and results are 0 |
    | f64 `exp` | 0.9 ulp |
    | f64 `log`, `log2` | 2.0 and 3.0 ulp |
    | f64 `log1p` | 2.9 ulp |
    | f64 `expm1`, `tanh` | 3.3 and 3.1 ulp |
    | f64 `erf` | 0.6 ulp of 1 |
    | `sin`, `cos`, for arguments up to 1e5 | 0.7 ulp of 1 |
    | other functions of f32 | the same as upstream's `PolynomialApproximation` |

    `sin` and `cos` lose accuracy for larger arguments, until the result is
    meaningless, and `sin(-0)` is `+0`.

    The pipelines run upstream's `--math-expand-ops` first, for `acosh`, `cosh`,
    `fpowi`, `powf`, `round` and `tan`. Measured in f32: `powf` 11 ulp (base 1.1
    to 20.1, exponent 1.7), `tan` 3.0 ulp (up to 1.4), `cosh` 2.1 ulp (up to 5),
    `acosh` 4.1 ulp (1.01 to 20).

    Rejects other functions of f64, `sinh`, `asinh` and `atanh`, whose
    expansions suffer from cancellation near 0, and `arith.remf`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // ZYN_CONVERSION_MATHTONVVM_PASSES_TD
