//===- EvaluateMoves.cpp - Combines and drops maps that move elements -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateTensors.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the input whose elements result `number` of `map` consists of, as
/// they are, or null.
static OpOperand *getMoved(MapOp map, unsigned number) {
  auto argument = dyn_cast<BlockArgument>(
      map.getBlock()->getTerminator()->getOperand(number));
  if (!argument || argument.getOwner() != map.getBlock())
    return nullptr;
  return &map->getOpOperand(argument.getArgNumber());
}

static bool hasStaticOperands(MapOp map) {
  return llvm::all_of(map->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  });
}

namespace {

/// Reads what a map moves from where the map reads it. What computes keeps its
/// operand: --zyn-fuse decides whether that is faster.
struct CombineMoves : OpRewritePattern<MapOp> {
  CombineMoves(MLIRContext *context, TensorEvaluation &evaluation)
      : OpRewritePattern(context), evaluation(evaluation) {}

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    OpOperand *moved = op.getNumResults() == 1 ? getMoved(op, 0) : nullptr;
    if (!moved || !hasStaticOperands(op))
      return rewriter.notifyMatchFailure(op, "computes its result");
    auto producer = moved->get().getDefiningOp<MapOp>();
    OpOperand *source =
        producer && hasStaticOperands(producer)
            ? getMoved(producer, cast<OpResult>(moved->get()).getResultNumber())
            : nullptr;
    if (!source)
      return rewriter.notifyMatchFailure(op, "its operand is not moved");
    AffineMap map = producer.getInputMap(source->getOperandNumber())
                        .compose(op.getInputMap(moved->getOperandNumber()));
    SmallVector<AffineMap> maps;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      maps.push_back(i == moved->getOperandNumber() ? map : op.getInputMap(i));
    rewriter.modifyOpInPlace(op, [&] {
      moved->set(source->get());
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    ++evaluation.numMoves;
    return success();
  }

  TensorEvaluation &evaluation;
};

/// Replaces the results of a map that are its inputs.
struct DropMoves : OpRewritePattern<MapOp> {
  DropMoves(MLIRContext *context, TensorEvaluation &evaluation)
      : OpRewritePattern(context), evaluation(evaluation) {}

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasStaticOperands(op))
      return rewriter.notifyMatchFailure(op, "sizes are not known");
    bool changed = false;
    for (OpResult result : op->getResults()) {
      OpOperand *moved = getMoved(op, result.getResultNumber());
      if (result.use_empty() || !moved ||
          moved->get().getType() != result.getType() ||
          !op.getInputMap(moved->getOperandNumber()).isIdentity())
        continue;
      rewriter.replaceAllUsesWith(result, moved->get());
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no result is one of the inputs");
    ++evaluation.numMoves;
    return success();
  }

  TensorEvaluation &evaluation;
};

} // namespace

void zyn::populateEvaluateMovesPatterns(RewritePatternSet &patterns,
                                        TensorEvaluation &evaluation) {
  patterns.add<CombineMoves, DropMoves>(patterns.getContext(), evaluation);
}
