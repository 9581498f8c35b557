//===- MemoryAccesses.h - What ops of host code access ---------- -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_MEMORYACCESSES_H
#define ZYN_DIALECT_KERNEL_TRANSFORMS_MEMORYACCESSES_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir::kernel {

/// Which of its arguments a kernel reads and writes.
struct ArgumentAccesses {
  llvm::BitVector reads, writes;
};

/// Returns which arguments `kernel` accesses. Returns nothing if it might
/// access other memory of the device, print, or call functions.
std::optional<ArgumentAccesses> findArgumentAccesses(gpu::GPUFuncOp kernel);

/// The buffers that an op of host code accesses.
struct BufferAccesses {
  SmallVector<Value> reads, writes;
};

/// Returns what `launch` accesses, if `accesses` are those of its kernel.
/// Returns nothing if an argument is the address of an unknown buffer.
std::optional<BufferAccesses>
findBufferAccesses(gpu::LaunchFuncOp launch, const ArgumentAccesses &accesses);

/// Returns what any other op of host code accesses; nothing if that is unknown,
/// or if the op does anything else that its place matters for.
std::optional<BufferAccesses> findBufferAccesses(Operation *op);

/// Whether an op that accesses `a` can be exchanged with its neighbor, which
/// accesses `b`.
bool areIndependent(const BufferAccesses &a, const BufferAccesses &b,
                    AliasAnalysis &aliases);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_MEMORYACCESSES_H
