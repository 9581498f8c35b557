//===- MemorySpaces.h - Memory spaces of buffers -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_MEMORYSPACES_H
#define ZYN_DIALECT_KERNEL_IR_MEMORYSPACES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::kernel {

/// The memory that contains a buffer.
enum class MemorySpace { Generic, Global, Shared, Cluster, Constant, Local };

/// Returns the memory space of a buffer's type, or nullopt for an attribute
/// that is not a memory space of the dialect, such as a number.
std::optional<MemorySpace> getMemorySpace(BaseMemRefType type);

/// Checks that the buffer of `op` is in a known memory space, has rank
/// `numIndices`, and is in none of `unsupported`, for the reason `why`.
LogicalResult verifyBuffer(Operation *op, MemRefType type, size_t numIndices,
                           ArrayRef<MemorySpace> unsupported = {},
                           StringRef why = "");

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_IR_MEMORYSPACES_H
