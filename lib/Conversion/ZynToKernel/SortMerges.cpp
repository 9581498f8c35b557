//===- SortMerges.cpp - Sorts with comparators ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merge sort: a block sorts each tile in shared memory, in which it merges runs
// of one element, of two, and so on. Further launches merge runs in memory. A
// block of theirs merges as many elements as a tile has: two threads find where
// these elements start and end in both runs, which the block then merges in
// shared memory. In each merge, each thread writes a few neighboring elements.
//
//===----------------------------------------------------------------------===//

#include "SortKernel.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Transforms/MergedRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// Builds the launches of a sort with a comparator.
class Merges {
public:
  Merges(IndexBuilder &h, SortKernels &sort);
  void emit();

private:
  /// A tile of a row, in shared memory.
  struct Tile;

  void sortTiles();
  /// Merges runs of `width` elements, a multiple of those of a tile.
  void mergeTiles(ArrayRef<Value> source, ArrayRef<Value> target, Value width);

  IndexBuilder &h;
  SortKernels &sort;
  SmallVector<bool> compared;
  /// Powers of two.
  int64_t threads, items, tileSize;
  int64_t tileBytes = 0;
  Value tiles;
};

struct Merges::Tile {
  Tile(Merges &merges, SortKernel &kernel);

  /// Whether the element at an index of `buffers` comes before that at another
  /// one.
  Value compare(ArrayRef<Value> buffers, Value x, Value y);
  /// Builds a loop over the numbers of the tile's elements that the thread
  /// moves from and to memory.
  void forEachNumber(function_ref<void(Value)> body);
  void copy(ArrayRef<Value> source, Value from, ArrayRef<Value> target,
            Value to) {
    merges.sort.store(b, merges.sort.load(b, source, from), target, to);
  }

  Merges &merges;
  IndexBuilder &b;
  Value thread, rowStart, first, count;
  /// Shared memory for the elements, before and after a merge.
  SmallVector<Value> unmerged, merged;
};

} // namespace

Merges::Merges(IndexBuilder &h, SortKernels &sort)
    : h(h), sort(sort), compared(getComparedInputs(sort.op)) {
  const MergeSchedule schedule;
  int64_t elementBytes = 0;
  for (Type type : sort.elements)
    elementBytes += llvm::alignTo(kernel::getElementBytes(type), 8);
  threads = sort.hints.getPowerOf2Threads(schedule.threads);
  items = llvm::bit_floor(static_cast<uint64_t>(
      sort.hints.get(KernelHint::UnrollFactor, schedule.items)));
  auto isTooLarge = [&] {
    return 2 * threads * items * elementBytes > schedule.sharedBytes;
  };
  while (isTooLarge() && items > 1)
    items /= 2;
  // Rows that are shorter than a tile need fewer threads.
  std::optional<int64_t> known = getConstantIntValue(sort.length);
  while (threads > limits::warpSize &&
         (isTooLarge() || (known && *known <= threads / 2 * items)))
    threads /= 2;
  sort.hints.state(KernelHint::UnrollFactor, items, "");
  tileSize = threads * items;
  tileBytes = 2 * tileSize * elementBytes;
  tiles = h.ceilDiv(sort.length, tileSize);
}

Merges::Tile::Tile(Merges &merges, SortKernel &kernel)
    : merges(merges), b(kernel.builder.device()) {
  thread = b.threadId(kernel::Dimension::x);
  Value length = kernel.sizes[0], tiles = kernel.sizes[1];
  rowStart = b.mul(b.div(b.blockId(), tiles), length);
  first = b.mul(b.rem(b.blockId(), tiles), merges.tileSize);
  count = b.min(b.sub(length, first), b.constant(merges.tileSize));
  int64_t offset = 0;
  for (SmallVector<Value> *buffers : {&unmerged, &merged})
    for (Type type : merges.sort.elements) {
      buffers->push_back(kernel.builder.dynamicShared(offset, {merges.tileSize},
                                                      type, kAccessBytes));
      offset +=
          merges.tileSize * llvm::alignTo(kernel::getElementBytes(type), 8);
    }
}

Value Merges::Tile::compare(ArrayRef<Value> buffers, Value x, Value y) {
  SmallVector<Value> elements;
  for (Value index : {x, y})
    for (auto [buffer, isCompared] : llvm::zip(buffers, merges.compared))
      elements.push_back(isCompared ? b.load(buffer, index) : Value());
  return b.cloneBody(merges.sort.op.getComparator().front(), elements)[0];
}

