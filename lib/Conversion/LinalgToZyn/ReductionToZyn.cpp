//===- ReductionToZyn.cpp - Raises reductions -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Reductions.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct RaiseReduction : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Reduction>> reductions = getReductions(op);
    if (failed(reductions))
      return rewriter.notifyMatchFailure(
          op, "no reduction: its body does not end with one op for each "
              "destination that is known to be associative and commutative");
    FailureOr<LoopNumbers> kept = getKeptLoops(op);
    if (failed(kept))
      return rewriter.notifyMatchFailure(
          op, "no reduction: its destinations are not accessed by the same "
              "permutation of the parallel loops");
    SmallVector<Value> values =
        llvm::map_to_vector(*reductions, [](const Reduction &reduction) {
          return reduction.value;
        });
    ReduceOp reduce = createReduce(rewriter, op, values, *kept);
    emitCombiners(rewriter, op.getLoc(), reduce.getCombiner(), *reductions);
    rewriter.replaceOp(op, reduce);
    return success();
  }
};
} // namespace

void zyn::populateReductionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseReduction>(patterns.getContext());
}
