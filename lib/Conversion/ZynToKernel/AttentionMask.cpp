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
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::zyn;

AttentionMask::AttentionMask(AttentionOp op, Value mask)
    : map(op.getMaskMapOrIdentity()), factor(getFactor(op)), mask(mask) {}

double AttentionMask::getFactor(AttentionOp op) {
  if (std::optional<APFloat> scale = op.getScale())
    return scale->convertToDouble() * llvm::numbers::log2e;
  double size = cast<MemRefType>(op.getQueries().getType()).getDimSize(3);
  return llvm::numbers::log2e / std::sqrt(size);
}

double AttentionMask::getFactorAfter(AttentionOp op) {
  bool isAdded =
      op.getMask() && !getElementTypeOrSelf(op.getMask()).isInteger(1);
  return isAdded ? 1 : getFactor(op);
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
  Value scale = getFloat(b, factor);
  Value log2e = getFloat(b, llvm::numbers::log2e);
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value key = clamp(b.add(firstKey, getColumnOfElement(i)), grid.numKeys);
    Value value =
        b.load(mask, project(map, {work.batch, work.head,
                                   queries[getRowOfElement(i)], key}));
    if (value.getType().isInteger(1)) {
      score = arith::SelectOp::create(b, value, score, lowest);
      continue;
    }
    // If a large element masks a whole row, the difference of a score to the
    // greatest one has to be exact, which it would not be after a product.
    value = convertNumber(b, b.getLoc(), value, b.getF32Type());
    value = arith::MulFOp::create(b, value, log2e);
    score = math::FmaOp::create(b, score, scale, value);
  }
}
