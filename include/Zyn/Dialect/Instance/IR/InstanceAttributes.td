//===- InstanceAttributes.td - Attributes of the instance dialect  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCEATTRIBUTES_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCEATTRIBUTES_TD

include "Zyn/Dialect/Instance/IR/InstanceDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Instance_ImportAttr : AttrDef<Instance_Dialect, "Import"> {
  let mnemonic = "import";
  let summary = "the two names of an import";
  let description = [{
    The name of a module and that of one of its exports, as in
    `<"env", "memory">`. Whoever instantiates the program provides the object.
  }];
  let parameters = (ins StringRefParameter<"the module">:$module,
                        StringRefParameter<"the export">:$name);
  let assemblyFormat = "`<` $module `,` $name `>`";
}

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCEATTRIBUTES_TD
