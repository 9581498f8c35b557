//===- AsyncVerifiers.h - Verifiers of asynchronous ops ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_KERNEL_IR_ASYNCVERIFIERS_H
#define ZYN_LIB_DIALECT_KERNEL_IR_ASYNCVERIFIERS_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

namespace mlir::kernel {

/// Returns whether the buffer is in the block's shared memory.
bool isInShared(MemRefType type);

/// Returns whether the buffer is in global or generic memory.
bool isGlobalOrGeneric(MemRefType type);

/// Checks that `buffer`, called `what` in messages, is in the block's shared
/// memory.
LogicalResult verifyInShared(Operation *op, MemRefType buffer, StringRef what);

/// Checks that there is an index for each dimension of `buffer`.
LogicalResult verifyIndices(Operation *op, MemRefType buffer, size_t indices,
                            StringRef what);

/// Checks that the operand is an element of a buffer of mbarriers in shared
/// memory or, if `mayBeRemote`, in that of another block of the cluster.
LogicalResult verifyMBarrier(Operation *op, MemRefType barriers, size_t indices,
                             bool mayBeRemote = false);

} // namespace mlir::kernel

#endif // ZYN_LIB_DIALECT_KERNEL_IR_ASYNCVERIFIERS_H
