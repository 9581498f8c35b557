//===- KernelModules.h - Modules of generated kernels --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELMODULES_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELMODULES_H

#include "KernelHints.h"

#include "Zyn/Schedule/GPUTarget.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::zyn {

/// The `gpu.module` of the generated kernels for each module of host code.
/// Keeps symbol tables, so that naming a kernel takes constant time.
class KernelModules {
public:
  /// For kernels that run on `target`.
  explicit KernelModules(const ::zyn::schedule::GPUTarget &target)
      : target(target) {}

  const ::zyn::schedule::GPUTarget &target;

  /// The hints for the op that is being lowered.
  KernelHints &getHints() { return *hints; }
  void setHints(KernelHints &value) { hints = &value; }

  /// Adds a kernel for `source` without a body, named after the function around
  /// `source` and the op.
  gpu::GPUFuncOp addKernel(Operation *source, FunctionType type);

  /// Returns the kernels that were added since the last call.
  SmallVector<gpu::GPUFuncOp> takeAdded() {
    return std::exchange(added, SmallVector<gpu::GPUFuncOp>());
  }

private:
  struct KernelModule {
    explicit KernelModule(gpu::GPUModuleOp module)
        : module(module), symbols(module) {}

    gpu::GPUModuleOp module;
    SymbolTable symbols;
    /// The number of the next kernel with a given base name.
    llvm::StringMap<unsigned> numbers;
  };

  KernelModule &getModuleFor(Operation *source);

  KernelHints *hints = nullptr;
  llvm::DenseMap<Operation *, std::unique_ptr<KernelModule>> modules;
  SmallVector<gpu::GPUFuncOp> added;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_KERNELMODULES_H
