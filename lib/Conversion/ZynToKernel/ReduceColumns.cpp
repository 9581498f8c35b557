//===- ReduceColumns.cpp - Reductions of dimensions that are not innermost ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighboring threads read neighboring vectors and compute the results of their
// lanes. If the columns are short, or enough for all threads, each thread
// reduces its columns alone. Otherwise, a block reads a tile of columns, whose
// rows are distributed over its threads; a tile that contains all columns is
// contiguous. If there are too few tiles to fill the device, the rows are split
// into chunks, and a second launch combines their results in order.
//
//===----------------------------------------------------------------------===//

#include "ReduceKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Stores the results of `width` columns, combined with `inits`, which is empty
/// if there are none.
static void storeColumns(IndexBuilder &b, ReduceKernels &reduce, Elements inits,
                         Elements results, ArrayRef<Value> out, Value index,
                         int64_t width) {
  if (!inits.empty())
    results =
        reduce.combineGroups(b, reduce.getLanes(b, inits, width), results);
  reduce.store(b, results, out, index);
}

/// Each thread reduces `width` columns.
static void emitThreadColumns(IndexBuilder &h, ReduceKernels &reduce,
                              const ReduceStep &step, int64_t width) {
  int64_t threads = reduce.schedule.threads;
  if (std::optional<int64_t> known = getConstantIntValue(step.inner);
      known && *known / width < limits::warpSize &&
      !isConstantIntValue(step.outer, 1))
    reduce.hints.state(KernelHint::Coalesced, false,
                       "a warp reads the short rows of several matrices");
  SmallVector<Value> hostSizes = {step.outer, step.length, step.inner};
  ReduceKernel kernel = reduce.startKernel(h, step, {threads, 1, 1}, hostSizes);
  IndexBuilder &b = kernel.builder.device();
  ArrayRef<Value> out = kernel.out, sizes = kernel.sizes;
  Value length = sizes[1], inner = sizes[2];
  Value perRow = b.div(inner, width);
  Value numVectors = b.mul(sizes[0], perRow);

  Value vector =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  auto branch = scf::IfOp::create(b, b.less(vector, numVectors),
                                  /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  Value result = b.mul(vector, width);
  Value isValid = arith::ConstantIntOp::create(b, 1, 1);
  Elements inits = reduce.loadInits(b, step, isValid, out, result, width);
  Value outer = b.constant(0), column = result;
  if (!isConstantIntValue(sizes[0], 1)) {
    outer = b.div(vector, perRow);
    column = b.mul(b.rem(vector, perRow), width);
  }
  Value first = b.add(b.mul(outer, b.mul(length, inner)), column);
  auto load = [&](Value row) {
    return reduce.loadLanes(kernel, b.add(first, b.mul(row, inner)),
                            {outer, row, column}, width);
  };
  auto fold = [&](ArrayRef<Elements> loaded) {
    return reduce.combineTree(b, SmallVector<Elements>(loaded));
  };
  Elements results = reduce.accumulate(b, {b.constant(0), b.constant(1), length,
                                           reduce.getUnroll(width),
                                           /*groups=*/width, load, fold});
  storeColumns(b, reduce, inits, results, out, result, width);
  kernel.builder.launch(
      h.ceilDiv(h.mul(step.outer, h.div(step.inner, width)), threads));
}

namespace {

/// How the columns of a step are distributed over blocks: tiles of
/// `tileVectors` vectors of columns, `tiles` next to each other, of which a
/// block reads `tileRows` rows at a time.
struct ColumnTiles {
  Value tileVectors, tiles, tileRows;

  /// Tiles with few vectors, which leave many threads for the rows.
  static ColumnTiles getNarrow(IndexBuilder &h, const ReduceSchedule &schedule,
                               Value perRow) {
    ColumnTiles narrow;
    narrow.tileVectors = h.min(perRow, h.constant(schedule.narrowTileVectors));
    narrow.distribute(h, schedule, perRow);
    return narrow;
  }
  /// All columns, if the block has enough threads. Otherwise, tiles of almost
  /// the same size, in units of a few sectors.
  static ColumnTiles getWide(IndexBuilder &h, const ReduceSchedule &schedule,
                             Value perRow) {
    Value threads = h.constant(schedule.threads);
    Value wanted =
        h.ceilDiv(perRow, std::min(schedule.tileVectors, schedule.threads));
    constexpr int64_t unit = 8;
    Value balanced = h.mul(h.ceilDiv(h.ceilDiv(perRow, wanted), unit), unit);
    ColumnTiles wide;
    wide.tileVectors = h.createOrFold<arith::SelectOp>(
        h.lessEqual(perRow, threads), perRow, balanced);
    wide.distribute(h, schedule, perRow);
    return wide;
  }

private:
  void distribute(IndexBuilder &h, const ReduceSchedule &schedule,
                  Value perRow) {
    tiles = h.ceilDiv(perRow, tileVectors);
    tileRows = h.div(h.constant(schedule.threads), tileVectors);
  }
};

} // namespace

/// Combines the accumulators of threads that have the same columns: those of
/// the first `tileRows` x `tileVectors` threads, of which the first `numRows`
/// rows have accumulators. The threads of the first row find their results in
/// the returned shared memory, at `width` times their number.
static SmallVector<Value>
combineRows(KernelBuilder &kernel, ReduceKernels &reduce, Elements accumulators,
            Value thread, Value tileVectors, Value numRows, int64_t width) {
  IndexBuilder &b = kernel.device();
  SmallVector<Value> shared;
  for (Type element : reduce.elements)
    shared.push_back(kernel.shared({reduce.schedule.threads * width}, element));
  Value slot = b.mul(thread, width);
  auto loadLanes = [&](Value index) {
    return reduce.getLanes(b, reduce.load(b, shared, index, width), width);
  };
  auto storeIf = [&](Value condition, function_ref<Elements()> getValues) {
    auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    reduce.store(b, getValues(), shared, slot);
  };
  storeIf(b.less(thread, b.mul(numRows, tileVectors)),
          [&] { return accumulators; });
  kernel::BarrierOp::create(b);

  // Halves the number of rows until one is left.
  auto loop = scf::WhileOp::create(
      b, TypeRange{b.getIndexType()}, ValueRange{numRows},
      [&](OpBuilder &builder, Location loc, ValueRange rows) {
        Value isMore =
            IndexBuilder(loc, builder)
                .less(arith::ConstantIndexOp::create(builder, loc, 1), rows[0]);
        scf::ConditionOp::create(builder, loc, isMore, rows);
      },
      [](OpBuilder &, Location, ValueRange) {});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getAfterBody());
    Value rows = loop.getAfterArguments()[0];
    Value half = b.ceilDiv(rows, 2);
    storeIf(b.less(thread, b.mul(b.sub(rows, half), tileVectors)), [&] {
      Value other = b.mul(b.add(thread, b.mul(half, tileVectors)), width);
      return reduce.combineGroups(b, loadLanes(slot), loadLanes(other));
    });
    kernel::BarrierOp::create(b);
    scf::YieldOp::create(b, half);
  }
  return shared;
}

