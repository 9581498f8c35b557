//===- LoopNest.cpp - Loops for elementwise ops ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

Access mlir::zyn::getAccess(Value buffer, AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return Access::Uniform;
  for (AffineExpr expr : map.getResults().drop_back())
    if (expr.isFunctionOfDim(dim))
      return Access::Scattered;
  // The next iteration accesses the next element.
  AffineExpr rest = simplifyAffineExpr(
      map.getResults().back() - getAffineDimExpr(dim, map.getContext()),
      map.getNumDims(), /*numSymbols=*/0);
  return !rest.isFunctionOfDim(dim) && hasUnitStride(buffer)
             ? Access::Contiguous
             : Access::Scattered;
}

SmallVector<Value> mlir::zyn::getIndices(OpBuilder &builder, Location loc,
                                         AffineMap map, ValueRange point) {
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      indices.push_back(point[dim.getPosition()]);
      continue;
    }
    SmallVector<Value> operands;
    for (auto [loop, index] : llvm::enumerate(point))
      if (expr.isFunctionOfDim(loop))
        operands.push_back(index);
    AffineMap one =
        compressUnusedDims(AffineMap::get(map.getNumDims(), 0, expr));
    indices.push_back(
        affine::AffineApplyOp::create(builder, loc, one, operands));
  }
  return indices;
}

namespace {

/// Loads the elements of `operands` at `point`, for `lanes` neighbors along
/// `dim` at once. Those that are not read are null.
SmallVector<Value> loadElements(OpBuilder &builder, Location loc,
                                ArrayRef<LoopNest::Operand> operands,
                                ArrayRef<Value> point, unsigned dim,
                                int64_t lanes) {
  IndexMath math{builder, loc};
  auto loadOne = [&](const LoopNest::Operand &operand, ValueRange at) -> Value {
    return memref::LoadOp::create(builder, loc, operand.value,
                                  getIndices(builder, loc, operand.map, at));
  };
  SmallVector<Value> elements;
  for (const LoopNest::Operand &operand : operands) {
    if (!operand.isRead) {
      elements.push_back(Value());
      continue;
    }
    auto type = dyn_cast<MemRefType>(operand.value.getType());
    if (!type) {
      elements.push_back(operand.value);
      continue;
    }
    Access access = lanes == 1 ? Access::Uniform
                               : getAccess(operand.value, operand.map, dim);
    if (access == Access::Uniform) {
      elements.push_back(loadOne(operand, point));
      continue;
    }
    auto vectorType = VectorType::get({lanes}, type.getElementType());
    if (access == Access::Contiguous) {
      elements.push_back(
          vector::LoadOp::create(builder, loc, vectorType, operand.value,
                                 getIndices(builder, loc, operand.map, point)));
      continue;
    }
    SmallVector<Value> single;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      SmallVector<Value> at(point);
      at[dim] = math.add(point[dim], math.constant(lane));
      single.push_back(loadOne(operand, at));
    }
    elements.push_back(
        vector::FromElementsOp::create(builder, loc, vectorType, single));
  }
  return elements;
}

/// Computes the results of the body from `elements`.
SmallVector<Value> computeResults(OpBuilder &builder, Location loc,
                                  const LoopNest &nest, ValueRange elements,
                                  ArrayRef<Value> point, unsigned dim,
                                  int64_t lanes) {
  SmallVector<Value> indices(point);
  if (nest.usesIndices && lanes > 1) {
    auto type = VectorType::get({lanes}, builder.getIndexType());
    Value first = vector::BroadcastOp::create(builder, loc, type, point[dim]);
    Value step = vector::StepOp::create(builder, loc, type);
    indices[dim] = arith::AddIOp::create(builder, loc, first, step);
  }
  SmallVector<Value> results = nest.body(builder, elements, indices, lanes);
  for (Value &result : results)
    result = broadcastTo(builder, loc, result, lanes);
  return results;
}

void storeResults(OpBuilder &builder, Location loc, const LoopNest &nest,
                  ValueRange results, ArrayRef<Value> point, int64_t lanes) {
  for (auto [result, operand] : llvm::zip(results, nest.getDestinations())) {
    SmallVector<Value> at = getIndices(builder, loc, operand.map, point);
    if (lanes == 1)
      memref::StoreOp::create(builder, loc, result, operand.value, at);
    else
      vector::StoreOp::create(builder, loc, result, operand.value, at);
  }
}

