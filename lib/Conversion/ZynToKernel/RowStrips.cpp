//===- RowStrips.cpp - Reduces the rows of a kernel's result --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of a product or of attention has the elements of its result in
// registers, so that it can reduce them before they are stored, or instead of
// that. A block may only have some of the columns; it stores what it reduced of
// strips of these, which the op that reduces rows then combines. See also
// CUTLASS' example 35, gemm_softmax.
//
//===----------------------------------------------------------------------===//

#include "RowStrips.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// Lanes that have a row, and neighbors of a lane; see
/// `kernel::FragmentType::getElementPosition`.
static constexpr int64_t kRowLanes = 4, kNeighbors = 2;

//===----------------------------------------------------------------------===//
// What the host does
//===----------------------------------------------------------------------===//

/// Allocates the arrays for what is reduced of each strip of columns.
static SmallVector<Value> allocateStrips(IndexBuilder &h,
                                         const RowReduction &reduction) {
  SmallVector<int64_t> shape(reduction.getInputType().getShape());
  shape.back() = llvm::divideCeil(shape.back(), kStripColumns);
  return llvm::map_to_vector(reduction.getTypes(), [&](Type type) -> Value {
    return memref::AllocOp::create(h, MemRefType::get(shape, type));
  });
}

/// Returns a buffer with the type of `result` for which there is no memory.
/// `element` is allocated for it.
static Value createShape(IndexBuilder &h, Value result, Value &element) {
  auto type = cast<MemRefType>(result.getType());
  element =
      memref::AllocOp::create(h, MemRefType::get({1}, type.getElementType()));
  auto [strides, offset] = type.getStridesAndOffset();
  return memref::ReinterpretCastOp::create(h, type, element, offset,
                                           type.getShape(), strides);
}

void mlir::zyn::emitWithStrips(
    IndexBuilder &h, RowReduction &reduction, Value result,
    function_ref<void(const ReducedRows &, Value)> emit) {
  ReducedRows rows = {&reduction};
  SmallVector<Value> allocations = allocateStrips(h, reduction);
  size_t numStrips = allocations.size();
  for (Value strip : allocations)
    rows.strips.push_back(flattenBuffer(h, h.getLoc(), strip));
  if (!rows.isStored())
    result = createShape(h, result, allocations.emplace_back());
  emit(rows, result);
  IRRewriter rewriter(h.getContext());
  setStrips(rewriter, reduction, ArrayRef(allocations).take_front(numStrips));
  OpBuilder::InsertionGuard guard(h);
  h.setInsertionPointAfter(reduction.op);
  for (Value allocation : allocations)
    memref::DeallocOp::create(h, allocation);
}

//===----------------------------------------------------------------------===//
// RowStrips
//===----------------------------------------------------------------------===//

static SmallVector<Block *> getBlocks(const RowReduction &reduction) {
  return llvm::map_to_vector(
      reduction.combiners,
      [](const std::unique_ptr<Region> &region) { return &region->front(); });
}

RowStrips::RowStrips(const RowReduction &reduction, SmallVector<Value> buffers)
    : elementBody(&reduction.elements->front()),
      combiner(getBlocks(reduction), reduction.getTypes()),
      shape(reduction.getInputType().getShape()), buffers(std::move(buffers)) {}

/// Returns what is reduced of `element` of the result.
Elements RowStrips::getElements(IndexBuilder &b, Value element, Value row,
                                Value column) const {
  SmallVector<Value> outer =
      llvm::map_to_vector(ArrayRef(shape).drop_back(),
                          [&](int64_t size) { return b.constant(size); });
  SmallVector<Value> indices = b.delinearize(row, outer);
  indices.push_back(column);
  return b.cloneBody(*elementBody, element, indices);
}

Elements RowStrips::reduce(IndexBuilder &b, ArrayRef<Value> elements, Value row,
                           Value firstColumn, Value lane) const {
  Combiner combine = combiner;
  Value columns = b.constant(shape.back());
  bool areWhole = shape.back() % kStripColumns == 0;
  Value inRow = b.rem(lane, kRowLanes);
  SmallVector<Elements> groups;
  Elements accumulators;
  for (auto [i, element] : llvm::enumerate(elements)) {
    int64_t offset = i / kNeighbors * kNeighbors * kRowLanes + i % kNeighbors;
    Value column = b.add(b.add(firstColumn, b.mul(inRow, kNeighbors)), offset);
    Elements group = getElements(b, element, row, column);
    if (areWhole)
      groups.push_back(group);
    else
      accumulators = i == 0 ? group
                            : combine.combineIf(b, b.less(column, columns),
                                                accumulators, group);
  }
  if (areWhole)
    accumulators = combine.combineTree(b, groups);
  // The lanes that have one of the first eight columns.
  Value numValid = b.constant(kRowLanes);
  if (!areWhole)
    numValid = b.ceilDiv(
        b.min(b.sub(columns, firstColumn), b.constant(kRowLanes * kNeighbors)),
        kNeighbors);
  return combine.combineLanes(b, accumulators, inRow, numValid, kRowLanes,
                              kRowLanes);
}

void RowStrips::store(IndexBuilder &b, ArrayRef<Value> reduced, Value row,
                      Value firstColumn, Value lane, Value exists) const {
  Value isFirst = b.equal(b.rem(lane, kRowLanes), b.constant(0));
  Value isInside = b.less(firstColumn, b.constant(shape.back()));
  Value numStrips = b.constant(llvm::divideCeil(shape.back(), kStripColumns));
  b.buildIf(b.land(b.land(exists, isInside), isFirst), [&] {
    Value at = b.add(b.mul(row, numStrips), b.div(firstColumn, kStripColumns));
    for (auto [value, buffer] : llvm::zip_equal(reduced, buffers))
      b.store(value, buffer, at);
  });
}
