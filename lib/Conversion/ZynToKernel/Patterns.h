//===- Patterns.h - Patterns from zyn ops to kernels ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_PATTERNS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_PATTERNS_H

#include "KernelBuilder.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// What the lowering of matmuls depends on.
struct MatmulOptions {
  std::string chip;
  /// The number of a tile in the table, or -1 for the model's choice.
  int64_t tile = -1;
};

/// Replaces an op on buffers with kernels and their launches.
template <typename OpTy>
class KernelPattern : public OpRewritePattern<OpTy> {
public:
  KernelPattern(MLIRContext *context, KernelModules &kernels)
      : OpRewritePattern<OpTy>(context), kernels(kernels) {}

protected:
  KernelModules &kernels;
};

void populateMapToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateMatmulToKernelPatterns(RewritePatternSet &, KernelModules &,
                                    const MatmulOptions &);
void populateReduceToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateScanToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateSortToKernelPatterns(RewritePatternSet &, KernelModules &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_PATTERNS_H
