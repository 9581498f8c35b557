//===- RowsInLoops.cpp - Rows that are read once in each pass -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {

/// Emits kernels whose threads have loops over vectors.
class RowLoops {
public:
  RowLoops(RowsKernel &kernel)
      : kernel(kernel), b(kernel.device()), uniform(kernel.context, {}) {
    RowsOp op = kernel.plan.op;
    const RowSchedule &schedule = kernel.plan.schedule;
    int64_t bodyOps = op.getBlock()->getOperations().size();
    int64_t elements =
        std::min(schedule.maxLoopElements, schedule.maxLoopOps / bodyOps);
    unroll =
        std::clamp<int64_t>(elements / kernel.shape.width, 1, schedule.vectors);
  }

  /// Computes the reductions of a pass over the whole row.
  void reduce(ArrayRef<ReduceRowOp> reductions);
  /// Stores the reductions of the block's part of the row, without initial
  /// values.
  void storePartials(RowReductions &row);
  /// Combines initial values and those, of which a row has as many as it has
  /// vectors here.
  void combinePartials(RowReductions &row);
  void storeResults();

private:
  /// Combines `count` vectors from number `first` on.
  Elements accumulate(RowReductions &row, Value first, Value count);
  RowsKernel &kernel;
  IndexBuilder &b;
  /// What is the same for the whole row.
  RowVectors uniform;
  int64_t unroll;
};

} // namespace

Elements RowLoops::accumulate(RowReductions &row, Value first, Value count) {
  auto load = [&](Value index) {
    RowVectors vector = uniform.getOthers(b.add(first, index));
    vector.compute(row.elements);
    Elements lanes;
    for (int64_t e = 0; e < kernel.shape.width; ++e)
      llvm::append_range(lanes, vector.lookup(row.elements, e));
    return lanes;
  };
  auto fold = [&](ArrayRef<Elements> loaded) {
    Elements lanes;
    for (const Elements &values : loaded)
      llvm::append_range(lanes, values);
    return row.combiner.combineAll(b, lanes);
  };
  Elements accumulators = row.combiner.accumulate(
      b, {kernel.lane, b.constant(kernel.shape.lanes), count, unroll,
          /*groups=*/1, load, fold});
  return kernel.combineRow(row.combiner, accumulators, count);
}

void RowLoops::reduce(ArrayRef<ReduceRowOp> reductions) {
  RowReductions row(reductions);
  SmallVector<Value> needed(row.elements);
  llvm::append_range(needed, row.inits);
  uniform.computeUniform(needed);
  Elements inits = uniform.lookupUniform(row.inits);
  Value zero = b.constant(0);
  auto combineAll = [&] {
    return row.combiner.combine(b, inits,
                                accumulate(row, zero, kernel.numVectors));
  };
  if (kernel.plan.length)
    return uniform.setUniform(row.results, combineAll());
  auto branch = scf::IfOp::create(b, row.combiner.elements,
                                  b.less(zero, kernel.numVectors),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(b, combineAll());
    b.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(b, inits);
  }
  uniform.setUniform(row.results, branch.getResults());
}

void RowLoops::storePartials(RowReductions &row) {
  uniform.computeUniform(row.elements);
  Value chunk = b.ceilDiv(kernel.numVectors, kernel.numBlocks);
  Value first = b.mul(kernel.block, chunk);
  Elements combined =
      accumulate(row, first, b.min(chunk, b.sub(kernel.numVectors, first)));
  b.buildIf(b.equal(kernel.lane, b.constant(0)), [&] {
    for (auto [value, output] : llvm::zip_equal(combined, kernel.outputs))
      b.store(value, output, b.blockId());
  });
}

