//===- Passes.td - InstanceToRuntime passes -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_INSTANCETORUNTIME_PASSES_TD
#define ZYN_CONVERSION_INSTANCETORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertInstanceToRuntime
    : Pass<"convert-instance-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers instances to host code that calls the runtime";
  let description = [{
    Each function takes a pointer to the state of its instance, a
    `zynrt_instance` of `InstanceABI.h` with the words of `InstanceLayout`.
    Loads and stores check the effective address against the size of the memory;
    growth, bulk operations and traps are calls to the runtime. A function that
    calls others first checks that there is space on the stack.

    ```mlir
    // before
    instance.memory @memory : 1
    func.func @f(%address: i32) -> i32 {
      %0 = instance.load @memory[%address + 8] : i32
      return %0 : i32
    }
    // after
    func.func private @instance.f(%state: !llvm.ptr, %address: i32) -> i32 {
      ...
      cf.cond_br %isOutside, ^trap(%location : i64), ^next
    ^next:
      %0 = llvm.load %pointer {alignment = 1 : i64} : !llvm.ptr -> i32
      return %0 : i32
    ^trap(%site: i64):
      llvm.call @zynrtInstanceTrap(%state, ..., %site) : (!llvm.ptr, i32, i32, i64) -> ()
      llvm.unreachable
    }
    func.func @instance_code(%table: !llvm.ptr) { ... }
    ```

    The only public function is `@instance_code`, which writes two pointers for
    each function, in the order of `InstanceLayout`, to a table: the function,
    and a function with the type of `zynrt_function::entry` that calls it.

    Rejects ops of the dialect in nested regions; run `--convert-scf-to-cf`
    first. Also rejects functions without a body, and functions whose arguments
    or results are not numbers or references.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::instance::InstanceDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

#endif // ZYN_CONVERSION_INSTANCETORUNTIME_PASSES_TD
