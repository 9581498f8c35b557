//===- ReduceStrided.cpp - Reductions of arrays with any layout -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works for all layouts and element types: neighboring threads in x compute
// neighboring results, and those in y share the elements of a result, which are
// combined in shared memory.
//
//===----------------------------------------------------------------------===//

#include "ReduceKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

/// Combines the results of a group's threads, which are in row `group` of
/// `scratch`, into the first column. A thread has a result if its `position` is
/// less than the group's `numElements`. All threads of the block must execute
/// this.
static void combineThreads(IndexBuilder &b, ReduceKernels &reduce,
                           ArrayRef<Value> scratch, Value group, Value position,
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
      reduce.store(b,
                   reduce.combine(b, reduce.load(b, scratch, {group, position}),
                                  reduce.load(b, scratch, {group, other})),
                   scratch, {group, position});
    }
    kernel::BarrierOp::create(b);
  }
}

static SmallVector<Value> getSizes(IndexBuilder &builder, Value memref,
                                   ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(
      dims, [&](int64_t dim) { return builder.size(memref, dim); });
}

static void stateHints(ReduceKernels &reduce) {
  StringRef oneByOne = "elements are accessed one by one, since a buffer has a "
                       "layout, no dimension is reduced, or lanes cannot "
                       "exchange its elements";
  reduce.hints.state(KernelHint::VectorWidth, 1, oneByOne);
  reduce.hints.state(KernelHint::UnrollFactor, 1, oneByOne);
  SmallVector<int64_t> kept = reduce.op.getKeptDimensions();
  bool areNeighbors = llvm::all_of(reduce.op.getInputs(), [&](Value input) {
    auto type = cast<MemRefType>(input.getType());
    return !kept.empty() && kept.back() == type.getRank() - 1 &&
           type.areTrailingDimsContiguous(1);
  });
  reduce.hints.state(KernelHint::Coalesced, areNeighbors,
                     "neighboring threads read elements of neighboring "
                     "results, which are not neighbors in memory");
}

void mlir::zyn::lowerReduceStrided(OpBuilder &host, ReduceKernels &reduce) {
  ReduceOp op = reduce.op;
  int64_t threadsX = reduce.schedule.keptThreads,
          threadsY = reduce.schedule.threads / threadsX;
  stateHints(reduce);
  SmallVector<Value> arguments = reduce.getLoadedInputs();
  unsigned numInputs = arguments.size();
  llvm::append_range(arguments, op.getInits());
  KernelBuilder kernel(reduce.kernels, host, op, {threadsX, threadsY, 1},
                       arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> in = kernel.arguments(0, numInputs);
  SmallVector<Value> out = kernel.arguments(numInputs, reduce.count);
  SmallVector<int64_t> kept = op.getKeptDimensions();
  ArrayRef<int64_t> reduced = op.getDimensions();
  SmallVector<Value> keptSizes = getSizes(b, in[0], kept);
  SmallVector<Value> reducedSizes = getSizes(b, in[0], reduced);
  Value length = b.product(reducedSizes);

  SmallVector<Value> scratch;
  for (Type element : reduce.elements)
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
    return reduce.addGenerated(b, reduce.load(b, in, indices), indices);
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
      Elements loaded = loadElement(loop.getInductionVar());
      scf::YieldOp::create(b,
                           reduce.combine(b, loop.getRegionIterArgs(), loaded));
    }
    reduce.store(b, loop.getResults(), scratch, {column, position});
  }
  combineThreads(b, reduce, scratch, column, position, numElements, threadsY);

  Value isWriter = b.land(b.equal(position, b.constant(0)),
                          b.less(b.constant(0), numElements));
  auto branch = scf::IfOp::create(b, isWriter, /*withElseRegion=*/false);
  b.setInsertionPoint(branch.thenYield());
  reduce.store(b,
               reduce.combine(b, reduce.load(b, out, keptIndices),
                              reduce.load(b, scratch, {column, position})),
               out, keptIndices);
  IndexBuilder h(op.getLoc(), host);
  kernel.launch(
      h.ceilDiv(h.product(getSizes(h, op.getInputs()[0], kept)), threadsX));
}
