//===- VMTypes.td - Types of the vm dialect -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMTYPES_TD
#define ZYN_DIALECT_VM_IR_VMTYPES_TD

include "Zyn/Dialect/VM/IR/VMDialect.td"
include "mlir/IR/AttrTypeBase.td"

def VM_StateType : TypeDef<VM_Dialect, "State"> {
  let mnemonic = "state";
  let summary = "a state of 32 words";
  let description = [{
    The state of an instance: 32 words of 4 bytes, all of the same type, `i32`
    or `f32`. `i32` arithmetic wraps.

    ```mlir
    func.func private @step(!vm.state<i32>) -> !vm.state<i32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$wordType);
  let assemblyFormat = "`<` $wordType `>`";
  let genVerifyDecl = 1;
}

#endif // ZYN_DIALECT_VM_IR_VMTYPES_TD
