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

#include "Zyn/Schedule/MatmulTile.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// What the lowering of matmuls depends on.
struct MatmulOptions {
  std::string chip;
  /// The number of a tile in the table, or -1 for the model's choice.
  int64_t tile = -1;

  /// Returns that tile if it is one of `unit`, or else null.
  const ::zyn::schedule::MatmulTile *
  getTile(::zyn::schedule::MatmulUnit unit) const {
    if (tile < 0)
      return nullptr;
    const ::zyn::schedule::MatmulTile &chosen =
        ::zyn::schedule::getMatmulTiles()[tile];
    return chosen.unit == unit ? &chosen : nullptr;
  }
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

void populateAttentionToKernelPatterns(RewritePatternSet &, KernelModules &,
                                       StringRef chip);
void populateComputeToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateConv2dToKernelPatterns(RewritePatternSet &, KernelModules &,
                                    const MatmulOptions &);
void populateGatherToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateMapToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateMatmulToKernelPatterns(RewritePatternSet &, KernelModules &,
                                    const MatmulOptions &);
void populateReduceToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateReduceWindowToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateRowsToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateScanToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateScatterToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateSortToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateSpmmToKernelPatterns(RewritePatternSet &, KernelModules &);
void populateTopKToKernelPatterns(RewritePatternSet &, KernelModules &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_PATTERNS_H