/// Emits the computation at `point`, for `lanes` neighbors along `dim` at once.
void emitPoint(OpBuilder &builder, Location loc, const LoopNest &nest,
               ArrayRef<Value> point, unsigned dim, int64_t lanes) {
  SmallVector<Value> elements =
      loadElements(builder, loc, nest.operands, point, dim, lanes);
  storeResults(builder, loc, nest,
               computeResults(builder, loc, nest, elements, point, dim, lanes),
               point, lanes);
}

/// Emits loops over the reductions `dims`, the first one outermost, which carry
/// the elements of the destinations. Returns the last ones.
SmallVector<Value> emitAccumulation(OpBuilder &builder, Location loc,
                                    const LoopNest &nest,
                                    ArrayRef<unsigned> dims,
                                    SmallVector<Value> point, unsigned dim,
                                    int64_t lanes, ValueRange accumulators) {
  if (dims.empty()) {
    SmallVector<Value> elements =
        loadElements(builder, loc, nest.getInputs(), point, dim, lanes);
    llvm::append_range(elements, accumulators);
    return computeResults(builder, loc, nest, elements, point, dim, lanes);
  }
  IndexMath math{builder, loc};
  auto loop = scf::ForOp::create(
      builder, loc, math.constant(0), nest.sizes[dims[0]], math.constant(1),
      accumulators, [&](OpBuilder &b, Location, Value iv, ValueRange carried) {
        point[dims[0]] = iv;
        scf::YieldOp::create(b, loc,
                             emitAccumulation(b, loc, nest, dims.drop_front(),
                                              point, dim, lanes, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

/// Emits loops over `dims` of `nest`, the first one outermost.
void emitLoops(OpBuilder &builder, Location loc, const LoopNest &nest,
               ArrayRef<unsigned> dims, SmallVector<Value> point,
               function_ref<void(OpBuilder &, SmallVector<Value>)> body) {
  if (dims.empty())
    return body(builder, point);
  IndexMath math{builder, loc};
  scf::ForOp::create(builder, loc, math.constant(0), nest.sizes[dims[0]],
                     math.constant(1), ValueRange(),
                     [&](OpBuilder &b, Location, Value iv, ValueRange) {
                       point[dims[0]] = iv;
                       emitLoops(b, loc, nest, dims.drop_front(), point, body);
                       scf::YieldOp::create(b, loc);
                     });
}

/// Emits the computation for all points of the reductions `dims`, with the
/// destinations in registers.
void emitReduced(OpBuilder &builder, Location loc, const LoopNest &nest,
                 ArrayRef<unsigned> dims, ArrayRef<Value> point, unsigned dim,
                 int64_t lanes) {
  if (dims.empty())
    return emitPoint(builder, loc, nest, point, dim, lanes);
  SmallVector<Value> start;
  if (nest.start)
    start.push_back(broadcastTo(builder, loc, nest.start, lanes));
  else
    start =
        loadElements(builder, loc, nest.getDestinations(), point, dim, lanes);
  SmallVector<Value> results = emitAccumulation(
      builder, loc, nest, dims, SmallVector<Value>(point), dim, lanes, start);
  storeResults(builder, loc, nest, results, point, lanes);
}

/// Emits the loop along `dim`: vectors, then single elements. With reductions
/// `dims`, each of them is combined with all of its elements.
void emitColumns(OpBuilder &builder, Location loc, const LoopNest &nest,
                 ArrayRef<unsigned> dims, SmallVector<Value> point,
                 unsigned dim, int64_t lanes, Value first, Value last) {
  IndexMath math{builder, loc};
  auto loop = [&](Value from, Value to, int64_t step) {
    scf::ForOp::create(builder, loc, from, to, math.constant(step),
                       ValueRange(),
                       [&](OpBuilder &b, Location, Value iv, ValueRange) {
                         point[dim] = iv;
                         emitReduced(b, loc, nest, dims, point, dim, step);
                         scf::YieldOp::create(b, loc);
                       });
  };
  if (lanes == 1)
    return loop(first, last, 1);
  Value extent = math.sub(last, first);
  Value whole = math.sub(extent, math.rem(extent, math.constant(lanes)));
  Value middle = math.add(first, whole);
  loop(first, middle, lanes);
  loop(middle, last, 1);
}

/// Returns the dimension to vectorize: the last one of every destination, along
/// which its elements are contiguous.
std::optional<unsigned> findVectorDim(const LoopNest &nest) {
  if (!nest.isVectorizable)
    return std::nullopt;
  ArrayRef<LoopNest::Operand> destinations = nest.getDestinations();
  AffineMap map = destinations[0].map;
  if (map.getNumResults() == 0)
    return std::nullopt;
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!last)
    return std::nullopt;
  for (const LoopNest::Operand &destination : destinations)
    if (getAccess(destination.value, destination.map, last.getPosition()) !=
        Access::Contiguous)
      return std::nullopt;
  return last.getPosition();
}

/// Collapses an elementwise nest on whole buffers into a single dimension.
void collapse(OpBuilder &builder, Location loc, LoopNest &nest) {
  unsigned rank = nest.sizes.size();
  if (rank < 2 || nest.usesIndices)
    return;
  for (const LoopNest::Operand &operand : nest.operands)
    if (auto type = dyn_cast<MemRefType>(operand.value.getType()))
      if (!operand.map.isIdentity() || !type.getLayout().isIdentity())
        return;
  AffineMap identity = builder.getMultiDimIdentityMap(1);
  for (LoopNest::Operand &operand : nest.operands) {
    if (!isa<MemRefType>(operand.value.getType()))
      continue;
    operand.value = flattenBuffer(builder, loc, operand.value);
    operand.map = identity;
  }
  nest.sizes = {IndexMath{builder, loc}.product(nest.sizes)};
  nest.iterators = {utils::IteratorType::parallel};
}

} // namespace

void mlir::zyn::emitLoopNest(OpBuilder &builder, Location loc, LoopNest nest,
                             const HostSchedule &schedule, bool threaded) {
  collapse(builder, loc, nest);
  IndexMath math{builder, loc};
  int64_t lanes = 1;
  std::optional<unsigned> column = findVectorDim(nest);
  if (column) {
    lanes = schedule.getLanes(nest.elementBits);
    std::optional<int64_t> size = getConstantIntValue(nest.sizes[*column]);
    if (size && *size < lanes)
      lanes = 1;
  }
  SmallVector<unsigned> reductions, rows;
  for (auto [dim, iterator] : llvm::enumerate(nest.iterators)) {
    if (iterator == utils::IteratorType::reduction)
      reductions.push_back(dim);
    else
      rows.push_back(dim);
  }
  if (!column && !rows.empty())
    column = rows.back();
  if (column)
    llvm::erase(rows, *column);

  auto sizesOf = [&](ArrayRef<unsigned> dims) {
    return llvm::map_to_vector(dims, [&](unsigned d) { return nest.sizes[d]; });
  };
  SmallVector<Value> rowSizes = sizesOf(rows);
  emitTasks(builder, loc, math.product(rowSizes),
            column ? nest.sizes[*column] : math.constant(1),
            math.product(sizesOf(reductions)), threaded,
            [&](OpBuilder &b, Value row, Value first, Value last) {
              SmallVector<Value> point(nest.sizes.size());
              for (auto [dim, index] :
                   llvm::zip(rows, delinearize(b, loc, row, rowSizes)))
                point[dim] = index;
              auto emitElement = [&](OpBuilder &b, SmallVector<Value> point) {
                emitPoint(b, loc, nest, point, 0, 1);
              };
              if (!column)
                return emitLoops(b, loc, nest, reductions, point, emitElement);
              if (nest.isAccumulatedInRegisters())
                return emitColumns(b, loc, nest, reductions, point, *column,
                                   lanes, first, last);
              if (lanes > 1)
                return emitLoops(b, loc, nest, reductions, point,
                                 [&](OpBuilder &b, SmallVector<Value> point) {
                                   emitColumns(b, loc, nest, {}, point, *column,
                                               lanes, first, last);
                                 });
              scf::ForOp::create(
                  b, loc, first, last, IndexMath{b, loc}.constant(1),
                  ValueRange(),
                  [&](OpBuilder &b, Location, Value iv, ValueRange) {
                    point[*column] = iv;
                    emitLoops(b, loc, nest, reductions, point, emitElement);
                    scf::YieldOp::create(b, loc);
                  });
            });
}

void mlir::zyn::emitTasks(
    OpBuilder &builder, Location loc, Value rows, Value columns, Value work,
    bool threaded, function_ref<void(OpBuilder &, Value, Value, Value)> body) {
  IndexMath math{builder, loc};
  Value zero = math.constant(0), one = math.constant(1);
  auto emitRows = [&](OpBuilder &b, Value from, Value to, Value first,
                      Value last) {
    scf::ForOp::create(b, loc, from, to, one, ValueRange(),
                       [&](OpBuilder &b, Location, Value row, ValueRange) {
                         body(b, row, first, last);
                         scf::YieldOp::create(b, loc);
                       });
  };
  Value total = math.product({rows, columns, work});
  std::optional<int64_t> size = getConstantIntValue(total);
  if (!threaded || (size && *size <= HostSchedule::kElementsPerTask))
    return emitRows(builder, zero, rows, zero, columns);

  // At least about a kilobyte of each row, for the sake of the prefetcher.
  Value task = math.constant(HostSchedule::kElementsPerTask);
  Value points = math.div(task, math.max(work, one));
  Value minColumns = math.constant(256);
  Value taskColumns =
      math.max(math.mul(math.div(points, minColumns), minColumns), minColumns);
  Value taskRows = math.max(math.div(points, math.max(columns, one)), one);
  scf::ParallelOp::create(
      builder, loc, ValueRange{zero, zero}, ValueRange{rows, columns},
      ValueRange{taskRows, taskColumns},
      [&](OpBuilder &b, Location, ValueRange start) {
        IndexMath math{b, loc};
        emitRows(b, start[0], math.min(math.add(start[0], taskRows), rows),
                 start[1], math.min(math.add(start[1], taskColumns), columns));
      });
}

bool LoopNest::isAccumulatedInRegisters() const {
  constexpr int64_t maxPoints = 64;
  int64_t points = 1;
  for (auto [size, iterator] : llvm::zip_equal(sizes, iterators)) {
    if (iterator != utils::IteratorType::reduction)
      continue;
    std::optional<int64_t> known = getConstantIntValue(size);
    if (!known || *known > maxPoints)
      return false;
    points *= *known;
  }
  // Each element is that of one point of the parallel loops.
  auto isOnlyParallel = [&](AffineMap map) {
    return map.isProjectedPermutation() &&
           llvm::all_of(llvm::enumerate(iterators), [&](auto loop) {
             return map.isFunctionOfDim(loop.index()) ==
                    (loop.value() == utils::IteratorType::parallel);
           });
  };
  auto hasLoop = [&](utils::IteratorType type) {
    return llvm::is_contained(iterators, type);
  };
  return hasLoop(utils::IteratorType::reduction) &&
         hasLoop(utils::IteratorType::parallel) && points <= maxPoints &&
         llvm::all_of(getDestinations(), [&](const Operand &destination) {
           return destination.isRead && isOnlyParallel(destination.map);
         });
}

LoopNest LoopNest::get(linalg::LinalgOp op) {
  LoopNest nest;
  Block *block = op.getBlock();
  nest.numInputs = op.getNumDpsInputs();
  nest.elementBits = getWidestElement(*block);
  nest.isVectorizable = zyn::isVectorizable(*block);
  for (OpOperand &operand : op->getOpOperands()) {
    nest.operands.push_back({operand.get(), op.getMatchingIndexingMap(&operand),
                             op.payloadUsesValueFromOperand(&operand)});
    if (auto type = dyn_cast<MemRefType>(operand.get().getType())) {
      Type element = type.getElementType();
      unsigned bits = element.isIndex()        ? 64
                      : element.isIntOrFloat() ? element.getIntOrFloatBitWidth()
                                               : 0;
      nest.elementBits = std::max(nest.elementBits, bits);
      nest.isVectorizable &= hasVectorLayout(bits);
    }
  }
  nest.iterators = op.getIteratorTypesArray();
  nest.usesIndices = op.hasIndexSemantics();
  nest.body = [block](OpBuilder &b, ValueRange elements, ValueRange indices,
                      int64_t lanes) {
    return cloneOnLanes(b, *block, elements, indices, lanes);
  };
  return nest;
}

LoopNest LoopNest::get(OpBuilder &builder, linalg::LinalgOp op) {
  LoopNest nest = get(op);
  for (Range &range : op.createLoopRanges(builder, op.getLoc()))
    nest.sizes.push_back(
        getValueOrCreateConstantIndexOp(builder, op.getLoc(), range.size));
  return nest;
}
