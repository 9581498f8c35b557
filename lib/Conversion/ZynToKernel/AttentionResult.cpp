//===- AttentionResult.cpp - Destinations of attention --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionResult.h"
#include "PaddedCopies.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Bits of the registers of a thread for elements of the epilogue's inputs that
/// are loaded together, while as many are used.
static constexpr int64_t kLoadedBits = 512;

AttentionResult::AttentionResult(KernelBuilder &kernel, AttentionOp op,
                                 const ReducedRows &rows,
                                 const AttentionGrid &grid,
                                 const AttentionSoftmax &softmax,
                                 unsigned firstArgument)
    : op(op), grid(grid), softmax(softmax),
      destination(kernel.argument(firstArgument)), isStored(rows.isStored()) {
  unsigned next = firstArgument + 1;
  if (op.getLogSumExp())
    logSumExp = kernel.argument(next++);
  epilogueInputs = kernel.arguments(next, op.getEpilogueInputs().size());
  next += epilogueInputs.size();
  if (rows.reduction)
    strips.emplace(*rows.reduction, kernel.arguments(next, rows.strips.size()));
}

SmallVector<Value> AttentionResult::getArguments(AttentionOp op,
                                                 const ReducedRows &rows) {
  SmallVector<Value> arguments(op.getInits());
  llvm::append_range(arguments, op.getEpilogueInputs());
  llvm::append_range(arguments, rows.strips);
  return arguments;
}

/// Whether two neighbors in a row of the result, of which the first one has an
/// even column, are such neighbors in `input`, too.
static bool readsPairs(AffineMap access, Value input) {
  unsigned column = access.getNumDims() - 1;
  return access.getNumResults() != 0 &&
         access.getResults().back() ==
             getAffineDimExpr(column, access.getContext()) &&
         hasAlignedVectors(input, 2);
}

AttentionResult::Pair AttentionResult::loadPair(IndexBuilder &b,
                                                ArrayRef<Value> indices) const {
  AttentionOp attention = op;
  Pair pair;
  for (auto [number, input] : llvm::enumerate(epilogueInputs)) {
    AffineMap access = attention.getEpilogueMap(number);
    if (readsPairs(access, input)) {
      auto elements = vector::ToElementsOp::create(
          b, b.load(input, project(access, indices), /*width=*/2));
      pair.first.push_back(elements.getResult(0));
      pair.second.push_back(elements.getResult(1));
      continue;
    }
    Value first = b.load(input, project(access, indices)), second = first;
    if (access.isFunctionOfDim(indices.size() - 1)) {
      SmallVector<Value> next(indices);
      next.back() = b.add(next.back(), 1);
      second = b.load(input, project(access, next));
    }
    pair.first.push_back(first);
    pair.second.push_back(second);
  }
  return pair;
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
  Value firstColumn, firstQuery;
  if (!epilogueInputs.empty() || strips)
    firstQuery = grid.getQuery(b, work, thread);
  // What the epilogue of a query that does not exist reads has to exist.
  if (!epilogueInputs.empty()) {
    Value last = b.sub(grid.numQueries, b.constant(1));
    for (int64_t row = 0; row < SoftmaxRows::count; ++row)
      queries.push_back(
          b.min(b.add(firstQuery, SoftmaxRows::distance * row), last));
    firstColumn = b.mul(b.rem(thread, 4), 2);
  }
  // Loads take longer than the ops of an epilogue. Several are in flight before
  // their elements are used, as many as there are registers for.
  int64_t bits = 0;
  for (Value input : epilogueInputs)
    bits +=
        2 * std::max<int64_t>(
                8 * kernel::getElementBytes(getElementTypeOrSelf(input)), 16);
  size_t numPairs = sums.size() / 2,
         ahead = std::max<size_t>(1, kLoadedBits / std::max<int64_t>(bits, 1));
  SmallVector<Pair> loaded;
  auto load = [&](size_t count) {
    while (loaded.size() < std::min(count, numPairs)) {
      size_t i = 2 * loaded.size();
      loaded.push_back(
          epilogueInputs.empty()
              ? Pair()
              : loadPair(b, {work.batch, work.head, queries[getRowOfElement(i)],
                             b.add(firstColumn, getColumnOfElement(i))}));
    }
  };
  auto compute = [&](Value sum, ArrayRef<Value> inputs) {
    SmallVector<Value> elements = {sum};
    llvm::append_range(elements, inputs);
    return b.cloneBody(attention.getEpilogue().front(), elements)[0];
  };
  SmallVector<Value> ofStrip[SoftmaxRows::count];
  for (size_t number = 0; number < numPairs; ++number) {
    size_t i = 2 * number;
    SmallVector<Value> elements = {sums[i], sums[i + 1]};
    if (hasEpilogue) {
      if (number % ahead == 0)
        load(number + 2 * ahead);
      elements = {compute(elements[0], loaded[number].first),
                  compute(elements[1], loaded[number].second)};
    }
    Value pair = vector::FromElementsOp::create(
        b, VectorType::get(2, elements[0].getType()), elements);
    if (!hasEpilogue && !type.isF32())
      pair = arith::TruncFOp::create(b, VectorType::get(2, type), pair);
    unsigned row = getRowOfElement(i);
    int64_t column = getColumnOfElement(i);
    if (isStored)
      write(pair, row, column);
    if (!strips)
      continue;
    auto stored = vector::ToElementsOp::create(b, pair);
    llvm::append_range(ofStrip[row], stored.getResults());
    if (number + SoftmaxRows::count < numPairs &&
        getColumnOfElement(i + 2 * SoftmaxRows::count) % kStripColumns != 0)
      continue;
    reduceStrip(b, work, thread, b.add(firstQuery, SoftmaxRows::distance * row),
                b.constant(column / kStripColumns * kStripColumns),
                ofStrip[row]);
    ofStrip[row].clear();
  }
}

void AttentionResult::reduceStrip(IndexBuilder &b, const AttentionWork &work,
                                  Value thread, Value query, Value firstColumn,
                                  ArrayRef<Value> elements) const {
  Value head = b.add(b.mul(work.batch, grid.heads), work.head),
        row = b.add(b.mul(head, grid.numQueries), query),
        lane = b.rem(thread, limits::warpSize);
  strips->store(b, strips->reduce(b, elements, row, firstColumn, lane), row,
                firstColumn, lane, b.less(query, grid.numQueries));
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
