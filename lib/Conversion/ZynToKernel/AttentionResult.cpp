//===- AttentionResult.cpp - Destinations of attention --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionResult.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

AttentionResult::AttentionResult(KernelBuilder &kernel, AttentionOp op,
                                 const AttentionGrid &grid,
                                 const AttentionSoftmax &softmax,
                                 unsigned firstArgument)
    : op(op), grid(grid), softmax(softmax),
      destination(kernel.argument(firstArgument)) {
  unsigned next = firstArgument + 1;
  if (op.getLogSumExp())
    logSumExp = kernel.argument(next++);
  epilogueInputs = kernel.arguments(next, op.getEpilogueInputs().size());
}

SmallVector<Value> AttentionResult::getArguments(AttentionOp op) {
  SmallVector<Value> arguments(op.getInits());
  llvm::append_range(arguments, op.getEpilogueInputs());
  return arguments;
}

void AttentionResult::finish(
    IndexBuilder &b, const AttentionWork &work, Value thread,
    const SoftmaxRows &rows, SmallVector<Value> sums,
    function_ref<void(Value, unsigned, int64_t)> write) const {
  Type type = getElementTypeOrSelf(destination);
  AttentionOp attention = op;
  divideByTotals(b, sums, rows);
  bool hasEpilogue = !attention.getEpilogue().empty();
  SmallVector<Value> queries;
  Value firstColumn;
  // What the epilogue of a query that does not exist reads has to exist.
  if (!epilogueInputs.empty()) {
    Value firstQuery = grid.getQuery(b, work, thread),
          last = b.sub(grid.numQueries, b.constant(1));
    for (int64_t row = 0; row < SoftmaxRows::count; ++row)
      queries.push_back(
          b.min(b.add(firstQuery, SoftmaxRows::distance * row), last));
    firstColumn = b.mul(b.rem(thread, 4), 2);
  }
  auto compute = [&](size_t i) {
    SmallVector<Value> elements = {sums[i]}, indices;
    if (!epilogueInputs.empty())
      indices = {work.batch, work.head, queries[getRowOfElement(i)],
                 b.add(firstColumn, getColumnOfElement(i))};
    for (auto [number, input] : llvm::enumerate(epilogueInputs))
      elements.push_back(
          b.load(input, project(attention.getEpilogueMap(number), indices)));
    return b.cloneBody(attention.getEpilogue().front(), elements)[0];
  };
  for (size_t i = 0; i < sums.size(); i += 2) {
    SmallVector<Value> elements = {sums[i], sums[i + 1]};
    if (hasEpilogue)
      elements = {compute(i), compute(i + 1)};
    Value pair = vector::FromElementsOp::create(
        b, VectorType::get(2, elements[0].getType()), elements);
    if (!hasEpilogue && !type.isF32())
      pair = arith::TruncFOp::create(b, VectorType::get(2, type), pair);
    write(pair, getRowOfElement(i), getColumnOfElement(i));
  }
}

void AttentionResult::store(IndexBuilder &b, const AttentionWork &work,
                            Value thread, const SoftmaxRows &rows,
                            SmallVector<Value> sums) const {
  Value firstQuery = grid.getQuery(b, work, thread);
  Value firstColumn = b.mul(b.rem(thread, 4), 2);
  auto write = [&](Value pair, unsigned row, int64_t column) {
    Value query = b.add(firstQuery, SoftmaxRows::distance * row);
    Value first = b.add(firstColumn, column);
    b.buildIf(b.less(query, grid.numQueries), [&] {
      if (getVectorizableBits(getElementTypeOrSelf(destination)) != 0) {
        b.store(pair, destination, {work.batch, work.head, query, first});
        return;
      }
      auto elements = vector::ToElementsOp::create(b, pair);
      for (auto [i, element] : llvm::enumerate(elements.getResults()))
        b.store(element, destination,
                {work.batch, work.head, query, b.add(first, i)});
    });
  };
  finish(b, work, thread, rows, std::move(sums), write);
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
