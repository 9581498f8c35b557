//===- Buffers.h - What buffers of kernels hold --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_BUFFERS_H
#define ZYN_DIALECT_KERNEL_IR_BUFFERS_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace mlir::kernel {

/// Returns whether buffers of kernels may have elements of `type`: an integer
/// or float of 1 to 8, 16, 32, 64 or 128 bits, a complex of them, an index or
/// an mbarrier. These have the same size in LLVM's layouts of the host and of
/// the device; i0, i24, tf32, f80 and vectors do not.
bool isBufferElement(Type type);

/// Returns the bytes that a buffer element takes in memory.
int64_t getElementBytes(Type type);

/// Returns the bytes of a buffer with a static shape; none if an int64_t cannot
/// hold them.
std::optional<int64_t> getBufferBytes(MemRefType type);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_IR_BUFFERS_H
