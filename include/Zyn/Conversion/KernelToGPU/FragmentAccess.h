//===- FragmentAccess.h - Loads and stores of fragments ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTOGPU_FRAGMENTACCESS_H
#define ZYN_CONVERSION_KERNELTOGPU_FRAGMENTACCESS_H

namespace mlir {
class RewritePatternSet;

namespace zyn {

/// Adds the patterns that make of `kernel.mma.load` and `kernel.mma.store` each
/// thread's own `kernel.load` and `kernel.store`, for whatever lowers these.
void populateFragmentAccessPatterns(RewritePatternSet &patterns);

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTOGPU_FRAGMENTACCESS_H
