//===- Reductions.cpp - Combiners of reductions ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

FailureOr<SmallVector<Reduction>> zyn::getReductions(linalg::LinalgOp op) {
  SmallVector<Reduction> reductions;
  SmallVector<BlockArgument> elements(op.getRegionOutputArgs());
  for (unsigned i = 0, e = elements.size(); i < e; ++i) {
    SmallVector<Operation *> combiners;
    Value value = matchReduction(elements, i, combiners);
    // The combiners whose neutral element is known are associative and
    // commutative.
    if (!value || combiners.size() != 1 || !elements[i].hasOneUse() ||
        !arith::getNeutralElement(combiners.front()))
      return failure();
    reductions.push_back({value, combiners.front()});
  }
  return reductions;
}

void zyn::emitCombiners(OpBuilder &builder, Location loc, Region &region,
                        ArrayRef<Reduction> reductions) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  for (const Reduction &reduction : reductions)
    types.push_back(reduction.value.getType());
  types.append(types.begin(), types.end());
  Block *block = builder.createBlock(&region, {}, types,
                                     SmallVector<Location>(types.size(), loc));
  SmallVector<Value> results;
  unsigned count = reductions.size();
  for (auto [i, reduction] : llvm::enumerate(reductions)) {
    Operation *combiner = reduction.combiner->clone();
    combiner->setOperands(
        {block->getArgument(i), block->getArgument(count + i)});
    builder.insert(combiner);
    results.push_back(combiner->getResult(0));
  }
  YieldOp::create(builder, loc, results);
}
