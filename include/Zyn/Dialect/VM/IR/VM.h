//===- VM.h - The vm dialect ---------------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VM_H
#define ZYN_DIALECT_VM_IR_VM_H

#include "Zyn/Dialect/VM/IR/Machine.h"
#include "Zyn/Dialect/VM/IR/Matrix.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Zyn/Dialect/VM/IR/VMDialect.h.inc"
#include "Zyn/Dialect/VM/IR/VMEnums.h.inc"
#include "Zyn/Dialect/VM/IR/VMInterfaces.h.inc"

namespace mlir::vm {
/// Returns the number of operands of an oracle: 1, 2 or 3.
unsigned getNumOperands(OracleKind kind);
/// Returns true if the second operand of an oracle, which may be an immediate,
/// is a float.
bool takesFloats(OracleKind kind);
/// Returns true for integer divisions, which trap if the divisor is zero.
bool canDivideByZero(OracleKind kind);
/// Returns the registers of a mask in ascending order.
SmallVector<int32_t> listRegisters(uint32_t mask);
/// Returns true if a predicate compares floats.
bool comparesFloats(Predicate predicate);
} // namespace mlir::vm

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/VM/IR/VMAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/VM/IR/VMTypes.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/VM/IR/VMOps.h.inc"

#endif // ZYN_DIALECT_VM_IR_VM_H