void Merges::Tile::forEachNumber(function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, thread, count, b.constant(merges.threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void Merges::sortTiles() {
  SortKernel kernel(h, sort, {threads, 1, 1}, sort.inputs, sort.outputs,
                    {sort.length, tiles});
  Tile tile(*this, kernel);
  IndexBuilder &b = tile.b;
  Value start = b.add(tile.rowStart, tile.first);
  tile.forEachNumber([&](Value number) {
    tile.copy(kernel.in, b.add(start, number), tile.unmerged, number);
  });
  kernel::BarrierOp::create(b);

  Value own = b.min(b.mul(tile.thread, items), tile.count);
  Value end = b.min(b.add(own, b.constant(items)), tile.count);
  auto merge = [&](ArrayRef<Value> source, ArrayRef<Value> target,
                   Value width) {
    // Parts of one merge, or several merges of short runs.
    Value size = b.min(b.add(width, width), b.constant(items));
    auto loop = scf::ForOp::create(b, own, end, size);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value part = loop.getInductionVar();
      Runs runs = getRuns(b, b.getLoc(), part, width, tile.count);
      mergeRuns(
          b, b.getLoc(), runs, b.sub(part, runs.first),
          b.min(size, b.sub(end, part)),
          [&](Value x, Value y) { return tile.compare(source, x, y); },
          [&](Value from, Value number) {
            tile.copy(source, from, target, b.add(part, number));
          });
    }
    kernel::BarrierOp::create(b);
  };
  // Pairs of merges, so that the elements are where they were.
  int64_t pairs = llvm::divideCeil(llvm::Log2_64(tileSize), 2);
  auto loop = scf::ForOp::create(b, b.constant(0), b.constant(pairs),
                                 b.constant(1), b.constant(1));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value width = loop.getRegionIterArg(0), next = b.add(width, width);
    merge(tile.unmerged, tile.merged, width);
    merge(tile.merged, tile.unmerged, next);
    scf::YieldOp::create(b, ValueRange{b.add(next, next)});
  }
  tile.forEachNumber([&](Value number) {
    tile.copy(tile.unmerged, number, kernel.out, b.add(start, number));
  });
  kernel.builder.launch(h.mul(sort.rows, tiles), tileBytes);
}

void Merges::mergeTiles(ArrayRef<Value> source, ArrayRef<Value> target,
                        Value width) {
  SortKernel kernel(h, sort, {threads, 1, 1}, source, target,
                    {sort.length, tiles, width});
  Tile tile(*this, kernel);
  IndexBuilder &b = tile.b;
  Runs runs =
      getRuns(b, b.getLoc(), tile.first, kernel.sizes[2], kernel.sizes[0]);
  Value diagonal = b.sub(tile.first, runs.first);
  for (Value *index :
       {&runs.first, &runs.firstEnd, &runs.second, &runs.secondEnd})
    *index = b.add(tile.rowStart, *index);
  Value splits = kernel.builder.shared({2}, b.getIndexType());
  Value zero = b.constant(0), one = b.constant(1);
  b.buildIf(b.lessEqual(tile.thread, one), [&] {
    Value own = b.add(diagonal, b.mul(tile.thread, tile.count));
    Value split = findSplit(b, b.getLoc(), runs, own, [&](Value x, Value y) {
      return tile.compare(kernel.in, x, y);
    });
    b.store(split, splits, tile.thread);
  });
  kernel::BarrierOp::create(b);
  // The elements of the first run, followed by those of the second one. If the
  // order is not strict and weak, the splits may be in any order; accesses have
  // to stay in bounds.
  Value split = b.load(splits, zero);
  Value firsts =
      b.min(b.sub(b.max(b.load(splits, one), split), split), tile.count);
  Value first = b.add(runs.first, split);
  Value second = b.sub(b.add(runs.second, b.sub(diagonal, split)), firsts);
  tile.forEachNumber([&](Value number) {
    Value isFirst = b.less(number, firsts);
    Value from = arith::SelectOp::create(b, isFirst, first, second);
    tile.copy(kernel.in, b.add(from, number), tile.unmerged, number);
  });
  kernel::BarrierOp::create(b);

  Value own = b.min(b.mul(tile.thread, items), tile.count);
  mergeRuns(
      b, b.getLoc(), {zero, firsts, firsts, tile.count}, own,
      b.min(b.constant(items), b.sub(tile.count, own)),
      [&](Value x, Value y) { return tile.compare(tile.unmerged, x, y); },
      [&](Value from, Value number) {
        tile.copy(tile.unmerged, from, tile.merged, b.add(own, number));
      });
  kernel::BarrierOp::create(b);
  Value start = b.add(tile.rowStart, tile.first);
  tile.forEachNumber([&](Value number) {
    tile.copy(tile.merged, number, kernel.out, b.add(start, number));
  });
  kernel.builder.launch(h.mul(sort.rows, tiles), tileBytes);
}

void Merges::emit() {
  sortTiles();
  Value size = h.constant(tileSize);
  h.buildIf(h.less(size, sort.length), [&] {
    SmallVector<Value> temporaries;
    for (Type element : sort.elements)
      temporaries.push_back(
          allocateBuffer(h, h.mul(sort.rows, sort.length), element));
    // Pairs of launches, so that the outputs have the result.
    Type index = h.getIndexType();
    auto loop = scf::WhileOp::create(h, TypeRange{index}, ValueRange{size});
    {
      OpBuilder::InsertionGuard guard(h);
      Block *before =
          h.createBlock(&loop.getBefore(), {}, {index}, {h.getLoc()});
      scf::ConditionOp::create(h, h.less(before->getArgument(0), sort.length),
                               before->getArguments());
      Block *after = h.createBlock(&loop.getAfter(), {}, {index}, {h.getLoc()});
      Value width = after->getArgument(0), next = h.add(width, width);
      mergeTiles(sort.outputs, temporaries, width);
      mergeTiles(temporaries, sort.outputs, next);
      scf::YieldOp::create(h, ValueRange{h.add(next, next)});
    }
    for (Value buffer : temporaries)
      memref::DeallocOp::create(h, buffer);
  });
}

void mlir::zyn::emitSortMerges(IndexBuilder &h, SortKernels &sort) {
  Merges(h, sort).emit();
}
