//===- Patterns.h - Patterns on the kernel dialect ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_PATTERNS_H
#define ZYN_DIALECT_KERNEL_TRANSFORMS_PATTERNS_H

namespace mlir {
class RewritePatternSet;

namespace kernel {

/// Adds the patterns that compute `kernel.warp_id`, `kernel.num_warps` and
/// `kernel.global_id` from the indices in each dimension.
void populateExpandIndexOpPatterns(RewritePatternSet &patterns);

} // namespace kernel
} // namespace mlir

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_PATTERNS_H
