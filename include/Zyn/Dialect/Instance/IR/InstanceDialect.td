//===- InstanceDialect.td - The instance dialect --------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCEDIALECT_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCEDIALECT_TD

include "mlir/IR/OpBase.td"

def Instance_Dialect : Dialect {
  let name = "instance";
  let cppNamespace = "::mlir::instance";
  let summary = "What an ordinary program needs from its world";
  let description = [{
    Linear memory with bounds and growth, tables and indirect calls, globals,
    traps, and calls to the host, each for one of many instances of a program.
    A module in this dialect consists of the declarations of these objects and
    of functions in the `func`, `cf`, `arith` and `math` dialects; its semantics
    are those of WebAssembly 2.0. No op exposes an address, so that a lowering
    is free to choose how the memory of an instance is laid out.

    The location of an op that can trap is reported by the trap. The importer
    uses `loc("app.wasm":0:N)` for the instruction at byte N of a file, or the
    place in the source if it is known. The attribute `instance.sources` of the
    module lists the files of the source.

    [WebAssembly](../../wasm.md) describes what is supported, and [the
    rationale](../../rationale/instance.md) explains the design.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCEDIALECT_TD
