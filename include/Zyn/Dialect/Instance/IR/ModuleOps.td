//===- ModuleOps.td - Exports and the start function ----- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_MODULEOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_MODULEOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_ExportOp : Instance_Access<"export", [
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "Gives an object of the instance a name for the host";
  let description = [{
    The object is a function, a memory, a table or a global, possibly an
    imported one. The names of exports are unique.

    ```mlir
    instance.memory @memory : 1
    instance.export "memory" = @memory
    ```
  }];
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$object);
  let assemblyFormat = "$name `=` $object attr-dict";
}

def Instance_StartOp : Instance_Access<"start", [
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "Names the function that initializes an instance";
  let description = [{
    The function runs once for each instance, after its globals have their
    initial values and before anything else. It has no arguments and no results.
    The importer generates a function that applies the active segments and then
    calls the start function of the wasm module.

    ```mlir
    func.func private @initialize() {
      return
    }
    instance.start @initialize
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$function);
  let assemblyFormat = "$function attr-dict";
}

#endif // ZYN_DIALECT_INSTANCE_IR_MODULEOPS_TD
