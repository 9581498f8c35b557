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
  let summary = "Lowers cf.assert to a call to the runtime";
  let description = [{
    A `cf.assert` becomes a branch to a block that calls `zynrtFail` with the
    message. This function ends the invocation and does not return.

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

    Rejects assertions inside structured ops, whose regions cannot contain
    branches; `--convert-scf-to-cf` lowers these ops first.
  }];
  let dependentDialects = ["cf::ControlFlowDialect", "LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_CONTROLFLOWTORUNTIME_PASSES_TD
