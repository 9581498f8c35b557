//===- FoldBroadcasts.cpp - Folds broadcasts into elementwise ops ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedTensor.h"
#include "Patterns.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
/// Reads what an input is a broadcast copy of, such as the bias of a layer.
/// Transposed copies are left alone: they may be worth a kernel.
struct FoldBroadcasts : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(op, "expected an elementwise op");
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inputs(op.getInputs());
    bool isChanged = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      FailureOr<IndexedTensor> access = getIndexedTensor(op, *input);
      if (failed(access))
        continue;
      IndexedTensor source = lookThroughCopies(*access);
      if (source.loops.size() >= access->loops.size())
        continue;
      unsigned number = input->getOperandNumber();
      inputs[number] = source.tensor;
      maps[number] = AffineMap::getMultiDimMapWithTargets(
          op.getNumLoops(), source.loops, op.getContext());
      isChanged = true;
    }
    if (!isChanged)
      return rewriter.notifyMatchFailure(op, "no input is a broadcast copy");
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputsMutable().assign(inputs);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};
} // namespace

void zyn::populateFoldBroadcastsPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldBroadcasts>(patterns.getContext());
}
