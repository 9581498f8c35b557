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
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir::kernel {

/// The buffers that an op of host code accesses.
struct BufferAccesses {
  SmallVector<Value> reads, writes;
};

/// What the launches of a module access.
class LaunchAccesses {
public:
  /// Returns the kernel of `launch`; null if it does not exist.
  gpu::GPUFuncOp getKernel(gpu::LaunchFuncOp launch) {
    return getInfo(launch).function;
  }

  /// Returns what `launch` accesses. Returns nothing if the kernel might access
  /// other memory of the device than its arguments', prints, or calls
  /// functions, if an argument is the address of an unknown buffer, and if the
  /// launch is asynchronous.
  std::optional<BufferAccesses> find(gpu::LaunchFuncOp launch);

private:
  struct KernelInfo {
    gpu::GPUFuncOp function;
    /// Whether it only accesses its arguments, and which ones.
    bool isKnown = false;
    llvm::BitVector reads, writes;
  };

  KernelInfo &getInfo(gpu::LaunchFuncOp launch);

  SymbolTableCollection symbols;
  DenseMap<SymbolRefAttr, KernelInfo> kernels;
};

/// Returns what any other op of host code accesses; nothing if that is unknown,
/// or if the op does anything else that its place matters for.
std::optional<BufferAccesses> findBufferAccesses(Operation *op);

/// Whether an op that accesses `a` can be exchanged with its neighbor, which
/// accesses `b`.
bool areIndependent(const BufferAccesses &a, const BufferAccesses &b,
                    AliasAnalysis &aliases);

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_MEMORYACCESSES_H
