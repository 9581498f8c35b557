//===- Passes.td - ZynToRuntime passes ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_ZYNTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_ZYNTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertZynToRuntime : Pass<"convert-zyn-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers zyn.assert to a call to the runtime";
  let description = [{
    A `zyn.assert` becomes a branch to a block that calls `zynrtFailWithValues`
    with the source location, the message and the values. This function ends the
    invocation and does not return.

    ```mlir
    // before
    zyn.assert %ok, "found {0}"(%size)
    // after
      cf.cond_br %ok, ^next, ^failed
    ^failed:
      %values = llvm.alloca %c1 x i64 : (i64) -> !llvm.ptr
      %0 = arith.index_cast %size : index to i64
      llvm.store %0, %values : i64, !llvm.ptr
      llvm.call @zynrtFailWithValues(%message, %values) : (!llvm.ptr, !llvm.ptr) -> ()
      llvm.unreachable
    ^next:
    ```

    Rejects assertions inside structured ops, whose regions cannot contain
    branches; `--convert-scf-to-cf` lowers these ops first.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_ZYNTORUNTIME_PASSES_TD
