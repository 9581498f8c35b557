//===- Families.h - Patterns of each family of kernel ops -------*- C++ -*-===//
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

void populateAsyncCopyPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateAtomicPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateClusterPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateDebugPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateIndexPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateMBarrierPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateMemoryPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateSynchronizationPatterns(const LLVMTypeConverter &,
                                     RewritePatternSet &);
void populateTensorCorePatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateTmaPatterns(LLVMTypeConverter &, RewritePatternSet &);
void populateWarpPatterns(const LLVMTypeConverter &, RewritePatternSet &);
void populateWarpgroupPatterns(const LLVMTypeConverter &, RewritePatternSet &);

/// Returns the PTX name of the element type of an MMA operand.
StringRef getPTXName(Type element, bool isUnsigned);
/// Returns the type of a fragment's registers: f32, f64 or i32, which may hold
/// several elements or one tf32.
Type getFragmentRegisterType(kernel::FragmentType);
/// Returns the struct of registers that a fragment is lowered to.
Type getFragmentStructType(kernel::FragmentType);

/// Returns the `shared::cluster` address in block `block` of the cluster that
/// corresponds to `pointer`, an address in this block's shared memory.
Value mapShared(OpBuilder &builder, Location loc, Value pointer, Value block);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_KERNELTONVVM_FAMILIES_H
