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
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::zyn;

/// Returns the scale of an op whose size of a head is known.
static double getScale(AttentionOp op) {
  if (std::optional<APFloat> scale = op.getScale())
    return scale->convertToDouble();
  double size = cast<MemRefType>(op.getQueries().getType()).getDimSize(3);
  return 1 / std::sqrt(size);
}

AttentionMask::AttentionMask(AttentionOp op, Value mask)
    : map(op.getMaskMapOrIdentity()), scale(getScale(op)), mask(mask) {}

double AttentionMask::getScaleAfter(AttentionOp op) {
  bool isAdded =
      op.getMask() && !getElementTypeOrSelf(op.getMask()).isInteger(1);
  return isAdded ? 1 : getScale(op);
}

void AttentionMask::apply(IndexBuilder &b, MutableArrayRef<Value> scores,
                          const AttentionGrid &grid, const AttentionWork &work,
                          Value block, Value thread) const {
  auto clamp = [&](Value index, Value size) {
    return b.min(index, b.sub(size, b.constant(1)));
  };
  Value firstQuery = grid.getQuery(b, work, thread),
        firstKey = grid.getKey(b, block, thread);
  SmallVector<Value> queries;
  for (int64_t row = 0; row < SoftmaxRows::count; ++row)
    queries.push_back(
        clamp(b.add(firstQuery, SoftmaxRows::distance * row), grid.numQueries));
  Value lowest = getFloat(b, -std::numeric_limits<double>::infinity());
  Value factor = getFloat(b, scale);
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value key = clamp(b.add(firstKey, getColumnOfElement(i)), grid.numKeys);
    Value value =
        b.load(mask, project(map, {work.batch, work.head,
                                   queries[getRowOfElement(i)], key}));
    if (value.getType().isInteger(1))
      score = arith::SelectOp::create(b, value, score, lowest);
    else
      score = math::FmaOp::create(
          b, score, factor,
          convertNumber(b, b.getLoc(), value, b.getF32Type()));
  }
}
