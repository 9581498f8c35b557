//===- PoolingToZyn.cpp - Raises pooling to reductions of windows ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Reductions.h"
#include "WindowAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether an element `padding` does not change the results of `reduction`.
static bool isNeutral(Value padding, const Reduction &reduction) {
  TypedAttr constant;
  return matchPattern(padding, m_Constant(&constant)) &&
         constant == arith::getNeutralElement(reduction.combiner);
}

namespace {
struct RaisePooling : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() == 0 || op.getNumDpsInits() != 1)
      return rewriter.notifyMatchFailure(op, "no pooling: expected an input");
    FailureOr<WindowAccess> input = getWindowAccess(op);
    FailureOr<SmallVector<Reduction>> reductions = getReductions(op);
    FailureOr<IndexedTensor> result =
        getIndexedTensor(op, *op.getDpsInitOperand(0));
    if (failed(input) || failed(reductions) || failed(result) ||
        reductions->front().value != op.getRegionInputArgs().front())
      return rewriter.notifyMatchFailure(
          op, "no pooling: it does not reduce windows of its first input");
    if (op.getNumReductionLoops() != input->windows.size() ||
        result->loops.size() != input->loops.size() ||
        !llvm::all_of(result->loops, [&](unsigned loop) {
          return llvm::is_contained(input->loops, loop);
        }))
      return rewriter.notifyMatchFailure(
          op, "no pooling: its loops are not those of its first input");

    unsigned rank = result->loops.size();
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    SmallVector<int64_t> window(rank, 1), strides(rank, 1), dilations(rank, 1),
        padding(2 * rank, 0);
    absorbPadding(*input, [&](Value value) {
      return isNeutral(value, reductions->front());
    });
    if (!hasAllWindows(op, *input))
      return rewriter.notifyMatchFailure(
          op, "no zyn.reduce_window: its result is smaller than the number of "
              "windows in the image");
    for (const WindowDimension &dimension : input->windows) {
      unsigned dim =
          llvm::find(result->loops, dimension.position) - result->loops.begin();
      window[dim] = ranges[dimension.element];
      if (ShapedType::isDynamic(window[dim]))
        return rewriter.notifyMatchFailure(
            op, "no zyn.reduce_window: the size of the windows is not "
                "constant");
      strides[dim] = dimension.stride;
      dilations[dim] = dimension.dilation;
      padding[2 * dim] = dimension.before;
      padding[2 * dim + 1] = dimension.after;
    }
    Location loc = op.getLoc();
    auto pool = ReduceWindowOp::create(
        rewriter, loc, op->getResultTypes(),
        transposeTo(rewriter, loc, *input, result->loops), op.getDpsInits(),
        window, strides, padding, dilations);
    emitCombiners(rewriter, loc, pool.getCombiner(), *reductions);
    rewriter.replaceOp(op, pool);
    return success();
  }
};
} // namespace

void zyn::populatePoolingToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaisePooling>(patterns.getContext());
}
