//===- Instance.h - The instance dialect ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCE_H
#define ZYN_DIALECT_INSTANCE_IR_INSTANCE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Zyn/Dialect/Instance/IR/InstanceDialect.h.inc"
#include "Zyn/Dialect/Instance/IR/InstanceEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceTypes.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceOps.h.inc"

namespace mlir::instance {
/// The size of a page of memory in bytes, and the number of pages of the
/// largest memory.
inline constexpr uint64_t kPageBytes = 65536;
inline constexpr uint64_t kMaxPages = 65536;

/// The attribute of a module that lists the files of its source, other than the
/// module itself, that locations refer to: an array of strings.
inline constexpr llvm::StringLiteral kSourcesAttrName = "instance.sources";

/// Returns whether values of `type` are references.
inline bool isReference(Type type) {
  return isa<FuncRefType, ExternRefType>(type);
}

/// Returns the type of a function or of a function of the host; null for any
/// other op.
FunctionType getFunctionType(Operation *function);
} // namespace mlir::instance

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCE_H
