//===- CallOps.td - Functions of the host and indirect calls  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_CALLOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_CALLOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_HostFunctionOp : Instance_Declaration<"host_function"> {
  let summary = "A function that the host provides";
  let description = [{
    ```mlir
    instance.host_function @print imports <"env", "print"> : (i32) -> ()
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Instance_ImportAttr:$source,
                       TypeAttrOf<FunctionType>:$function_type);
  let assemblyFormat = [{
    $sym_name `imports` $source `:` $function_type attr-dict
  }];
}

def Instance_HostCallOp : Instance_Access<"host_call"> {
  let summary = "Calls a function of the host";
  let description = [{
    The host may trap.

    ```mlir
    instance.host_function @print imports <"env", "print"> : (i32) -> ()
    func.func @f(%value: i32) {
      instance.host_call @print(%value) : (i32) -> ()
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Instance_Value>:$arguments);
  let results = (outs Variadic<Instance_Value>:$results);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $results)
  }];
}

def Instance_CallIndirectOp : Instance_Access<"call_indirect"> {
  let summary = "Calls a function through a table";
  let description = [{
    Traps if the index is not less than the size of the table, if the element is
    null, or if the function does not have the type of the call.

    ```mlir
    instance.table @t : 10 x !instance.funcref
    func.func @f(%index: i32, %x: f64) -> f64 {
      %0 = instance.call_indirect @t[%index](%x) : (f64) -> f64
      return %0 : f64
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table, I32:$index,
                       Variadic<Instance_Value>:$arguments);
  let results = (outs Variadic<Instance_Value>:$results);
  let assemblyFormat = [{
    $table `[` $index `]` `(` $arguments `)` attr-dict
    `:` functional-type($arguments, $results)
  }];
}

#endif // ZYN_DIALECT_INSTANCE_IR_CALLOPS_TD
