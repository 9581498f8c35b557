//===- ReduceRows.cpp - Reductions of contiguous rows ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short rows are reduced by some lanes of a warp, several rows at a time, so
// that enough loads are in flight. A longer row is reduced by a block. If there
// are too few long rows to fill the device, they are split into chunks, and a
// second launch combines their results in order, or a cluster of blocks reduces
// each row if that takes all multiprocessors at most once.
//
//===----------------------------------------------------------------------===//

#include "ClusterExchange.h"
#include "ReduceKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Each group of `groupSize` lanes reduces several rows at a time. `width`
/// divides the length of a row.
static void emitShortRows(IndexBuilder &h, ReduceKernels &reduce,
                          const ReduceStep &step, int64_t width,
                          int64_t groupSize) {
  unsigned count = reduce.count;
  int64_t rowsAtOnce = reduce.getUnroll(width);
  int64_t groups = reduce.schedule.threads / groupSize;
  ReduceKernel kernel = reduce.startKernel(h, step, {groupSize, groups, 1},
                                           {step.outer, step.length});
  IndexBuilder &b = kernel.builder.device();
  ArrayRef<Value> out = kernel.out;
  Value outer = kernel.sizes[0], length = kernel.sizes[1];

  Value lane = b.threadId(kernel::Dimension::x);
  Value group = b.threadId(kernel::Dimension::y);
  Value isFirstLane = b.equal(lane, b.constant(0));
  Value firstRow = b.add(b.mul(b.blockId(), groups * rowsAtOnce), group);
  Value lastRow = b.sub(outer, b.constant(1));
  SmallVector<Value> rows, loadedRows, isWritten;
  SmallVector<Elements> inits;
  for (int64_t r = 0; r < rowsAtOnce; ++r) {
    rows.push_back(b.add(firstRow, r * groups));
    loadedRows.push_back(b.min(rows[r], lastRow));
    isWritten.push_back(b.land(isFirstLane, b.less(rows[r], outer)));
    inits.push_back(reduce.loadInits(b, step, isWritten[r], out, rows[r]));
  }

  Value numVectors = b.div(length, width);
  Value zero = b.constant(0);
  auto load = [&](Value index) {
    Elements lanes;
    Value position = b.mul(index, width);
    for (Value row : loadedRows)
      llvm::append_range(
          lanes, reduce.loadLanes(kernel, b.add(b.mul(row, length), position),
                                  {row, position, zero}, width));
    return lanes;
  };
  auto fold = [&](ArrayRef<Elements> loaded) {
    Elements accumulators;
    for (int64_t r = 0; r < rowsAtOnce; ++r)
      llvm::append_range(
          accumulators,
          reduce.combineAll(b, ValueRange(loaded[0]).slice(r * width * count,
                                                           width * count)));
    return accumulators;
  };
  Elements accumulators = reduce.accumulate(
      b, {lane, b.constant(groupSize), numVectors, /*unroll=*/1,
          /*groups=*/rowsAtOnce, load, fold});
  accumulators =
      reduce.combineLanes(b, accumulators, lane, numVectors, groupSize,
                          /*numPositions=*/groupSize);

  for (int64_t r = 0; r < rowsAtOnce; ++r) {
    ValueRange result = ValueRange(accumulators).slice(r * count, count);
    auto branch = scf::IfOp::create(b, isWritten[r], /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    reduce.store(b,
                 step.combinesInit ? reduce.combine(b, inits[r], result)
                                   : Elements(result),
                 out, rows[r]);
  }
  kernel.builder.launch(h.ceilDiv(step.outer, groups * rowsAtOnce));
}

namespace {

/// The elements of a row that a block reduces, from position `begin` on, which
/// is element `first` of the inputs: single ones up to the first address that
/// is aligned for vectors, vectors, and single ones.
struct ChunkRange {
  Value row, begin, first, head, numVectors, numSingle;
};

} // namespace

/// Combines the accumulators of the threads of a block, of which the first
/// `numValid` have one. The first thread gets the result.
static Elements combineBlock(KernelBuilder &kernel, ReduceKernels &reduce,
                             Elements accumulators, Value thread,
                             Value numValid) {
  IndexBuilder &b = kernel.device();
  accumulators =
      reduce.combineLanes(b, accumulators, thread, numValid, limits::warpSize,
                          /*numPositions=*/reduce.schedule.threads);
  int64_t warps = reduce.schedule.threads / limits::warpSize;
  if (warps == 1)
    return accumulators;
  SmallVector<Value> shared;
  for (Type element : reduce.elements)
    shared.push_back(kernel.shared({warps}, element));
  Value isFirstLane = b.equal(b.rem(thread, limits::warpSize), b.constant(0));
  auto branch = scf::IfOp::create(b, isFirstLane, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    reduce.store(b, accumulators, shared, b.div(thread, limits::warpSize));
  }
  kernel::BarrierOp::create(b);
  Value warp = b.rem(thread, warps);
  return reduce.combineLanes(b, reduce.load(b, shared, warp), warp,
                             b.ceilDiv(numValid, limits::warpSize), warps,
                             /*numPositions=*/warps);
}

/// Accumulates the elements of a block. `range.numSingle` may be a constant 0.
static Elements accumulateBlock(ReduceKernel &kernel, ReduceKernels &reduce,
                                Value thread, const ChunkRange &range,
                                int64_t width) {
  IndexBuilder &b = kernel.builder.device();
  // Loads from element `index` of the block's part of the row on.
  auto loadLanes = [&](Value index, int64_t accessWidth) {
    return reduce.loadLanes(
        kernel, b.add(range.first, index),
        {range.row, b.add(range.begin, index), b.constant(0)}, accessWidth);
  };
  auto accumulateVectors = [&] {
    auto load = [&](Value index) {
      return loadLanes(b.add(range.head, b.mul(index, width)), width);
    };
    auto fold = [&](ArrayRef<Elements> loaded) {
      Elements lanes;
      for (const Elements &values : loaded)
        llvm::append_range(lanes, values);
      return reduce.combineAll(b, lanes);
    };
    return reduce.accumulate(
        b, {thread, b.constant(reduce.schedule.threads), range.numVectors,
            reduce.getUnroll(width, reduce.schedule.rowUnroll),
            /*groups=*/1, load, fold});
  };
  if (isConstantIntValue(range.numSingle, 0))
    return accumulateVectors();

  Value isHead = b.less(thread, range.head);
  Value hasSingle = b.less(thread, range.numSingle);
  Value inTail = b.add(thread, b.mul(range.numVectors, width));
  Value index = b.createOrFold<arith::SelectOp>(isHead, thread, inTail);
  index = b.createOrFold<arith::SelectOp>(hasSingle, index, b.constant(0));
  Elements single = loadLanes(index, 1);
  auto branch = scf::IfOp::create(b, reduce.elements,
                                  b.less(b.constant(0), range.numVectors),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, single);
  b.setInsertionPointToEnd(branch.thenBlock());
  Elements vectors = accumulateVectors();
  Value hasVector = b.less(thread, range.numVectors);
  Value hasBoth = b.land(hasVector, hasSingle);
  Elements both = reduce.combineIf(b, hasBoth, vectors, single);
  scf::YieldOp::create(
      b, llvm::map_to_vector(llvm::zip(both, single), [&](auto pair) {
        return b.createOrFold<arith::SelectOp>(hasVector, std::get<0>(pair),
                                               std::get<1>(pair));
      }));
  return Elements(branch.getResults());
}

/// Returns the address of the first element of row `row`, in elements from one
/// that is aligned for vectors. `stride`, if it is known, divides all of them.
static Value getRowStart(ReduceKernel &kernel, Value row, Value length,
                         std::optional<int64_t> &stride) {
  IndexBuilder &b = kernel.builder.device();
  if (!kernel.layout) {
    stride = getConstantIntValue(length);
    return b.mul(row, length);
  }
  const ReduceLayout &layout = *kernel.layout;
  Value start = layout.offset;
  stride = getConstantIntValue(start);
  for (auto [index, rowStride] : llvm::zip_equal(
           b.delinearize(row, layout.outerSizes), layout.outerStrides)) {
    start = b.add(start, b.mul(index, rowStride));
    std::optional<int64_t> known = getConstantIntValue(rowStride);
    stride = stride && known ? std::optional(std::gcd(*stride, *known))
                             : std::nullopt;
  }
  return start;
}

/// Each block reduces `chunk` elements of a row, the last one of a row the
/// rest, with vectors of `width` elements. The outputs have `chunks` results
/// for each row, or, if the blocks of a row are a cluster, one.
static void emitBlockRows(IndexBuilder &h, ReduceKernels &reduce,
                          const ReduceStep &step, int64_t width, Value chunk,
                          Value chunks, bool isCluster = false) {
  ReduceKernel kernel = reduce.startKernel(
      h, step, {reduce.schedule.threads, 1, 1}, {step.length, chunk, chunks});
  IndexBuilder &b = kernel.builder.device();
  ArrayRef<Value> out = kernel.out, sizes = kernel.sizes;
  Value length = sizes[0];

  ClusterExchange cluster(kernel.builder,
                          isCluster ? *getConstantIntValue(sizes[2]) : 1);
  Value thread = b.threadId(kernel::Dimension::x);
  Value result = b.blockId();
  auto [row, block] = b.divide(result, sizes[2]);
  Value begin = b.mul(block, sizes[1]);
  Value numElements = b.min(sizes[1], b.sub(length, begin));
  // A constant chunk is the whole row.
  if (isConstantIntValue(sizes[2], 1))
    numElements = length;
  Value isFirstThread = b.equal(thread, b.constant(0)), stores = isFirstThread;
  if (isCluster) {
    result = row;
    stores = b.land(stores, b.equal(block, b.constant(0)));
  }
  Elements inits = reduce.loadInits(b, step, stores, out, result);

  ChunkRange range;
  range.row = row;
  range.begin = begin;
  std::optional<int64_t> knownLength = getConstantIntValue(length), stride;
  range.first = b.add(getRowStart(kernel, row, length, stride), begin);
  bool areRowsAligned = width == 1 || (stride && *stride % width == 0) ||
                        (!step.layout && isConstantIntValue(step.outer, 1));
  range.head =
      areRowsAligned
          ? b.constant(0)
          : b.min(b.rem(b.sub(b.constant(width), b.rem(range.first, width)),
                        width),
                  numElements);
  Value rest = b.sub(numElements, range.head);
  range.numVectors = b.div(rest, width);
  // Chunks are multiples of vectors, so only the end of a row is not.
  bool areEndsAligned = width == 1 || (areRowsAligned && knownLength &&
                                       *knownLength % width == 0);
  range.numSingle =
      areEndsAligned ? b.constant(0) : b.add(range.head, b.rem(rest, width));
  Elements accumulators = accumulateBlock(kernel, reduce, thread, range, width);
  Value numValid =
      b.createOrFold<arith::MaxUIOp>(range.numVectors, range.numSingle);
  accumulators =
      combineBlock(kernel.builder, reduce, accumulators, thread, numValid);
  SmallVector<Value> ofBlocks;
  if (isCluster)
    ofBlocks = cluster.write(accumulators, block, isFirstThread,
                             /*target=*/b.constant(0));

  auto branch = scf::IfOp::create(b, stores, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  if (isCluster)
    accumulators = cluster.combine(reduce, ofBlocks);
  reduce.store(b,
               step.combinesInit ? reduce.combine(b, inits, accumulators)
                                 : accumulators,
               out, result);
  kernel.builder.launch(h.mul(step.outer, chunks));
}

/// The blocks of a cluster reduce a row of at least 128 KiB together.
static void emitClusterRows(IndexBuilder &h, ReduceKernels &reduce,
                            const ReduceStep &step, int64_t width) {
  // All blocks have elements, and all but those of the first one begin with a
  // vector.
  Value blocks = h.constant(reduce.schedule.clusterBlocks);
  Value chunk =
      h.mul(h.ceilDiv(step.length, h.mul(blocks, reduce.width)), reduce.width);
  emitBlockRows(h, reduce, step, width, chunk, blocks, /*isCluster=*/true);
}

static void emitSplitRows(IndexBuilder &h, ReduceKernels &reduce,
                          const ReduceStep &step, int64_t width) {
  const ReduceSchedule &schedule = reduce.schedule;
  Value one = h.constant(1);
  int64_t perStep = schedule.threads * reduce.width *
                    reduce.getUnroll(reduce.width, schedule.rowUnroll);
  Value wanted = h.ceilDiv(h.constant(schedule.targetBlocks), step.outer);
  Value least = h.constant(schedule.minChunkBytes / reduce.elementBytes);
  Value chunk =
      h.createOrFold<arith::MaxUIOp>(h.ceilDiv(step.length, wanted), least);
  chunk = h.mul(h.ceilDiv(chunk, perStep), perStep);
  Value chunks = h.ceilDiv(step.length, chunk);

  ReduceStep first = step;
  first.outputs = reduce.allocate(h, h.mul(step.outer, chunks));
  first.combinesInit = false;
  emitBlockRows(h, reduce, first, width, chunk, chunks);
  ReduceStep second = step;
  second.inputs = first.outputs;
  second.layout = std::nullopt;
  second.isFirst = false;
  second.length = chunks;
  emitBlockRows(h, reduce, second, reduce.width, chunks, one);
  for (Value partial : first.outputs)
    memref::DeallocOp::create(h, partial);
}

void mlir::zyn::lowerReduceRows(IndexBuilder &h, ReduceKernels &reduce,
                                const ReduceStep &step,
                                SmallVectorImpl<StringRef> &forms) {
  const ReduceSchedule &schedule = reduce.schedule;
  int64_t elementBytes = reduce.elementBytes;
  reduce.stateCoalescing(step);
  // Kernels for lengths that exceed the bound are not emitted.
  auto hasLength = [&](int64_t least) {
    if (step.maxLength && *step.maxLength < least)
      return h.createOrFold<arith::ConstantOp>(h.getBoolAttr(false));
    return h.lessEqual(h.constant(least), step.length);
  };
  auto isAtMost = [&](int64_t most) {
    if (step.maxLength && *step.maxLength <= most)
      return h.createOrFold<arith::ConstantOp>(h.getBoolAttr(true));
    return h.lessEqual(step.length, h.constant(most));
  };
  auto emitLanes = [&](IndexBuilder &builder) {
    forms.push_back("lanes of a warp for each row");
    reduce.chooseRowWidth(
        builder, step, step.length, [&](IndexBuilder &inner, int64_t width) {
          auto emit = [&](int64_t groupSize) {
            return [&reduce, &step, width, groupSize](IndexBuilder &builder) {
              emitShortRows(builder, reduce, step, width, groupSize);
            };
          };
          if (std::optional<int64_t> known = getConstantIntValue(step.length))
            return emit(llvm::PowerOf2Ceil(std::clamp<int64_t>(
                *known / width, 1, limits::warpSize)))(inner);
          buildBranches(
              inner,
              inner.lessEqual(step.length,
                              inner.constant(schedule.fewLanesVectors * width)),
              emit(schedule.fewLanes), emit(limits::warpSize));
        });
  };
  // Blocks begin and end with single elements.
  SmallVector<Value> differences;
  if (step.layout)
    differences = step.layout->differences;
  auto emitBlocks = [&](IndexBuilder &builder) {
    forms.push_back("a block for each row");
    reduce.chooseWidth(builder, step, differences,
                       [&](IndexBuilder &inner, int64_t width) {
                         emitBlockRows(inner, reduce, step, width, step.length,
                                       inner.constant(1));
                       });
  };
  auto emitClusters = [&](IndexBuilder &builder) {
    forms.push_back("a cluster of blocks for each row");
    reduce.chooseWidth(builder, step, differences,
                       [&](IndexBuilder &inner, int64_t width) {
                         emitClusterRows(inner, reduce, step, width);
                       });
  };
  auto emitSplit = [&](IndexBuilder &builder) {
    forms.push_back("chunks of rows and a second launch");
    reduce.chooseWidth(builder, step, differences,
                       [&](IndexBuilder &inner, int64_t width) {
                         emitSplitRows(inner, reduce, step, width);
                       });
  };

  // Rows of a few vectors always; longer ones if they are enough for all warps.
  Value isTiny = isAtMost(limits::warpSize * kAccessBytes / elementBytes);
  Value isShort = isAtMost(schedule.warpRowBytes / elementBytes);
  Value hasRows = h.lessEqual(h.constant(schedule.minWarpRows), step.outer);
  Value useLanes =
      h.createOrFold<arith::OrIOp>(isTiny, h.land(isShort, hasRows));
  Value useSplit =
      h.land(hasLength(schedule.minSplitBytes / elementBytes),
             h.less(step.outer, h.constant(schedule.minBlockRows)));
  // Clusters for which there are enough multiprocessors, of chunks that are as
  // long as those of a second launch.
  Value useClusters = h.createOrFold<arith::ConstantOp>(h.getBoolAttr(false));
  if (schedule.clusterBlocks > 1)
    useClusters =
        h.land(isAtMost(schedule.clusterBlocks * schedule.minChunkBytes /
                        elementBytes),
               h.lessEqual(step.outer, h.constant(schedule.multiprocessors /
                                                  schedule.clusterBlocks)));
  buildBranches(h, useLanes, emitLanes, [&](IndexBuilder &builder) {
    buildBranches(
        builder, useSplit,
        [&](IndexBuilder &inner) {
          buildBranches(inner, useClusters, emitClusters, emitSplit);
        },
        emitBlocks);
  });
}
