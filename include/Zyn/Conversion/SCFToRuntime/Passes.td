//===- Passes.td - SCFToRuntime passes ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_SCFTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_SCFTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSCFParallelToRuntime
    : Pass<"convert-scf-parallel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Runs scf.parallel on the runtime's threads";
  let description = [{
    The body of each outermost `scf.parallel` becomes a private function of
    the captured values and an iteration's number, and the loop a call of
    `zynrtParallelFor`. Captured values travel in a struct on the caller's
    stack; constants are copied into the body instead. Loops inside the body
    stay what they are.

    ```mlir
    // before
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %f, %x[%i] : memref<?xf32>
      scf.reduce
    }
    // after
    llvm.store %captured, %captures : !llvm.struct<(f32, struct<...>)>, !llvm.ptr
    llvm.call @zynrtParallelFor(%count, %body, %captures) : (i64, !llvm.ptr, !llvm.ptr) -> ()

    func.func private @f_parallel(%captures: !llvm.ptr, %iteration: i64) {...}
    ```

    Loops that reduce are left alone, and so run on one thread. `scf.forall` is
    refused: `--scf-forall-to-parallel` comes first. A captured value of a type
    that has no LLVM type is an error, and so is a loop outside a function.
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_SCFTORUNTIME_PASSES_TD
