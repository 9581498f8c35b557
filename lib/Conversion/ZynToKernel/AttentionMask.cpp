//===- AttentionMask.cpp - Masks of scores in registers -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionMask.h"
#include "AttentionSoftmax.h"
#include "MatmulResult.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

bool AttentionMask::isAdded(AttentionOp op) {
  return op.getMask() && !getElementTypeOrSelf(op.getMask()).isInteger(1);
}

Value AttentionMask::apply(IndexBuilder &b, Value scores,
                           const AttentionWork &work, const AttentionGrid &grid,
                           Value query, Value key) const {
  auto type = cast<kernel::FragmentType>(scores.getType());
  auto clamp = [&](Value index, Value size) {
    return b.min(index, b.sub(size, b.constant(1)));
  };
  Value lowest = getFloat(b, -std::numeric_limits<double>::infinity());
  Value factor = getFloat(b, scale);
  SmallVector<Value> elements = unpackFragment(b, scores);
  for (auto [i, element] : llvm::enumerate(elements)) {
    auto [row, column] = type.getElementPosition(i);
    Value value =
        b.load(mask, project(map, {work.batch, work.head,
                                   clamp(b.add(query, row), grid.numQueries),
                                   clamp(b.add(key, column), grid.numKeys)}));
    if (value.getType().isInteger(1))
      element = arith::SelectOp::create(b, value, element, lowest);
    else
      element = math::FmaOp::create(
          b, element, factor,
          convertNumber(b, b.getLoc(), value, b.getF32Type()));
  }
  return packFragment(b, type, elements);
}
