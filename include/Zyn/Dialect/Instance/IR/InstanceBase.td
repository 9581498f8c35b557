//===- InstanceBase.td - Base classes of instance ops ---- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCEBASE_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCEBASE_TD

include "Zyn/Dialect/Instance/IR/InstanceAttributes.td"
include "Zyn/Dialect/Instance/IR/InstanceEnums.td"
include "Zyn/Dialect/Instance/IR/InstanceTypes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Instance_Op<string mnemonic, list<Trait> traits = []>
    : Op<Instance_Dialect, mnemonic, traits>;

/// An object of an instance, which ops refer to by its name.
class Instance_Declaration<string mnemonic, list<Trait> traits = []>
    : Instance_Op<mnemonic, !listconcat([
        Symbol, HasParent<"::mlir::ModuleOp">], traits)>;

/// An op that refers to objects of the instance.
class Instance_Access<string mnemonic, list<Trait> traits = []>
    : Instance_Op<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<SymbolUserOpInterface>], traits)>;

/// A number of pages or elements of 32 bits.
def Instance_Size
    : ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<4294967295>]>;

def Instance_Reference
    : AnyTypeOf<[Instance_FuncRefType, Instance_ExternRefType], "reference">;

/// A value of a local variable, a global or an argument of a function.
def Instance_Value : AnyTypeOf<[
    I32, I64, F32, F64, Instance_FuncRefType, Instance_ExternRefType], "value">;

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCEBASE_TD