void RowLoops::combinePartials(RowReductions &row) {
  ArrayRef<Value> partials =
                      ArrayRef(kernel.outputs).drop_back(row.combiner.count),
                  results =
                      ArrayRef(kernel.outputs).take_back(row.combiner.count);
  uniform.computeUniform(row.inits);
  Value begin = b.mul(kernel.context.row, kernel.numVectors);
  auto load = [&](Value index) {
    return llvm::map_to_vector(partials, [&](Value buffer) {
      return b.load(buffer, b.add(begin, index));
    });
  };
  auto fold = [&](ArrayRef<Elements> loaded) { return loaded.front(); };
  Elements combined = row.combiner.accumulate(
      b, {kernel.lane, b.constant(kernel.shape.lanes), kernel.numVectors,
          /*unroll=*/1, /*groups=*/1, load, fold});
  combined = row.combiner.combine(
      b, uniform.lookupUniform(row.inits),
      kernel.combineRow(row.combiner, combined, kernel.numVectors));
  b.buildIf(b.land(kernel.exists, b.equal(kernel.lane, b.constant(0))), [&] {
    for (auto [value, output] : llvm::zip_equal(combined, results))
      b.store(value, output, kernel.context.row);
  });
}

void RowLoops::storeResults() {
  Operation *yield = kernel.plan.op.getBlock()->getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  uniform.computeUniform(yielded);
  kernel.storeUniform(uniform);
  if (!kernel.plan.passes.storesElements())
    return;
  int64_t lanes = kernel.shape.lanes, step = lanes * unroll;
  // Vectors beyond the end are read, but not stored.
  Value last = b.sub(kernel.numVectors, b.constant(1));
  auto loop =
      scf::ForOp::create(b, b.constant(0), kernel.numVectors, b.constant(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.getBody()->getTerminator());
  SmallVector<Value> indices, existing;
  for (int64_t u = 0; u < unroll; ++u) {
    indices.push_back(
        b.add(b.add(loop.getInductionVar(), kernel.lane), u * lanes));
    existing.push_back(b.min(indices.back(), last));
  }
  RowVectors vectors = uniform.getOthers(existing);
  vectors.compute(yielded);
  for (auto [v, index] : llvm::enumerate(indices)) {
    Value at = index;
    RowVectors vector = vectors.getVector(v);
    b.buildIf(b.land(kernel.exists, b.less(index, kernel.numVectors)),
              [&] { kernel.storeVector(vector, at); });
  }
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// A block or some lanes for each row.
static void emitWholeRows(KernelModules &kernels, IndexBuilder &h,
                          RowPlan &plan, const RowsShape &shape) {
  RowsKernel kernel(
      kernels, h, plan, shape,
      RowArguments(h, plan, shape, plan.getInputs(), plan.op.getInits()));
  // For another resident block, ptxas would spill registers.
  kernel.builder.setMinBlocks(1);
  RowLoops loops(kernel);
  for (auto &reductions : plan.passes.getReductions())
    loops.reduce(reductions);
  loops.storeResults();
  kernel.launch();
}

/// Returns those of the values in `stored` that `needed` depends on.
static StoredRowValues getUsed(RowPlan &plan, ArrayRef<Value> needed,
                               const StoredRowValues &stored) {
  IRMapping mapped;
  for (auto &[value, buffer] : stored)
    mapped.map(value, value);
  StoredRowValues used;
  auto addUse = [&](Value value) {
    if (auto found = stored.find(value); found != stored.end())
      used.insert(*found);
  };
  llvm::for_each(needed, addUse);
  for (Operation *inner : plan.passes.getSlice(needed, mapped))
    inner->walk([&](Operation *nested) {
      llvm::for_each(nested->getOperands(), addUse);
    });
  return used;
}

namespace {

/// Rows that are divided among several blocks, in several kernels.
class SplitRows {
public:
  SplitRows(KernelModules &kernels, IndexBuilder &h, RowPlan &plan,
            int64_t width);

  void emit();

private:
  SmallVector<Value> allocate(ArrayRef<Type> types, bool isPartial);
  SmallVector<Value> reduce(ArrayRef<ReduceRowOp> reductions,
                            const StoredRowValues &stored);

  KernelModules &kernels;
  IndexBuilder &h;
  RowPlan &plan;
  /// How parts of rows are reduced, and how their results are.
  RowsShape partial, whole;
  SmallVector<OpFoldResult> keptSizes;
  Value chunks;
};

} // namespace

SplitRows::SplitRows(KernelModules &kernels, IndexBuilder &h, RowPlan &plan,
                     int64_t width)
    : kernels(kernels), h(h), plan(plan) {
  const RowSchedule &schedule = plan.schedule;
  partial.width = width;
  partial.lanes = schedule.splitLanes;
  whole.lanes = limits::warpSize;
  whole.rows = schedule.threads / limits::warpSize;
  SmallVector<Value> kept = plan.getSizes(h, /*ofRow=*/false);
  keptSizes = getAsOpFoldResult(kept);
  Value numVectors = h.div(h.product(plan.getSizes(h, /*ofRow=*/true)), width);
  // There may be no rows.
  Value count = h.max(h.product(kept), h.constant(1));
  Value wanted = h.ceilDiv(h.constant(schedule.splitBlocks), count);
  Value chunk = h.max(h.ceilDiv(numVectors, wanted),
                      h.constant(schedule.splitLanes * schedule.vectors));
  chunks = h.ceilDiv(numVectors, chunk);
}

SmallVector<Value> SplitRows::allocate(ArrayRef<Type> types, bool isPartial) {
  SmallVector<OpFoldResult> mixed(keptSizes);
  if (isPartial)
    mixed.push_back(getAsOpFoldResult(chunks));
  auto [sizes, dynamicSizes] = decomposeMixedValues(mixed);
  SmallVector<Value> buffers;
  for (Type type : types)
    buffers.push_back(
        memref::AllocOp::create(h, MemRefType::get(sizes, type), dynamicSizes));
  return buffers;
}

SmallVector<Value> SplitRows::reduce(ArrayRef<ReduceRowOp> reductions,
                                     const StoredRowValues &stored) {
  RowReductions row(reductions);
  SmallVector<Value> partials =
      allocate(row.combiner.elements, /*isPartial=*/true);
  {
    RowsKernel kernel(kernels, h, plan, partial,
                      RowArguments(h, plan, partial,
                                   getUsed(plan, row.elements, stored),
                                   partials, chunks));
    kernel.builder.setPartOfOp();
    RowLoops(kernel).storePartials(row);
    kernel.launch();
  }
  SmallVector<Value> results =
      allocate(row.combiner.elements, /*isPartial=*/false);
  SmallVector<Value> buffers(partials);
  llvm::append_range(buffers, results);
  RowsKernel kernel(kernels, h, plan, whole,
                    RowArguments(h, plan, whole,
                                 getUsed(plan, row.inits, stored), buffers,
                                 /*blocksPerRow=*/Value(), chunks));
  kernel.builder.setPartOfOp();
  RowLoops(kernel).combinePartials(row);
  kernel.launch();
  for (Value buffer : partials)
    memref::DeallocOp::create(h, buffer);
  return results;
}

void SplitRows::emit() {
  createRowSteps(
      h, plan.op,
      [&](ArrayRef<ReduceRowOp> reductions, const StoredRowValues &stored) {
        return reduce(reductions, stored);
      });
}

/// Whether the first pass reads several elements for each position of a row.
static bool readsSeveral(RowPlan &plan) {
  StoredRowValues used =
      getUsed(plan, plan.passes.getNeeded(0), plan.getInputs());
  return llvm::count_if(llvm::make_first_range(used), [&](Value value) {
           return plan.passes.isVarying(value);
         }) > 1;
}

/// Returns how lanes hold vectors of `width` elements.
static RowSchedule::Held getHeld(RowPlan &plan, int64_t width,
                                 RowSchedule::Held held) {
  // Any vector may be missing, so that each has an address for each input and a
  // comparison. If lanes have many, ptxas would spill what they keep.
  const RowSchedule &schedule = plan.schedule;
  bool isLong = held.vectors > schedule.vectors, several = readsSeveral(plan);
  int64_t factor = getNarrowFactor(plan, width, held.lanes);
  if (isLong) {
    int64_t most = schedule.maxNarrowElements;
    // Each op on 8 bits also has conversions, and what lanes keep of 64 bits
    // takes two registers.
    if (plan.elementBytes == 1 || plan.passes.getHeldBytes() > 4)
      most /= 2;
    factor = std::clamp<int64_t>(most / (held.vectors * width), 1, factor);
  }
  if (!several)
    held.vectors *= factor;
  int64_t bodyOps = plan.op.getBlock()->getOperations().size();
  bool isComplex = bodyOps > schedule.maxSimpleOps;
  if (isLong && width > 1 && (several || isComplex))
    held.vectors -= held.vectors * (several && isComplex ? 3 : 2) / 8;
  return held;
}

/// Returns the number of elements of the longest row that `held` holds.
static int64_t getNumHeld(const RowSchedule::Held &held, int64_t width) {
  return held.blocks * held.lanes * held.vectors * width;
}

/// Returns the forms of `RowSchedule::ladder` that lanes can have for rows of
/// unknown length, each of which holds longer rows than the one before it.
static SmallVector<RowSchedule::Held> getLadder(RowPlan &plan, int64_t width) {
  SmallVector<RowSchedule::Held> ladder;
  if (plan.length)
    return ladder;
  for (const RowSchedule::Held &form : RowSchedule::ladder) {
    RowSchedule::Held held = getHeld(plan, width, form);
    bool canHold = held.vectors <= getMaxVectors(plan, width) &&
                   held.blocks <= getMaxBlocks(plan);
    if (canHold && (ladder.empty() ||
                    getNumHeld(ladder.back(), width) < getNumHeld(held, width)))
      ladder.push_back(held);
  }
  return ladder;
}

/// Emits the forms of `ladder`, of which the program chooses the first one
/// that holds a row of `length` elements, and loops if none do.
static void emitHeldLadder(KernelModules &kernels, IndexBuilder &h,
                           RowPlan &plan, int64_t width,
                           ArrayRef<RowSchedule::Held> ladder, Value length) {
  RowsShape shape;
  shape.width = width;
  if (ladder.empty()) {
    shape.lanes = plan.schedule.loopLanes;
    return emitWholeRows(kernels, h, plan, shape);
  }
  const RowSchedule::Held &held = ladder.front();
  shape.blocks = held.blocks;
  shape.lanes = held.lanes;
  shape.vectors = held.vectors;
  shape.rows = getRowsOfBlock(plan, shape);
  int64_t most = getNumHeld(held, width);
  // Empty rows, which have no last vector, are those of loops.
  buildBranches(
      h, h.less(h.sub(length, h.constant(1)), h.constant(most)),
      [&](IndexBuilder &inner) {
        emitRowsInRegisters(kernels, inner, plan, shape);
      },
      [&](IndexBuilder &inner) {
        emitHeldLadder(kernels, inner, plan, width, ladder.drop_front(),
                       length);
      });
}

SmallVector<StringRef> mlir::zyn::emitRowsInLoops(KernelModules &kernels,
                                                  IndexBuilder &h,
                                                  RowPlan &plan) {
  const RowSchedule &schedule = plan.schedule;
  llvm::SetVector<StringRef> forms;
  Value count = h.product(plan.getSizes(h, /*ofRow=*/false)),
        length = h.product(plan.getSizes(h, /*ofRow=*/true));
  auto emit = [&](IndexBuilder &builder, int64_t width) {
    Value isSplit = builder.land(
        builder.lessEqual(
            builder.constant(schedule.minSplitBytes / plan.elementBytes),
            length),
        builder.less(count, builder.constant(schedule.minBlockRows)));
    SmallVector<RowSchedule::Held> ladder = getLadder(plan, width);
    if (!ladder.empty())
      isSplit = builder.land(
          isSplit,
          builder.less(builder.constant(getNumHeld(ladder.back(), width)),
                       length));
    buildBranches(
        builder, isSplit,
        [&](IndexBuilder &inner) {
          forms.insert("several blocks for each row, in several kernels");
          SplitRows(kernels, inner, plan, width).emit();
        },
        [&](IndexBuilder &inner) {
          forms.insert(plan.length ? "a block for each row"
                                   : "lanes that hold the row in registers, or "
                                     "a block for each row");
          emitHeldLadder(kernels, inner, plan, width, ladder, length);
        });
  };
  if (plan.length || plan.width == 1)
    emit(h, plan.width);
  else
    buildBranches(
        h, h.equal(h.rem(length, plan.width), h.constant(0)),
        [&](IndexBuilder &inner) { emit(inner, plan.width); },
        [&](IndexBuilder &inner) { emit(inner, 1); });
  return forms.takeVector();
}
