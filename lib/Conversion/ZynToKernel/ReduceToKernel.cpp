//===- ReduceToKernel.cpp - Lowers reductions to kernels ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are two kinds of kernels. If the reduced dimensions are the innermost
// ones, a group of threads reduces a row: each thread combines the elements
// that it reads, then the group combines its threads' results in shared memory,
// as a tree. A few long rows are split into chunks with one block each, and a
// second launch combines the chunks. Otherwise, neighboring threads compute
// neighboring results and iterate over the reduced dimensions.
//
// No neutral element of the combiner is needed: a thread starts with its first
// element, and threads without elements do not participate.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Schedule.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

struct ReduceKernel {
  KernelModules &kernels;
  ReduceOp op;
  unsigned count; ///< number of arrays that are reduced together
  ReduceSchedule schedule;
  SmallVector<Type> elements;
  int64_t width; ///< elements of one vector access

  ReduceKernel(KernelModules &kernels, ReduceOp op);

  bool reducesInnermost();
  void lowerRows(OpBuilder &host);
  void lowerColumns(OpBuilder &host);

private:
  void emitRows(OpBuilder &host, ValueRange inputs, ValueRange outputs,
                Value rowLength, Value chunkLength, Value chunksPerRow,
                int64_t staticLength, bool combinesInit);
  SmallVector<Value> combine(IndexBuilder &b, ValueRange left,
                             ValueRange right) {
    SmallVector<Value> arguments(left);
    llvm::append_range(arguments, right);
    return b.cloneBody(*op.getBlock(), arguments);
  }
  SmallVector<Value> loadAll(IndexBuilder &b, ArrayRef<Value> buffers,
                             ValueRange indices, int64_t w = 1) {
    return llvm::map_to_vector(
        buffers, [&](Value buffer) { return b.load(buffer, indices, w); });
  }
  SmallVector<Value> combineVectors(IndexBuilder &b, ValueRange accumulators,
                                    ArrayRef<SmallVector<Value>> vectors);
  void combineThreads(IndexBuilder &b, ArrayRef<Value> scratch, Value group,
                      Value position, Value numElements, int64_t groupSize);
  void storeResult(IndexBuilder &b, ArrayRef<Value> scratch, Value group,
                   Value position, Value numElements, ArrayRef<Value> out,
                   ValueRange indices, bool combinesInit);
};

} // namespace

ReduceKernel::ReduceKernel(KernelModules &kernels, ReduceOp op)
    : kernels(kernels), op(op), count(op.getInputs().size()) {
  KernelAttr attr = getKernelAttr(op);
  if (attr && attr.getWorkgroup())
    schedule.threads = llvm::bit_floor<uint64_t>(attr.getWorkgroup()[0] *
                                                 attr.getWorkgroup()[1] *
                                                 attr.getWorkgroup()[2]);
  if (attr && attr.getUnrollFactor())
    schedule.unroll = attr.getUnrollFactor();
  int64_t bits = 8;
  for (Value input : op.getInputs()) {
    elements.push_back(cast<MemRefType>(input.getType()).getElementType());
    int64_t elementBits = getVectorizableBits(elements.back());
    bits = elementBits && bits ? std::max(bits, elementBits) : 0;
  }
  width = bits ? kAccessBytes * 8 / bits : 1;
}

bool ReduceKernel::reducesInnermost() {
  auto type = cast<MemRefType>(op.getInputs()[0].getType());
  int64_t first = type.getRank() - op.getDimensions().size();
  return areContiguous(op->getOperands()) &&
         llvm::all_of(op.getDimensions(),
                      [&](int64_t dim) { return dim >= first; });
}

/// Combines `vectors`, one list for each array, lane by lane.
SmallVector<Value>
ReduceKernel::combineVectors(IndexBuilder &b, ValueRange accumulators,
                             ArrayRef<SmallVector<Value>> vectors) {
  SmallVector<Value> result(accumulators);
  for (ArrayRef<Value> vector : vectors)
    for (int64_t lane = 0; lane < width; ++lane) {
      SmallVector<Value> lanes = llvm::map_to_vector(vector, [&](Value v) {
        return width == 1 ? v : Value(vector::ExtractOp::create(b, v, lane));
      });
      result = result.empty() ? lanes : combine(b, result, lanes);
    }
  return result;
}

