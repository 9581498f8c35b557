//===- Buffers.h - Element types of buffers ------------------- -*- C++ -*-===//
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

/// Returns the size in memory in bytes of a buffer element, or of a vector of
/// them.
int64_t getElementBytes(Type type);

/// Returns the size of a buffer with a static shape in bytes, or nullopt if it
/// does not fit in an int64_t.
std::optional<int64_t> getBufferBytes(MemRefType type);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_IR_BUFFERS_H
