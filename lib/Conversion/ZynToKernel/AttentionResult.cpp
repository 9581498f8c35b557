//===- AttentionResult.cpp - Destinations of attention --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionResult.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

void AttentionResult::store(IndexBuilder &b, const AttentionWork &work,
                            Value thread, const SoftmaxRows &rows,
                            SmallVector<Value> sums) const {
  Value firstQuery = grid.getQuery(b, work, thread);
  Value firstColumn = b.mul(b.rem(thread, 4), 2);
  auto write = [&](Value pair, unsigned row, int64_t column) {
    Value query = b.add(firstQuery, SoftmaxRows::distance * row);
    b.buildIf(b.less(query, grid.numQueries), [&] {
      b.store(pair, destination,
              {work.batch, work.head, query, b.add(firstColumn, column)});
    });
  };
  divideByTotals(b, std::move(sums), rows, getElementTypeOrSelf(destination),
                 write);
}

void AttentionResult::storeLogSumExps(IndexBuilder &b,
                                      const AttentionWork &work, Value thread,
                                      const SoftmaxRows &rows) const {
  if (!logSumExp)
    return;
  Value firstQuery = grid.getQuery(b, work, thread);
  Value isFirst = b.equal(b.rem(thread, 4), b.constant(0));
  for (unsigned row = 0; row < SoftmaxRows::count; ++row) {
    Value query = b.add(firstQuery, SoftmaxRows::distance * row);
    b.buildIf(b.land(isFirst, b.less(query, grid.numQueries)), [&] {
      b.store(softmax.getLogSumExp(b, rows, row), logSumExp,
              {work.batch, work.head, query});
    });
  }
}
