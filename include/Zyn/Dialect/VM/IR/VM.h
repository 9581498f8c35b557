//===- VM.h - The vm dialect ---------------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VM_H
#define ZYN_DIALECT_VM_IR_VM_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Zyn/Dialect/VM/IR/VMDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/VM/IR/VMTypes.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/VM/IR/VMOps.h.inc"

#endif // ZYN_DIALECT_VM_IR_VM_H
