//===- Patterns.h - Patterns that raise linalg to zyn -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_PATTERNS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_PATTERNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// Whether `op` works on tensors whose elements ops of zyn can have.
bool isRaisable(linalg::LinalgOp op);

/// A pattern for linalg ops on tensors.
struct RaisingPattern : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const final {
    return isRaisable(op) && isOfKind(op) ? raise(op, rewriter) : failure();
  }
  /// Whether the pattern is for ops like `op`, so that users want to know why
  /// it does not match.
  virtual bool isOfKind(linalg::LinalgOp op) const { return true; }
  virtual LogicalResult raise(linalg::LinalgOp op,
                              PatternRewriter &rewriter) const = 0;
};

/// A pattern for ops with reduction loops.
struct RaisingReductionPattern : RaisingPattern {
  using RaisingPattern::RaisingPattern;

  bool isOfKind(linalg::LinalgOp op) const final {
    return op.getNumReductionLoops() != 0;
  }
};

void populateContractionToZynPatterns(RewritePatternSet &);
void populateConvolutionToZynPatterns(RewritePatternSet &);
void populateElementwiseToZynPatterns(RewritePatternSet &);
void populateExtractsToInputsPatterns(RewritePatternSet &);
void populateExpandElementwisePatterns(RewritePatternSet &);
void populateFlattenedReshapesPatterns(RewritePatternSet &);
void populateFoldBroadcastsPatterns(RewritePatternSet &);
void populateFoldConstantIndicesPatterns(RewritePatternSet &);
void populateFoldUnitDimensionsPatterns(RewritePatternSet &);
void populateGatherToZynPatterns(RewritePatternSet &);
void populateGenericToComputePatterns(RewritePatternSet &);
void populateIndexReductionToZynPatterns(RewritePatternSet &);
void populatePoolingToZynPatterns(RewritePatternSet &);
void populateReductionToZynPatterns(RewritePatternSet &);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_PATTERNS_H
