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
  let summary = "Whole programs that run as many instances";
  let description = [{
    A virtual machine in terms of linear algebra: each instance of a program has
    a state of 32 words, and linear instructions multiply it by a constant
    matrix. The state is an SSA value, so fusing two linear instructions amounts
    to multiplying two matrices.

    [The matrix VM](../../vm-machine.md) specifies the semantics of programs,
    and [the rationale](../../rationale/vm.md) explains the design.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_VM_IR_VMDIALECT_TD
