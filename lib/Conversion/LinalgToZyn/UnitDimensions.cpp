//===- UnitDimensions.cpp - Dimensions of size 1 --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions of size 1 that were inserted keep reshapes between ops that could
// be fused, such as a normalization of rows and what computes them. Those that
// all ops have, such as a batch of one image, do not; dropping them from some
// ops would insert such reshapes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the dimensions of `op` that may be dropped if their size is 1: none
/// of an elementwise op all of whose operands have it, and none if an index is
/// computed from several, since upstream's patterns would lose the size of the
/// operand. `p * 5 + k` would become `k`, whose range is then that size.
static SmallVector<unsigned> getDroppableDimensions(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || !isRaisable(generic))
    return {};
  for (AffineMap map : generic.getIndexingMapsArray())
    if (!llvm::all_of(map.getResults(),
                      llvm::IsaPred<AffineDimExpr, AffineConstantExpr>))
      return {};
  auto isReshaped = [](Value operand) {
    return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
        operand.getDefiningOp());
  };
  if (generic.getNumReductionLoops() == 0 &&
      llvm::none_of(generic->getOperands(), isReshaped))
    return {};
  return llvm::to_vector(llvm::seq(generic.getNumLoops()));
}

void zyn::populateFoldUnitDimensionsPatterns(RewritePatternSet &patterns) {
  linalg::ControlDropUnitDims options;
  options.controlFn = getDroppableDimensions;
  linalg::populateFoldUnitExtentDimsPatterns(patterns, options);
}
