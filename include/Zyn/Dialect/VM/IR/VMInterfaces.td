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
    One instruction of the machine: it takes a state and, unless it ends a
    block, gives one. Words are those of the state, as bits of a mask.
  }];
  let cppNamespace = "::mlir::vm";
  let methods = [
    InterfaceMethod<"Which of the four lists of an epoch it belongs to.",
                    "::mlir::vm::InstructionClass", "getInstructionClass">,
    InterfaceMethod<"The words that it uses, but for the program counter.",
                    "uint32_t", "getReadWords">,
    InterfaceMethod<"The registers that it sets.", "uint32_t",
                    "getWrittenWords">,
    InterfaceMethod<[{
        Whether it can end the instance by an error, or is seen by others:
        without its result being used, it still matters.
      }], "bool", "hasEffect">,
    InterfaceMethod<"The state before.", "::mlir::Value", "getStateBefore",
                    (ins), [{ return $_op->getOperand(0); }]>,
    InterfaceMethod<"The state after; none at the end of a block.",
                    "::mlir::Value", "getStateAfter", (ins), [{
      return $_op->getNumResults() ? $_op->getResult(0) : ::mlir::Value();
    }]>
  ];
}

#endif // ZYN_DIALECT_VM_IR_VMINTERFACES_TD
