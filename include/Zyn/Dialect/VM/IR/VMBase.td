//===- VMBase.td - Base classes of vm ops ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMBASE_TD
#define ZYN_DIALECT_VM_IR_VMBASE_TD

include "Zyn/Dialect/VM/IR/VMAttributes.td"
include "Zyn/Dialect/VM/IR/VMEnums.td"
include "Zyn/Dialect/VM/IR/VMInterfaces.td"
include "Zyn/Dialect/VM/IR/VMTypes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class VM_Op<string mnemonic, list<Trait> traits = []>
    : Op<VM_Dialect, mnemonic, traits>;

/// An instruction that takes a state and returns the next one.
class VM_Instruction<string mnemonic, list<Trait> traits = []>
    : VM_Op<mnemonic,
            !listconcat([SameOperandsAndResultType,
                         DeclareOpInterfaceMethods<VM_InstructionInterface>],
                        traits)> {
  let results = (outs VM_StateType:$result);
}

/// An instruction that ends a block.
class VM_Terminator<string mnemonic, list<Trait> traits = []>
    : VM_Op<mnemonic,
            !listconcat([Terminator,
                         DeclareOpInterfaceMethods<VM_InstructionInterface>],
                        traits)>;

/// The number of a register, from 0 to 26.
def VM_Register
    : ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<26>]>;

#endif // ZYN_DIALECT_VM_IR_VMBASE_TD
