//===- VMInterfaces.td - Interfaces of vm ops ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMINTERFACES_TD
#define ZYN_DIALECT_VM_IR_VMINTERFACES_TD

include "mlir/IR/OpBase.td"

def VM_InstructionInterface : OpInterface<"InstructionOpInterface"> {
  let description = [{
    An instruction of the matrix VM. It takes a state and, unless it is a
    terminator, returns the next one. Sets of words are masks with a bit for
    each word of the state.
  }];
  let cppNamespace = "::mlir::vm";
  let methods = [
    InterfaceMethod<"Returns the class by which an epoch sorts the instruction.",
                    "::mlir::vm::InstructionClass", "getInstructionClass">,
    InterfaceMethod<"Returns the words that it reads, except for the pc.",
                    "uint32_t", "getReadWords">,
    InterfaceMethod<"Returns the registers that it sets.", "uint32_t",
                    "getWrittenWords">,
    InterfaceMethod<[{
        Returns true if the instruction has an effect besides its result: it can
        trap, transfers control, or is visible to other instances.
      }], "bool", "hasEffect">,
    InterfaceMethod<"Returns the state before the instruction.",
                    "::mlir::Value", "getStateBefore", (ins),
                    [{ return $_op->getOperand(0); }]>,
    InterfaceMethod<"Returns the state after it; null for a terminator.",
                    "::mlir::Value", "getStateAfter", (ins), [{
      return $_op->getNumResults() ? $_op->getResult(0) : ::mlir::Value();
    }]>
  ];
}

#endif // ZYN_DIALECT_VM_IR_VMINTERFACES_TD
