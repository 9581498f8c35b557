//===- KernelToNVVM.h - Lowers kernel ops that have no gpu op ---*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTONVVM_KERNELTONVVM_H
#define ZYN_CONVERSION_KERNELTONVVM_KERNELTONVVM_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
namespace gpu {
class GPUModuleOp;
} // namespace gpu

namespace zyn {

/// Adds the patterns that lower kernel ops to the nvvm and llvm dialects,
/// except for those that `--convert-kernel-to-gpu` lowers to upstream's gpu
/// ops, and adds the conversions of the dialect's types to `converter`.
void populateKernelToNVVMConversionPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns);

/// The kernel arguments that are tensor maps. Upstream's lowering of functions
/// turns them into plain pointers, so they are collected before it and given
/// the form that the hardware requires after it.
class TensorMapArguments {
public:
  TensorMapArguments(gpu::GPUModuleOp module,
                     const LLVMTypeConverter &converter);

  /// Passes each of them by value, as 128 bytes that stay where the launch has
  /// put them (`__grid_constant__`).
  void passByValue(gpu::GPUModuleOp module) const;

private:
  /// For each kernel, the indices of these arguments in its `llvm.func`.
  llvm::StringMap<SmallVector<unsigned>> arguments;
};

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTONVVM_KERNELTONVVM_H
