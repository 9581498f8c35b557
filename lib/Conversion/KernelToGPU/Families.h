//===- Families.h - Patterns of each family of kernel ops -------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOGPU_FAMILIES_H
#define ZYN_LIB_CONVERSION_KERNELTOGPU_FAMILIES_H

namespace mlir {
class RewritePatternSet;

namespace zyn {

void populateIndexToGPUPatterns(RewritePatternSet &patterns);
void populateMemoryToGPUPatterns(RewritePatternSet &patterns);
void populateSynchronizationToGPUPatterns(RewritePatternSet &patterns);

} // namespace zyn
} // namespace mlir

#endif // ZYN_LIB_CONVERSION_KERNELTOGPU_FAMILIES_H
