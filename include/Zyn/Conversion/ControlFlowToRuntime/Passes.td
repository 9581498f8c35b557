//===- Passes.td - ControlFlowToRuntime passes ----------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_CONTROLFLOWTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_CONTROLFLOWTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertAssertToRuntime
    : Pass<"convert-assert-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Ends the invocation when a cf.assert fails";
  let description = [{
    A `cf.assert` becomes a branch to a block that calls `zynrtFail` with the
    message, which does not return.

    ```mlir
    // before
    cf.assert %ok, "sizes differ"
    // after
      cf.cond_br %ok, ^next, ^failed
    ^failed:
      llvm.call @zynrtFail(%message) : (!llvm.ptr) -> ()
      llvm.unreachable
    ^next:
    ```

    An assertion inside a structured op, which has no place for a branch, is an
    error: `--convert-scf-to-cf` comes first.
  }];
  let dependentDialects = ["cf::ControlFlowDialect", "LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_CONTROLFLOWTORUNTIME_PASSES_TD
