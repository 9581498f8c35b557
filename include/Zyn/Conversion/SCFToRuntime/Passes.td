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
  let summary = "Lowers scf.parallel to the runtime's thread pool";
  let description = [{
    The body of each outermost `scf.parallel` is outlined into a private
    function of the captured values and the index of an iteration, and the loop
    becomes a call to `zynrtParallelFor`. Captured values are passed in a struct
    on the caller's stack; constants are cloned into the body instead. Loops
    inside the body are left unchanged.

    ```mlir
    // before
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %f, %x[%i] : memref<?xf32>
      scf.reduce
    }
    // after
    llvm.store %captured, %captures : !llvm.struct<(f32, struct<...>)>, !llvm.ptr
    llvm.call @zynrtParallelFor(%count, %body, %captures, %name, %location) : (i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()

    func.func private @f_parallel(%captures: !llvm.ptr, %iteration: i64) {...}
    ```

    Loops with reductions are left unchanged and therefore run on one thread.
    Rejects `scf.forall`, which `--scf-forall-to-parallel` converts first,
    captured values whose type has no LLVM type, and loops outside of functions.
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_SCFTORUNTIME_PASSES_TD
