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
    sequences of operations; `exp` of f32 uses `exp2` of f32, which is
    `ex2.approx`. The PTX does not depend on whether libdevice is installed. f16
    and bf16 must have been extended to f32
    (`--math-extend-to-supported-types`); those of `arith.divf` and `arith.remf`
    are extended here. The pipelines run upstream's `--math-expand-ops` first,
    for `clampf`, `fpowi` and `round`.
    [The largest errors](../../functions.md) are listed for each function.

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

def ConvertDivisionsToNVVM : Pass<"convert-divisions-to-nvvm"> {
  let summary = "Expands divisions of f32 in kernels, in groups";
  let description = [{
    Up to eight divisions in a block become products with approximate
    reciprocals, which are corrected, and one branch to the divisions themselves
    if a dividend is larger than 2^60, a divisor is tiny or 0, or a dividend or a
    quotient is tiny, but not 0. Quotients are the same as before, those of IEEE
    754. ptxas expands each `div.rn.f32` in the same way, but to a branch of its
    own, across which nothing overlaps: an epilogue with `x / (1 + exp(-x))` took
    more time than a map after the matmul.

    Ops without side effects that operands are computed from move before the
    first division of a group. A single division stays as it is, and so do those
    that may be approximate (`arcp`, `afn`), and those by a power of two.

    ```mlir
    // before
    %2 = arith.divf %a, %b : f32
    %3 = arith.divf %c, %d : f32
    // after
    %rb = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%b) : (f32) -> f32
    // ...
    %2:2 = scf.if %is_normal -> (f32, f32) {
      scf.yield %ab, %cd : f32, f32
    } else {
      %4 = arith.divf %a, %b : f32
      %5 = arith.divf %c, %d : f32
      scf.yield %4, %5 : f32, f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // ZYN_CONVERSION_MATHTONVVM_PASSES_TD
