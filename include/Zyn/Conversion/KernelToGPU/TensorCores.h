//===- TensorCores.h - Loads and stores of fragments ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTOGPU_TENSORCORES_H
#define ZYN_CONVERSION_KERNELTOGPU_TENSORCORES_H

namespace mlir {
class RewritePatternSet;

namespace zyn {

/// Adds the patterns that lower `kernel.mma.load` and `kernel.mma.store` to a
/// `kernel.load` or `kernel.store` of the elements that each thread holds. Used
/// by all lowerings of the latter ops.
void populateFragmentAccessPatterns(RewritePatternSet &patterns);

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTOGPU_TENSORCORES_H
