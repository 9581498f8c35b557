//===- Kernel.h - The kernel dialect -------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNEL_H
#define ZYN_DIALECT_KERNEL_IR_KERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Zyn/Dialect/Kernel/IR/KernelDialect.h.inc"
#include "Zyn/Dialect/Kernel/IR/KernelEnums.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelOps.h.inc"

#endif // ZYN_DIALECT_KERNEL_IR_KERNEL_H
