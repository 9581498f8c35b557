//===- ElementwiseToZyn.cpp - Raises elementwise ops to maps --------------===//
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

/// Whether the body of a map can contain `op`: it works on scalars.
static bool isMapBodyOp(Operation &op) {
  auto isTensor = llvm::IsaPred<ShapedType>;
  return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
         llvm::none_of(op.getOperandTypes(), isTensor) &&
         llvm::none_of(op.getResultTypes(), isTensor);
}

namespace {
/// Raises ops without reductions: elementwise ops, fills, copies, transposes
/// and broadcasts.
struct RaiseElementwise : RaisingPattern {
  using RaisingPattern::RaisingPattern;

  bool isOfKind(linalg::LinalgOp op) const override {
    return op.getNumReductionLoops() == 0;
  }

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    AffineMap destination = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    if (!destination.isPermutation() ||
        llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
          return op.getMatchingIndexingMap(&init) != destination;
        }))
      return rewriter.notifyMatchFailure(
          op, "not elementwise: its destinations are not accessed by the same "
              "permutation of the loops");
    // From the destinations' dimensions to the loops.
    AffineMap loops = inversePermutation(destination);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    SmallVector<BlockArgument> elements;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument element = op.getMatchingBlockArgument(&operand);
      if (op.isScalar(&operand) || element.use_empty())
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (!map.isProjectedPermutation())
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
          reason << "not elementwise: operand #" << operand.getOperandNumber()
                 << " is accessed by " << AffineMapAttr::get(map);
        });
      inputs.push_back(operand.get());
      maps.push_back(map.compose(loops));
      elements.push_back(element);
    }
    for (Operation &inner : op.getBlock()->without_terminator())
      if (!isMapBodyOp(inner))
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
          reason << "not elementwise: its body contains " << inner.getName();
        });

    auto map = createMap(
        rewriter, op.getLoc(), inputs, op.getDpsInits(), maps,
        [&](OpBuilder &b, ValueRange arguments) {
          // Scalar operands are captured, and so are unused ones.
          SmallVector<Value> values(op->getOperands());
          for (auto [element, argument] : llvm::zip(elements, arguments))
            values[element.getArgNumber()] = argument;
          return cloneLinalgBody(
              b, op, values, [&](OpBuilder &at, unsigned loop) -> Value {
                unsigned dim =
                    *destination.getResultPosition(at.getAffineDimExpr(loop));
                return IndexOp::create(at, op.getLoc(), dim);
              });
        });
    rewriter.replaceOp(op, map);
    return success();
  }
};
} // namespace

void zyn::populateElementwiseToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseElementwise>(patterns.getContext());
}