/// Combines the results of a group's threads, which are in row `group` of
/// `scratch`, into the first column. A thread has a result if its `position` is
/// less than the group's `numElements`. All threads of the block must execute
/// this.
void ReduceKernel::combineThreads(IndexBuilder &b, ArrayRef<Value> scratch,
                                  Value group, Value position,
                                  Value numElements, int64_t groupSize) {
  Value numValid = b.min(numElements, b.constant(groupSize));
  kernel::BarrierOp::create(b);
  for (int64_t step = groupSize / 2; step > 0; step /= 2) {
    Value other = b.add(position, step);
    Value participates =
        b.land(b.less(position, b.constant(step)), b.less(other, numValid));
    auto branch = scf::IfOp::create(b, participates, /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(branch.thenYield());
      SmallVector<Value> combined =
          combine(b, loadAll(b, scratch, {group, position}),
                  loadAll(b, scratch, {group, other}));
      for (unsigned i = 0; i < count; ++i)
        b.store(combined[i], scratch[i], {group, position});
    }
    kernel::BarrierOp::create(b);
  }
}

/// The first thread of a group with elements stores the group's result at
/// `indices` of `out`, combined with the old element if `combinesInit`.
void ReduceKernel::storeResult(IndexBuilder &b, ArrayRef<Value> scratch,
                               Value group, Value position, Value numElements,
                               ArrayRef<Value> out, ValueRange indices,
                               bool combinesInit) {
  Value isWriter = b.land(b.equal(position, b.constant(0)),
                          b.less(b.constant(0), numElements));
  auto branch = scf::IfOp::create(b, isWriter, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  SmallVector<Value> results = loadAll(b, scratch, {group, position});
  if (combinesInit)
    results = combine(b, loadAll(b, out, indices), results);
  for (unsigned i = 0; i < count; ++i)
    b.store(results[i], out[i], indices);
}

/// Reduces rows of `rowLength` elements in chunks of `chunkLength`. `inputs`
/// are flat arrays of rows; result `row * chunksPerRow + chunk` is stored in
/// `outputs`, which are also flat, combined with the old element if
/// `combinesInit`. `staticLength` is a row's length if known.
void ReduceKernel::emitRows(OpBuilder &host, ValueRange inputs,
                            ValueRange outputs, Value rowLength,
                            Value chunkLength, Value chunksPerRow,
                            int64_t staticLength, bool combinesInit) {
  // For short rows, a group has as many threads as a row has elements, and a
  // block reduces several rows.
  int64_t groupSize = schedule.threads;
  if (!ShapedType::isDynamic(staticLength))
    groupSize = std::min<int64_t>(
        groupSize,
        llvm::PowerOf2Ceil(std::clamp<int64_t>(staticLength, 1, groupSize)));
  int64_t groups = schedule.threads / groupSize;

  SmallVector<Value> arguments(inputs);
  llvm::append_range(arguments, outputs);
  llvm::append_range(arguments,
                     ValueRange{rowLength, chunkLength, chunksPerRow});
  KernelBuilder kernel(kernels, host, op, {groupSize, groups, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> in = kernel.arguments(0, count);
  SmallVector<Value> out = kernel.arguments(count, count);
  auto sizeArgument = [&](unsigned i, Value hostValue) -> Value {
    if (std::optional<int64_t> known = getConstantIntValue(hostValue))
      return b.constant(*known);
    return kernel.argument(2 * count + i);
  };
  Value length = sizeArgument(0, rowLength),
        chunk = sizeArgument(1, chunkLength),
        chunks = sizeArgument(2, chunksPerRow);

  SmallVector<Value> scratch;
  for (Type element : elements)
    scratch.push_back(kernel.shared({groups, groupSize}, element));

  Value position = b.threadId(kernel::Dimension::x);
  Value group = b.threadId(kernel::Dimension::y);
  Value result = b.add(b.mul(b.blockId(), groups), group);
  Value numResults = b.size(out[0], 0);
  Value exists = b.less(result, numResults);
  Value row = b.div(result, chunks);
  Value begin = b.mul(b.rem(result, chunks), chunk);
  Value end = b.min(b.add(begin, chunk), length);
  // Rows out of bounds are handled like rows without elements.
  Value numElements =
      b.createOrFold<arith::SelectOp>(exists, b.sub(end, begin), b.constant(0));
  Value first = b.add(b.mul(row, length), begin);

  auto hasElement = b.less(position, numElements);
  auto own = scf::IfOp::create(b, hasElement, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(own.thenYield());
    int64_t perStep = groupSize * width * schedule.unroll;
    Value step = b.constant(perStep);
    bool mayBeWide = width > 1 && (ShapedType::isDynamic(staticLength) ||
                                   staticLength >= perStep);
    auto loadStep = [&](Value start) {
      SmallVector<SmallVector<Value>> vectors;
      for (int64_t u = 0; u < schedule.unroll; ++u) {
        Value index = b.add(b.add(b.add(first, start), u * groupSize * width),
                            b.mul(position, width));
        vectors.push_back(loadAll(b, in, index, width));
      }
      return vectors;
    };
    // Combines the elements from `start` one by one.
    auto finish = [&](SmallVector<Value> accumulators, Value start) {
      auto loop = scf::ForOp::create(b, start, numElements,
                                     b.constant(groupSize), accumulators);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(loop.getBody());
      Value index = b.add(first, loop.getInductionVar());
      scf::YieldOp::create(
          b, combine(b, loop.getRegionIterArgs(), loadAll(b, in, index)));
      return SmallVector<Value>(loop.getResults());
    };
    auto narrow = [&] {
      return finish(loadAll(b, in, b.add(first, position)),
                    b.add(position, groupSize));
    };
    SmallVector<Value> accumulators;
    if (mayBeWide) {
      // Starts with whole steps of vectors if the row starts at an aligned
      // address and is long enough.
      Value isWide = b.land(b.equal(b.rem(first, width), b.constant(0)),
                            b.lessEqual(step, numElements));
      auto branch = scf::IfOp::create(b, TypeRange(elements), isWide,
                                      /*addThenBlock=*/true,
                                      /*addElseBlock=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(branch.thenBlock());
      SmallVector<Value> start = combineVectors(b, {}, loadStep(b.constant(0)));
      Value wholeEnd = b.mul(b.div(numElements, step), step);
      auto loop = scf::ForOp::create(b, step, wholeEnd, step, start);
      {
        OpBuilder::InsertionGuard inLoop(b);
        b.setInsertionPointToEnd(loop.getBody());
        SmallVector<Value> tile =
            combineVectors(b, {}, loadStep(loop.getInductionVar()));
        scf::YieldOp::create(b, combine(b, loop.getRegionIterArgs(), tile));
      }
      scf::YieldOp::create(
          b, finish(loop.getResults(), b.add(wholeEnd, position)));
      b.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(b, narrow());
      accumulators = branch.getResults();
    } else {
      accumulators = narrow();
    }
    b.setInsertionPoint(own.thenYield());
    for (unsigned i = 0; i < count; ++i)
      b.store(accumulators[i], scratch[i], {group, position});
  }
  combineThreads(b, scratch, group, position, numElements, groupSize);
  storeResult(b, scratch, group, position, numElements, out, result,
              combinesInit);
  IndexBuilder h(op.getLoc(), host);
  kernel.launch(h.ceilDiv(h.size(outputs[0], 0), groups));
}

void ReduceKernel::lowerRows(OpBuilder &host) {
  IndexBuilder h(op.getLoc(), host);
  Value input = op.getInputs()[0];
  auto type = cast<MemRefType>(input.getType());
  SmallVector<Value> flatInputs, flatInits, sizes;
  int64_t staticLength = 1;
  for (int64_t dim : op.getDimensions()) {
    sizes.push_back(h.size(input, dim));
    // A length that overflows is treated as unknown.
    if (ShapedType::isDynamic(staticLength) || type.isDynamicDim(dim) ||
        llvm::MulOverflow(staticLength, type.getDimSize(dim), staticLength))
      staticLength = ShapedType::kDynamic;
  }
  for (Value value : op.getInputs())
    flatInputs.push_back(flattenBuffer(h, op.getLoc(), value));
  for (Value value : op.getInits())
    flatInits.push_back(flattenBuffer(h, op.getLoc(), value));
  Value length = h.product(sizes);
  Value rows = h.size(flatInits[0], 0);
  Value one = h.constant(1);
  auto emitOneLaunch = [&](OpBuilder &builder) {
    emitRows(builder, flatInputs, flatInits, length, length, one, staticLength,
             /*combinesInit=*/true);
  };

  if (!ShapedType::isDynamic(staticLength) &&
      staticLength < schedule.minSplitLength)
    return emitOneLaunch(h);

  // Long rows are split into chunks if there are too few to fill the device.
  Value wanted = h.ceilDiv(h.constant(schedule.targetBlocks),
                           h.createOrFold<arith::MaxUIOp>(rows, one));
  int64_t perStep = schedule.threads * width * schedule.unroll;
  Value chunk = h.mul(h.ceilDiv(h.ceilDiv(length, wanted), perStep), perStep);
  Value chunks = h.ceilDiv(length, h.createOrFold<arith::MaxUIOp>(chunk, one));
  Value isSplit =
      h.land(h.lessEqual(h.constant(schedule.minSplitLength), length),
             h.less(one, wanted));
  auto branch = scf::IfOp::create(h, isSplit, /*withElseRegion=*/true);
  h.setInsertionPoint(branch.thenYield());
  SmallVector<Value> partials;
  for (Type element : elements)
    partials.push_back(memref::AllocOp::create(
        h, MemRefType::get({ShapedType::kDynamic}, element),
        ValueRange{h.mul(rows, chunks)}));
  emitRows(h, flatInputs, partials, length, chunk, chunks, ShapedType::kDynamic,
           /*combinesInit=*/false);
  emitRows(h, partials, flatInits, chunks, chunks, one, ShapedType::kDynamic,
           /*combinesInit=*/true);
  for (Value partial : partials)
    memref::DeallocOp::create(h, partial);
  h.setInsertionPoint(branch.elseYield());
  emitOneLaunch(h);
}

/// Distributes results over threads in x, and the elements of each result over
/// threads in y.
void ReduceKernel::lowerColumns(OpBuilder &host) {
  int64_t threadsX = schedule.keptThreads, threadsY = schedule.reducedThreads;
  KernelBuilder kernel(kernels, host, op, {threadsX, threadsY, 1},
                       op->getOperands());
  IndexBuilder &b = kernel.device();
  SmallVector<Value> in = kernel.arguments(0, count);
  SmallVector<Value> out = kernel.arguments(count, count);
  SmallVector<int64_t> kept = op.getKeptDimensions();
  ArrayRef<int64_t> reduced = op.getDimensions();
  auto sizesOf = [](IndexBuilder &builder, Value memref,
                    ArrayRef<int64_t> dims) {
    return llvm::map_to_vector(
        dims, [&](int64_t dim) { return builder.size(memref, dim); });
  };
  SmallVector<Value> keptSizes = sizesOf(b, in[0], kept);
  SmallVector<Value> reducedSizes = sizesOf(b, in[0], reduced);
  Value length = b.product(reducedSizes);

  SmallVector<Value> scratch;
  for (Type element : elements)
    scratch.push_back(kernel.shared({threadsX, threadsY}, element));
  Value column = b.threadId(kernel::Dimension::x);
  Value position = b.threadId(kernel::Dimension::y);
  Value result = b.add(b.mul(b.blockId(), threadsX), column);
  Value exists = b.less(result, b.product(keptSizes));
  Value numElements =
      b.createOrFold<arith::SelectOp>(exists, length, b.constant(0));
  SmallVector<Value> keptIndices = b.delinearize(result, keptSizes);
  auto loadElement = [&](Value linear) {
    SmallVector<Value> indices(kept.size() + reduced.size());
    for (auto [dim, index] : llvm::zip(kept, keptIndices))
      indices[dim] = index;
    for (auto [dim, index] :
         llvm::zip(reduced, b.delinearize(linear, reducedSizes)))
      indices[dim] = index;
    return loadAll(b, in, indices);
  };
  Value hasElement = b.less(position, numElements);
  auto own = scf::IfOp::create(b, hasElement, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(own.thenYield());
    auto loop = scf::ForOp::create(b, b.add(position, threadsY), numElements,
                                   b.constant(threadsY), loadElement(position));
    {
      OpBuilder::InsertionGuard inLoop(b);
      b.setInsertionPointToEnd(loop.getBody());
      SmallVector<Value> loaded = loadElement(loop.getInductionVar());
      scf::YieldOp::create(b, combine(b, loop.getRegionIterArgs(), loaded));
    }
    for (unsigned i = 0; i < count; ++i)
      b.store(loop.getResult(i), scratch[i], {column, position});
  }
  combineThreads(b, scratch, column, position, numElements, threadsY);
  storeResult(b, scratch, column, position, numElements, out, keptIndices,
              /*combinesInit=*/true);
  IndexBuilder h(op.getLoc(), host);
  kernel.launch(
      h.ceilDiv(h.product(sizesOf(h, op.getInputs()[0], kept)), threadsX));
}

namespace {
struct LowerReduce : KernelPattern<ReduceOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    ReduceKernel kernel(kernels, op);
    if (kernel.reducesInnermost())
      kernel.lowerRows(rewriter);
    else
      kernel.lowerColumns(rewriter);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateReduceToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels) {
  patterns.add<LowerReduce>(patterns.getContext(), kernels);
}
