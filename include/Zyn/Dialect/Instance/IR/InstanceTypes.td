//===- InstanceTypes.td - Types of the instance dialect -- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCETYPES_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCETYPES_TD

include "Zyn/Dialect/Instance/IR/InstanceDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Instance_FuncRefType : TypeDef<Instance_Dialect, "FuncRef"> {
  let mnemonic = "funcref";
  let summary = "a reference to a function of any type, or null";
  let description = [{
    Can only be passed around, stored in tables and globals, and called through
    a table, which checks its type.

    ```mlir
    func.func private @pass(!instance.funcref) -> !instance.funcref
    ```
  }];
}

def Instance_ExternRefType : TypeDef<Instance_Dialect, "ExternRef"> {
  let mnemonic = "externref";
  let summary = "a reference to an object of the host, or null";
  let description = [{
    ```mlir
    func.func private @pass(!instance.externref) -> !instance.externref
    ```
  }];
}

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCETYPES_TD
