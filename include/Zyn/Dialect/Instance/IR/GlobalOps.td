//===- GlobalOps.td - Global variables ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_GLOBALOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_GLOBALOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_GlobalOp : Instance_Declaration<"global", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A global variable of an instance";
  let description = [{
    The initial value is a constant, the name of an imported global whose value
    is copied, the name of a function that is referred to, or `unit` for a null
    reference. An imported global has no initial value.

    ```mlir
    instance.global @counter mutable : i32 = 5 : i32
    instance.global @base imports <"env", "base"> : i32
    instance.global @copy : i32 = @base
    instance.global @nothing : !instance.externref = unit
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<Instance_ImportAttr>:$source,
                       UnitAttr:$mutable_, TypeAttr:$type,
                       OptionalAttr<AnyAttr>:$value);
  let assemblyFormat = [{
    $sym_name (`imports` $source^)? (`mutable` $mutable_^)? `:` $type
    (`=` $value^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Instance_GlobalGetOp : Instance_Access<"global_get"> {
  let summary = "Returns the value of a global variable";
  let description = [{
    ```mlir
    instance.global @counter mutable : i32 = 5 : i32
    func.func @f() -> i32 {
      %0 = instance.global_get @counter : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$global);
  let results = (outs Instance_Value:$result);
  let assemblyFormat = "$global attr-dict `:` type($result)";
}

def Instance_GlobalSetOp : Instance_Access<"global_set"> {
  let summary = "Sets a mutable global variable";
  let description = [{
    ```mlir
    instance.global @counter mutable : i32 = 5 : i32
    func.func @f(%value: i32) {
      instance.global_set %value, @counter : i32
      return
    }
    ```
  }];
  let arguments = (ins Instance_Value:$value, FlatSymbolRefAttr:$global);
  let assemblyFormat = "$value `,` $global attr-dict `:` type($value)";
}

#endif // ZYN_DIALECT_INSTANCE_IR_GLOBALOPS_TD
