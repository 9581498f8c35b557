//===- VMDialect.td - The vm dialect --------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMDIALECT_TD
#define ZYN_DIALECT_VM_IR_VMDIALECT_TD

include "mlir/IR/OpBase.td"

def VM_Dialect : Dialect {
  let name = "vm";
  let cppNamespace = "::mlir::vm";
  let summary = "Whole programs, many instances at once";
  let description = [{
    A machine as linear algebra: an instance of a program has a state of 32
    words, and an instruction that is linear multiplies it by a constant
    matrix. The state is an SSA value, so to fuse two such instructions is to
    multiply two matrices.

    [The machine](../../vm-machine.md) defines what programs mean, and
    [the rationale](../../rationale/vm.md) says why.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_VM_IR_VMDIALECT_TD
