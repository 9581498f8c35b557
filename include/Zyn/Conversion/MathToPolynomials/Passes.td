//===- Passes.td - MathToPolynomials passes -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_MATHTOPOLYNOMIALS_PASSES_TD
#define ZYN_CONVERSION_MATHTOPOLYNOMIALS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMathToPolynomials : Pass<"convert-math-to-polynomials"> {
  let summary = "Expands f32 math functions to polynomials";
  let description = [{
    `math.exp`, `expm1`, `log`, `log2`, `log1p`, `tanh` and `erf` of f32, f16
    and bf16 are expanded to polynomials and rational functions, both for
    scalars and for vectors, so that the value of an element does not depend on
    its index. f16 and bf16 are computed in f32. `expm1` and `log1p` of f64
    become calls to libm; all other functions are left unchanged and become such
    calls later. [The largest errors](../../functions.md) are listed for each
    function.

    ```mlir
    // before
    %1 = math.exp %0 : vector<16xf32>
    // after
    %1 = math.fma %x, %c5, %c4 : vector<16xf32>
    ...
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "math::MathDialect", "vector::VectorDialect"];
}

#endif // ZYN_CONVERSION_MATHTOPOLYNOMIALS_PASSES_TD
