//===- MemorySpaces.h - Memory spaces of buffers -------------- -*- C++ -*-===//
//-*-===//
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

/// The memory that a buffer lies in.
enum class MemorySpace { Generic, Global, Shared, Cluster, Constant, Local };

/// Returns the memory space of a buffer's type; none for an attribute that is
/// not one of the dialect's spaces, such as a number.
std::optional<MemorySpace> getMemorySpace(BaseMemRefType type);

/// Checks that the buffer of `op` lies in a known space, has a rank of
/// `numIndices`, and lies in none of `refused`, which `why` explains.
LogicalResult verifyBuffer(Operation *op, MemRefType type, size_t numIndices,
                           ArrayRef<MemorySpace> refused = {},
                           StringRef why = "");

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_IR_MEMORYSPACES_H
