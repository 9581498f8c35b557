//===- IndexedTensor.cpp - Tensors accessed by loops ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::zyn;

FailureOr<IndexedTensor> zyn::getIndexedTensor(linalg::LinalgOp op,
                                               OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!isa<RankedTensorType>(operand.get().getType()) ||
      !map.isProjectedPermutation())
    return failure();
  IndexedTensor access = {operand.get(), {}};
  for (AffineExpr index : map.getResults())
    access.loops.push_back(cast<AffineDimExpr>(index).getPosition());
  return access;
}

/// Returns the tensor that `tensor` is a copy of, with the dimensions of
/// `tensor` that index it, or failure.
static FailureOr<IndexedTensor> getCopied(Value tensor,
                                          bool includesExtensions) {
  auto copy = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!copy || !copy.hasPureTensorSemantics() || copy.getNumDpsInits() != 1 ||
      copy.getNumDpsInputs() != 1 || copy.getNumReductionLoops() != 0)
    return failure();
  Value yielded = copy.getBlock()->getTerminator()->getOperand(0);
  if (auto extension = yielded.getDefiningOp<arith::ExtFOp>();
      extension && includesExtensions)
    yielded = extension.getIn();
  OpOperand *input = copy.getDpsInputOperand(0);
  if (yielded != copy.getMatchingBlockArgument(input))
    return failure();
  FailureOr<IndexedTensor> source = getIndexedTensor(copy, *input);
  FailureOr<IndexedTensor> result =
      getIndexedTensor(copy, *copy.getDpsInitOperand(0));
  if (failed(source) || failed(result))
    return failure();
  for (unsigned &loop : source->loops) {
    const unsigned *dim = llvm::find(result->loops, loop);
    // The result has the last element along a loop that it lacks.
    if (dim == result->loops.end())
      return failure();
    loop = dim - result->loops.begin();
  }
  return source;
}

IndexedTensor zyn::lookThroughCopies(IndexedTensor access,
                                     bool includesExtensions) {
  FailureOr<IndexedTensor> source =
      getCopied(access.tensor, includesExtensions);
  while (succeeded(source)) {
    for (unsigned &dim : source->loops)
      dim = access.loops[dim];
    access = std::move(*source);
    source = getCopied(access.tensor, includesExtensions);
  }
  return access;
}

/// Returns the position of each loop of `access` in `loops`.
static SmallVector<unsigned> getPositions(const IndexedTensor &access,
                                          ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(access.loops, [&](unsigned loop) -> unsigned {
    return llvm::find(loops, loop) - loops.begin();
  });
}

Value zyn::createDestination(OpBuilder &builder, Location loc,
                             const IndexedTensor &access,
                             ArrayRef<unsigned> loops) {
  Value tensor = access.tensor;
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (op && op.hasPureTensorSemantics())
    tensor = op.getDpsInits()[cast<OpResult>(tensor).getResultNumber()];
  if (ArrayRef(access.loops) == loops &&
      tensor.getDefiningOp<tensor::EmptyOp>())
    return tensor;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> ordered(sizes);
  for (auto [size, position] : llvm::zip(sizes, getPositions(access, loops)))
    ordered[position] = size;
  return tensor::EmptyOp::create(builder, loc, ordered,
                                 getElementTypeOrSelf(tensor));
}

Value zyn::transposeTo(OpBuilder &builder, Location loc,
                       const IndexedTensor &access, ArrayRef<unsigned> loops) {
  if (ArrayRef(access.loops) == loops)
    return access.tensor;
  AffineMap map = AffineMap::getMultiDimMapWithTargets(
      loops.size(), getPositions(access, loops), builder.getContext());
  return createMap(builder, loc, access.tensor,
                   createDestination(builder, loc, access, loops), map,
                   [](OpBuilder &, ValueRange arguments) {
                     return SmallVector<Value>(arguments);
                   })
      ->getResult(0);
}

/// Returns the dimensions of each group that has any.
static SmallVector<ReassociationIndices>
getReassociation(ArrayRef<unsigned> groupSizes) {
  SmallVector<ReassociationIndices> groups;
  int64_t dim = 0;
  for (unsigned size : groupSizes) {
    if (size == 0)
      continue;
    groups.emplace_back(llvm::to_vector(llvm::seq(dim, dim + size)));
    dim += size;
  }
  return groups;
}

