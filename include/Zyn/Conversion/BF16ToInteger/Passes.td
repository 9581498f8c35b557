//===- Passes.td - BF16ToInteger passes ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_BF16TOINTEGER_PASSES_TD
#define ZYN_CONVERSION_BF16TOINTEGER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertBF16ToInteger
    : Pass<"convert-bf16-to-integer", "::mlir::ModuleOp"> {
  let summary = "Represents bf16 as integers in host code";
  let description = [{
    In functions and globals of the `llvm` dialect, `bf16` becomes `i16`.
    Arithmetic is done in f32 and rounded to nearest even, including subnormal
    numbers; ops that only move a value preserve all of its bits. LLVM would
    keep a bf16 in a register as an f32 and use an instruction that flushes
    subnormal numbers if the processor has one.

    ```mlir
    // before
    %r = llvm.fadd %a, %b : bf16
    llvm.store %r, %p : bf16, !llvm.ptr
    // after; %x and %y have the bits of %a and %b, shifted by 16
    %s = llvm.fadd %x, %y : f32
    ... // %r : i16, from the bits of %s
    llvm.store %r, %p : i16, !llvm.ptr
    ```

    Device code, in a `gpu.module`, is left unchanged.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_BF16TOINTEGER_PASSES_TD
