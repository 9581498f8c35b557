//===- Reduction.cpp - Reductions in vectors and tasks --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Reduces along the last dimension of the inputs. The elements and the
/// accumulators that `combiner` gets have the same types.
class RowReduction {
public:
  RowReduction(Location loc, Block &combiner, ValueRange inputs, int64_t lanes)
      : loc(loc), combiner(combiner), inputs(inputs), lanes(lanes) {}

  /// Combines the elements `[first, last)` at `prefix` into `start`.
  SmallVector<Value> emit(OpBuilder &builder, ValueRange prefix, Value first,
                          Value last, SmallVector<Value> start) {
    IndexMath math{builder, loc};
    if (lanes > 1) {
      // Several registers at a time, whose chains of operations are
      // independent, and then single ones.
      constexpr int64_t registers = 4;
      for (int64_t width : {registers * lanes, lanes}) {
        Value extent = math.sub(last, first);
        Value whole = math.sub(extent, math.rem(extent, math.constant(width)));
        Value middle = math.add(first, whole);
        start = emitVectors(builder, prefix, first, middle, width, start);
        first = middle;
      }
    }
    return emitLoop(builder, prefix, first, last, 1, start);
  }

  SmallVector<Value> combine(OpBuilder &builder, ValueRange accumulators,
                             ValueRange elements, int64_t lanes) {
    SmallVector<Value> arguments(elements);
    llvm::append_range(arguments, accumulators);
    SmallVector<Value> results =
        cloneOnLanes(builder, combiner, arguments, ValueRange(), lanes);
    for (Value &result : results)
      result = broadcastTo(builder, loc, result, lanes);
    return results;
  }

  /// Loads elements, and extends them if the accumulators are wider.
  SmallVector<Value> load(OpBuilder &builder, ValueRange prefix, Value index,
                          int64_t lanes) {
    SmallVector<Value> indices(prefix), loaded;
    indices.push_back(index);
    auto withLanes = [&](Type type) -> Type {
      return lanes == 1 ? type : VectorType::get({lanes}, type);
    };
    for (auto [input, argument] : llvm::zip(inputs, combiner.getArguments())) {
      Type element = cast<MemRefType>(input.getType()).getElementType();
      Value value =
          lanes == 1
              ? memref::LoadOp::create(builder, loc, input, indices).getResult()
              : vector::LoadOp::create(builder, loc,
                                       cast<VectorType>(withLanes(element)),
                                       input, indices);
      if (element != argument.getType())
        value = arith::ExtFOp::create(builder, loc,
                                      withLanes(argument.getType()), value);
      loaded.push_back(value);
    }
    return loaded;
  }

private:
  SmallVector<Value> emitLoop(OpBuilder &builder, ValueRange prefix,
                              Value first, Value last, int64_t step,
                              ValueRange start) {
    auto loop = scf::ForOp::create(
        builder, loc, first, last, IndexMath{builder, loc}.constant(step),
        start, [&](OpBuilder &b, Location, Value iv, ValueRange accumulators) {
          scf::YieldOp::create(
              b, loc,
              combine(b, accumulators, load(b, prefix, iv, step), step));
        });
    return SmallVector<Value>(loop.getResults());
  }

