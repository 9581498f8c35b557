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
void populateClusterPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateDebugPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateMemoryPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populatePositionPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateFragmentPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populatePrintPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateSynchronizationPatterns(const LLVMTypeConverter &,
                                     RewritePatternSet &);
void populateTensorCorePatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateWarpgroupPatterns(const LLVMTypeConverter &, RewritePatternSet &);

/// The name of a factor's or an accumulator's elements in PTX.
StringRef ptxNameOf(Type element, bool isUnsigned);
/// The type of a register of a fragment: 32 bits, or f64. Integers hold several
/// elements, or one of tf32.
Type registerTypeOf(kernel::FragmentType);
/// A fragment becomes a struct of its registers.
Type structTypeOf(kernel::FragmentType);
void populateWarpPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateMBarrierPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateTensorMapPatterns(LLVMTypeConverter &, RewritePatternSet &);

/// The address, in `shared::cluster`, of what lies in block `block` of the
/// cluster where `pointer` points to in this one's shared memory.
Value mapShared(OpBuilder &builder, Location loc, Value pointer, Value block);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_KERNELTONVVM_FAMILIES_H
