//===- ExpandElementwise.cpp - Expands elementwise ops --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters write weights that are quantized in groups as elementwise ops with
// a reshape between them: one converts the weights, another one multiplies each
// group by its scale.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

static linalg::GenericOp getElementwise(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && generic.getNumReductionLoops() == 0 ? generic
                                                        : linalg::GenericOp();
}

/// Whether `operand` is what an elementwise op computes from arguments and
/// constants, and is only expanded, for another elementwise op. Results of
/// products are left alone, since these have the elementwise op as epilogue.
static bool isExpandedBetween(OpOperand *operand) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(operand->getOwner());
  linalg::GenericOp producer = getElementwise(operand->get().getDefiningOp());
  return expand && expand->hasOneUse() &&
         getElementwise(*expand->user_begin()) && producer &&
         producer->hasOneUse() &&
         llvm::all_of(producer.getDpsInputs(), [](Value input) {
           return isa<BlockArgument>(input) ||
                  matchPattern(input, m_Constant());
         });
}

void zyn::populateExpandElementwisePatterns(RewritePatternSet &patterns) {
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns,
                                                    isExpandedBetween);
}