/// Returns the dimensions among `groupSizes.size()` that each group with
/// dimensions has after `collapseGroups`: its own, and those of size 1 next to
/// it.
static SmallVector<ReassociationIndices>
getUnitReassociation(ArrayRef<unsigned> groupSizes) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices current;
  for (auto [dim, size] : llvm::enumerate(groupSizes)) {
    if (size != 0 && !groups.empty() && !current.empty()) {
      groups.back().append(current);
      current.clear();
    }
    current.push_back(dim);
    if (size != 0) {
      groups.push_back(current);
      current.clear();
    }
  }
  if (!groups.empty())
    groups.back().append(current);
  return groups;
}

Value zyn::dropUnitDimensions(OpBuilder &builder, Location loc, Value tensor,
                              ArrayRef<unsigned> groupSizes) {
  if (!llvm::is_contained(groupSizes, 0))
    return tensor;
  return tensor::CollapseShapeOp::create(builder, loc, tensor,
                                         getUnitReassociation(groupSizes));
}

Value zyn::insertUnitDimensions(OpBuilder &builder, Location loc, Value tensor,
                                ArrayRef<unsigned> groupSizes) {
  if (!llvm::is_contained(groupSizes, 0))
    return tensor;
  SmallVector<OpFoldResult> from = tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> sizes;
  size_t dim = 0;
  for (unsigned size : groupSizes)
    sizes.push_back(size == 0 ? OpFoldResult(builder.getIndexAttr(1))
                              : from[dim++]);
  auto type = RankedTensorType::get(std::get<0>(decomposeMixedValues(sizes)),
                                    getElementTypeOrSelf(tensor));
  return tensor::ExpandShapeOp::create(builder, loc, type, tensor,
                                       getUnitReassociation(groupSizes), sizes);
}

static bool hasSeveralDimensions(unsigned groupSize) { return groupSize > 1; }

Value zyn::collapseGroups(OpBuilder &builder, Location loc, Value tensor,
                          ArrayRef<unsigned> groupSizes) {
  if (llvm::any_of(groupSizes, hasSeveralDimensions))
    tensor = tensor::CollapseShapeOp::create(builder, loc, tensor,
                                             getReassociation(groupSizes));
  return insertUnitDimensions(builder, loc, tensor, groupSizes);
}

Value zyn::expandGroups(OpBuilder &builder, Location loc, Value tensor,
                        Value original, ArrayRef<unsigned> groupSizes) {
  tensor = dropUnitDimensions(builder, loc, tensor, groupSizes);
  if (llvm::none_of(groupSizes, hasSeveralDimensions))
    return tensor;
  return tensor::ExpandShapeOp::create(
      builder, loc, original.getType(), tensor, getReassociation(groupSizes),
      tensor::getMixedSizes(builder, loc, original));
}

Value zyn::getFilledElement(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || !op.hasPureTensorSemantics())
    return Value();
  if (auto fill = dyn_cast<linalg::FillOp>(*op))
    return fill.value();
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  return generic ? linalg::isaFillOpInterface(generic).value_or(Value())
                 : Value();
}

SmallVector<Value>
zyn::cloneLinalgBody(OpBuilder &builder, linalg::LinalgOp op,
                     ValueRange arguments,
                     function_ref<Value(OpBuilder &, unsigned loop)> getIndex) {
  IRMapping mapping;
  mapping.map(op.getBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), getIndex(builder, index.getDim()));
      continue;
    }
    builder.clone(inner, mapping);
  }
  return llvm::map_to_vector(
      op.getBlock()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

MapOp zyn::createMap(
    OpBuilder &builder, Location loc, ValueRange inputs, ValueRange inits,
    ArrayRef<AffineMap> maps,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody) {
  bool isIdentity =
      llvm::all_of(maps, [](AffineMap map) { return map.isIdentity(); });
  auto map = MapOp::create(builder, loc, inits.getTypes(), inputs, inits,
                           isIdentity ? ArrayAttr()
                                      : builder.getAffineMapArrayAttr(maps));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> elements = llvm::map_to_vector(
      inputs, [](Value input) { return getElementTypeOrSelf(input); });
  Block *body =
      builder.createBlock(&map.getBody(), {}, elements,
                          SmallVector<Location>(elements.size(), loc));
  SmallVector<Value> results = emitBody(builder, body->getArguments());
  YieldOp::create(builder, loc, results);
  return map;
}
