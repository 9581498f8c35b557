//===- KernelToNVVM.h - Kernel ops that have no gpu op -------- -*- C++ -*-===//
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

/// Adds the patterns that lower kernel ops to the nvvm and llvm dialects, all
/// but those that `--convert-kernel-to-gpu` has lowered to upstream's gpu ops,
/// and the conversions of the dialect's types to `converter`.
void populateKernelToNVVMConversionPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns);

/// The kernels' arguments that are tensor maps. Upstream's lowering of
/// functions makes plain pointers of them: found before it, they are made what
/// the hardware wants after it.
class TensorMapArguments {
public:
  TensorMapArguments(gpu::GPUModuleOp module,
                     const LLVMTypeConverter &converter);

  /// Makes 128 bytes by value of each, that lie where the launch has put them
  /// (`__grid_constant__`).
  void passByValue(gpu::GPUModuleOp module) const;

private:
  /// By kernel, the positions among the arguments of the `llvm.func`.
  llvm::StringMap<SmallVector<unsigned>> arguments;
};

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTONVVM_KERNELTONVVM_H