  /// Partial results start as the first vector, since the neutral element of a
  /// combiner is unknown.
  SmallVector<Value> emitVectors(OpBuilder &builder, ValueRange prefix,
                                 Value first, Value last, int64_t lanes,
                                 ValueRange start) {
    Value hasVectors = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, first, last);
    auto ifOp = scf::IfOp::create(
        builder, loc, hasVectors,
        [&](OpBuilder &b, Location) {
          IndexMath math{b, loc};
          SmallVector<Value> partial =
              emitLoop(b, prefix, math.add(first, math.constant(lanes)), last,
                       lanes, load(b, prefix, first, lanes));
          for (int64_t width = lanes / 2; width >= 1; width /= 2)
            partial = combine(b, extractLanes(b, partial, 0, width),
                              extractLanes(b, partial, width, width), width);
          scf::YieldOp::create(b, loc, combine(b, start, partial, 1));
        },
        [&](OpBuilder &b, Location) { scf::YieldOp::create(b, loc, start); });
    return SmallVector<Value>(ifOp.getResults());
  }

  /// Returns `width` lanes of each vector, starting at lane `offset`; a scalar
  /// for one lane.
  SmallVector<Value> extractLanes(OpBuilder &builder, ValueRange vectors,
                                  int64_t offset, int64_t width) {
    return llvm::map_to_vector(vectors, [&](Value vector) -> Value {
      if (width == 1)
        return vector::ExtractOp::create(builder, loc, vector, offset);
      return vector::ExtractStridedSliceOp::create(
          builder, loc, vector, ArrayRef<int64_t>{offset},
          ArrayRef<int64_t>{width}, ArrayRef<int64_t>{1});
    });
  }

  Location loc;
  Block &combiner;
  SmallVector<Value> inputs;
  int64_t lanes;
};

SmallVector<Value> loadAll(OpBuilder &builder, Location loc, ValueRange buffers,
                           ValueRange indices) {
  return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
    return memref::LoadOp::create(builder, loc, buffer, indices);
  });
}

void storeAll(OpBuilder &builder, Location loc, ValueRange values,
              ValueRange buffers, ValueRange indices) {
  for (auto [value, buffer] : llvm::zip(values, buffers))
    memref::StoreOp::create(builder, loc, value, buffer, indices);
}

/// Emits a reduction to single elements: each task reduces a part of the
/// inputs, then the results of the parts are combined.
void emitFullReduction(OpBuilder &builder, linalg::ReduceOp op, Value size,
                       RowReduction reduction, bool threaded) {
  Location loc = op.getLoc();
  IndexMath math{builder, loc};
  Value zero = math.constant(0), one = math.constant(1);
  std::optional<int64_t> known = getConstantIntValue(size);
  if (!threaded || (known && *known <= HostSchedule::kElementsPerTask)) {
    SmallVector<Value> start =
        loadAll(builder, loc, op.getInits(), ValueRange());
    storeAll(builder, loc,
             reduction.emit(builder, ValueRange(), zero, size, start),
             op.getInits(), ValueRange());
    return;
  }

  Value task = math.constant(HostSchedule::kElementsPerTask);
  Value tasks = math.ceilDiv(size, task);
  SmallVector<Value> partial;
  for (Value init : op.getInits()) {
    Type element = cast<MemRefType>(init.getType()).getElementType();
    partial.push_back(memref::AllocOp::create(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, element), tasks));
  }
  scf::ParallelOp::create(
      builder, loc, zero, tasks, one,
      [&](OpBuilder &b, Location, ValueRange number) {
        IndexMath math{b, loc};
        Value first = math.mul(number[0], task);
        Value last = math.min(math.add(first, task), size);
        SmallVector<Value> start = reduction.load(b, ValueRange(), first, 1);
        storeAll(
            b, loc,
            reduction.emit(b, ValueRange(), math.add(first, one), last, start),
            partial, number);
      });
  auto loop = scf::ForOp::create(
      builder, loc, zero, tasks, one,
      loadAll(builder, loc, op.getInits(), ValueRange()),
      [&](OpBuilder &b, Location, Value number, ValueRange accumulators) {
        scf::YieldOp::create(b, loc,
                             reduction.combine(b, accumulators,
                                               loadAll(b, loc, partial, number),
                                               1));
      });
  storeAll(builder, loc, loop.getResults(), op.getInits(), ValueRange());
  for (Value buffer : partial)
    memref::DeallocOp::create(builder, loc, buffer);
}