/// Each block reduces `chunk` rows of a tile of columns, the last one the rest.
/// The outputs have `chunks` rows of results for each outer index.
static void emitBlockColumns(IndexBuilder &h, ReduceKernels &reduce,
                             const ReduceStep &step, int64_t width,
                             const ColumnTiles &columnTiles, Value chunk,
                             Value chunks) {
  int64_t threads = reduce.schedule.threads;
  SmallVector<Value> hostSizes = {step.length,
                                  step.inner,
                                  columnTiles.tileVectors,
                                  columnTiles.tiles,
                                  columnTiles.tileRows,
                                  chunk,
                                  chunks};
  ReduceKernel kernel = reduce.startKernel(h, step, {threads, 1, 1}, hostSizes);
  IndexBuilder &b = kernel.builder.device();
  ArrayRef<Value> out = kernel.out, sizes = kernel.sizes;
  Value length = sizes[0], inner = sizes[1], tileVectors = sizes[2],
        tiles = sizes[3], tileRows = sizes[4];

  // Neighboring blocks read neighboring columns.
  Value thread = b.threadId(kernel::Dimension::x);
  Value block = b.blockId();
  Value tile = b.rem(block, tiles);
  Value outRow = b.div(block, tiles);
  Value outer = b.div(outRow, sizes[6]);
  Value begin = b.mul(b.rem(outRow, sizes[6]), sizes[5]);
  Value numRows = b.min(sizes[5], b.sub(length, begin));
  if (isConstantIntValue(sizes[6], 1))
    numRows = length;

  // Threads beyond the tile read the same as others.
  Value one = b.constant(1);
  Value perRow = b.div(inner, width);
  Value row = b.min(b.div(thread, tileVectors), b.sub(tileRows, one));
  Value vector = b.add(b.mul(tile, tileVectors), b.rem(thread, tileVectors));
  Value column = b.mul(b.min(vector, b.sub(perRow, one)), width);
  Value hasResult = b.land(b.less(thread, tileVectors), b.less(vector, perRow));
  Value result = b.add(b.mul(outRow, inner), column);
  Elements inits = reduce.loadInits(b, step, hasResult, out, result, width);

  Value first = b.add(b.mul(b.add(b.mul(outer, length), begin), inner), column);
  auto load = [&](Value index) {
    return reduce.loadLanes(kernel, b.add(first, b.mul(index, inner)),
                            {outer, b.add(begin, index), column}, width);
  };
  auto fold = [&](ArrayRef<Elements> loaded) {
    return reduce.combineTree(b, SmallVector<Elements>(loaded));
  };
  Elements accumulators =
      reduce.accumulate(b, {row, tileRows, numRows, reduce.getUnroll(width),
                            /*groups=*/width, load, fold});
  SmallVector<Value> shared;
  if (!isConstantIntValue(tileRows, 1))
    shared = combineRows(kernel.builder, reduce, accumulators, thread,
                         tileVectors, b.min(tileRows, numRows), width);

  auto branch = scf::IfOp::create(b, hasResult, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  if (!shared.empty())
    accumulators = reduce.getLanes(
        b, reduce.load(b, shared, b.mul(thread, width), width), width);
  storeColumns(b, reduce, inits, accumulators, out, result, width);
  kernel.builder.launch(h.mul(h.mul(step.outer, chunks), columnTiles.tiles));
}

/// Lowers to tiles of columns, with chunks of rows if there are too few tiles.
static void emitTiledColumns(IndexBuilder &h, ReduceKernels &reduce,
                             const ReduceStep &step, int64_t width,
                             SmallVectorImpl<StringRef> &forms) {
  const ReduceSchedule &schedule = reduce.schedule;
  auto tiles = ColumnTiles::getWide(h, schedule, h.div(step.inner, width));
  auto max = [&](Value a, Value b) {
    return h.createOrFold<arith::MaxUIOp>(a, b);
  };
  Value one = h.constant(1);
  Value wanted = h.ceilDiv(h.constant(schedule.targetColumnBlocks),
                           h.mul(step.outer, tiles.tiles));
  Value rowBytes = h.mul(tiles.tileVectors, width * reduce.elementBytes);
  Value least = h.ceilDiv(h.constant(schedule.minColumnChunkBytes), rowBytes);
  Value perStep = h.mul(tiles.tileRows, reduce.getUnroll(width));
  Value chunk = max(h.ceilDiv(step.length, wanted), least);
  chunk = h.mul(h.ceilDiv(chunk, perStep), perStep);
  Value chunks = h.ceilDiv(step.length, chunk);

  buildBranches(
      h, h.less(one, chunks),
      [&](IndexBuilder &builder) {
        forms.push_back("chunks of columns and a second launch");
        ReduceStep partial = step;
        partial.outputs = reduce.allocate(
            builder, builder.mul(builder.mul(step.outer, chunks), step.inner));
        partial.combinesInit = false;
        emitBlockColumns(builder, reduce, partial, width, tiles, chunk, chunks);
        ReduceStep rest = step;
        rest.inputs = partial.outputs;
        rest.layout = std::nullopt;
        rest.isFirst = false;
        rest.length = chunks;
        auto restTiles = ColumnTiles::getNarrow(builder, schedule,
                                                builder.div(step.inner, width));
        emitBlockColumns(builder, reduce, rest, width, restTiles, chunks, one);
        for (Value buffer : partial.outputs)
          memref::DeallocOp::create(builder, buffer);
      },
      [&](IndexBuilder &builder) {
        forms.push_back("a block for each tile of columns");
        emitBlockColumns(builder, reduce, step, width, tiles, step.length, one);
      });
}

void mlir::zyn::lowerReduceColumns(IndexBuilder &h, ReduceKernels &reduce,
                                   const ReduceStep &step,
                                   SmallVectorImpl<StringRef> &forms) {
  const ReduceSchedule &schedule = reduce.schedule;
  reduce.stateCoalescing(step);
  // Vectors are in one of the dimensions inside of the length.
  Value rowSize = step.layout && !step.layout->innerSizes.empty()
                      ? step.layout->innerSizes.back()
                      : step.inner;
  reduce.chooseRowWidth(
      h, step, rowSize, [&](IndexBuilder &inner, int64_t width) {
        Value numVectors = inner.mul(step.outer, inner.div(step.inner, width));
        Value useThreads = inner.createOrFold<arith::OrIOp>(
            inner.lessEqual(step.length,
                            inner.constant(schedule.maxThreadRows)),
            inner.lessEqual(inner.constant(schedule.minThreadVectors),
                            numVectors));
        buildBranches(
            inner, useThreads,
            [&](IndexBuilder &builder) {
              forms.push_back("a thread for each vector of columns");
              emitThreadColumns(builder, reduce, step, width);
            },
            [&](IndexBuilder &builder) {
              emitTiledColumns(builder, reduce, step, width, forms);
            });
      });
}
