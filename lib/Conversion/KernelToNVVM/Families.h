//===- Families.h - Patterns of each family of kernel ops ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTONVVM_FAMILIES_H
#define ZYN_LIB_CONVERSION_KERNELTONVVM_FAMILIES_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

namespace mlir::zyn {

void populateAtomicPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateAsyncCopyPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateDebugPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateSynchronizationPatterns(const LLVMTypeConverter &,
                                     RewritePatternSet &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_KERNELTONVVM_FAMILIES_H