/// Emits loops over `sizes` around the innermost one, which `reduction` emits.
SmallVector<Value> emitReducedLoops(OpBuilder &builder, Location loc,
                                    RowReduction &reduction,
                                    SmallVector<Value> point,
                                    ArrayRef<int64_t> dims, ValueRange sizes,
                                    ValueRange start) {
  IndexMath math{builder, loc};
  if (dims.size() == 1)
    return reduction.emit(builder, ArrayRef(point).drop_back(),
                          math.constant(0), sizes[dims[0]],
                          SmallVector<Value>(start));
  auto loop = scf::ForOp::create(
      builder, loc, math.constant(0), sizes[dims[0]], math.constant(1), start,
      [&](OpBuilder &b, Location, Value iv, ValueRange accumulators) {
        point[dims[0]] = iv;
        scf::YieldOp::create(b, loc,
                             emitReducedLoops(b, loc, reduction, point,
                                              dims.drop_front(), sizes,
                                              accumulators));
      });
  return SmallVector<Value>(loop.getResults());
}

} // namespace

/// Makes the elements that the combiner gets as wide as the accumulators, so
/// that it also combines accumulators. Fails if it does not only extend them.
static LogicalResult widenElements(Block &combiner) {
  unsigned count = combiner.getNumArguments() / 2;
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument element = combiner.getArgument(i);
    Type wide = combiner.getArgument(count + i).getType();
    if (element.getType() == wide)
      continue;
    for (Operation *user : llvm::make_early_inc_range(element.getUsers())) {
      auto extension = dyn_cast<arith::ExtFOp>(user);
      if (!extension || extension.getType() != wide)
        return failure();
      extension.replaceAllUsesWith(Value(element));
      extension.erase();
    }
    element.setType(wide);
  }
  return success();
}

LogicalResult mlir::zyn::emitReduction(OpBuilder &builder, linalg::ReduceOp op,
                                       const HostSchedule &schedule,
                                       bool threaded) {
  Location loc = op.getLoc();
  IndexMath math{builder, loc};
  LoopNest nest = LoopNest::get(builder, op);
  int64_t rank = nest.sizes.size();
  ArrayRef<int64_t> reduced = op.getDimensions();
  SmallVector<Value> inputs(op.getInputs());
  if (reduced.empty() || reduced.back() != rank - 1 || nest.usesIndices ||
      !llvm::all_of(inputs, hasUnitStride))
    return failure();
  int64_t lanes = nest.isVectorizable ? schedule.getLanes(nest.elementBits) : 1;
  Region combiner;
  IRMapping mapping;
  op.getCombiner().cloneInto(&combiner, mapping);
  if (failed(widenElements(combiner.front())))
    return failure();

  bool isWhole = llvm::all_of(inputs, [](Value input) {
    return cast<MemRefType>(input.getType()).getLayout().isIdentity();
  });
  if (static_cast<int64_t>(reduced.size()) == rank && isWhole) {
    for (Value &input : inputs)
      input = flattenBuffer(builder, loc, input);
    emitFullReduction(builder, op, math.product(nest.sizes),
                      RowReduction(loc, combiner.front(), inputs, lanes),
                      threaded);
    return success();
  }

  SmallVector<Value> keptSizes, reducedSizes;
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isReduced = llvm::is_contained(reduced, dim);
    (isReduced ? reducedSizes : keptSizes).push_back(nest.sizes[dim]);
    if (!isReduced)
      kept.push_back(dim);
  }
  RowReduction reduction(loc, combiner.front(), inputs, lanes);
  emitTasks(builder, loc, math.product(keptSizes), math.constant(1),
            math.product(reducedSizes), threaded,
            [&](OpBuilder &b, Value row, Value, Value) {
              SmallVector<Value> at = delinearize(b, loc, row, keptSizes);
              SmallVector<Value> point(rank);
              for (auto [dim, index] : llvm::zip(kept, at))
                point[dim] = index;
              SmallVector<Value> sums = emitReducedLoops(
                  b, loc, reduction, point, reduced, nest.sizes,
                  loadAll(b, loc, op.getInits(), at));
              storeAll(b, loc, sums, op.getInits(), at);
            });
  return success();
}
