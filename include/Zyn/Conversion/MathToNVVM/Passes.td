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
    Expands `math` ops that have no GPU instruction, and `arith.remf`, to
    sequences of operations; `exp` and `exp2` of f32 use `ex2.approx`. The PTX
    does not depend on whether libdevice is installed. f16 and bf16 must have
    been extended to f32 (`--math-extend-to-supported-types`). The pipelines run
    upstream's `--math-expand-ops` first, for `clampf`, `fpowi` and `round`.
    [The largest errors](../../functions.md) are listed for each function.

    With `fastmath<afn>`, `exp2` of f32 flushes subnormal arguments and results.

    ```mlir
    // before
    %1 = math.rsqrt %0 : f64
    // after
    %cst = arith.constant 1.0 : f64
    %1 = math.sqrt %0 : f64
    %2 = arith.divf %cst, %1 : f64
    ```

    Other ops of the `math` dialect, such as `ipowi`, are rejected.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // ZYN_CONVERSION_MATHTONVVM_PASSES_TD
