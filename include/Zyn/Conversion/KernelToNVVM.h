//===- KernelToNVVM.h - Kernel ops that have no gpu op -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTONVVM_H
#define ZYN_CONVERSION_KERNELTONVVM_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;

namespace zyn {

/// Adds the patterns that lower kernel ops to the nvvm and llvm dialects, all
/// but those that `--convert-kernel-to-gpu` has lowered to upstream's gpu ops,
/// and the conversions of the dialect's types to `converter`.
void populateKernelToNVVMConversionPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns);

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTONVVM_H
