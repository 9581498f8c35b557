//===- ScatterOp.cpp - The op zyn.scatter ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult ScatterOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  ShapedType updates = getShapedType(getUpdates()),
             indices = getShapedType(getIndices()),
             result = getShapedType(getInit());
  if (failed(verifyIndexedDimension(*this, result, indices, getDimension())))
    return failure();
  int64_t rank = result.getRank() - 1 + indices.getRank();
  if (updates.getRank() != rank)
    return emitOpError("expected updates of rank ")
           << rank << ", found " << updates;
  if (updates.getElementType() != result.getElementType())
    return emitOpError("expected updates of ")
           << result.getElementType() << ", found " << updates;
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  Type element = getShapedType(getInit()).getElementType();
  return verifyBody(*this, *getBlock(), {element, element}, element);
}

bool ScatterOp::isChecked() { return !getUnchecked() && !isUnchecked(*this); }

unsigned ScatterOp::getNumIndexChecks() { return getUnchecked() ? 0 : 1; }

std::string ScatterOp::getBadIndexMessage() {
  int64_t dimension = getDimension();
  return describeBadIndex(*this, getIndicesMutable(),
                          {&getInitsMutable()[0], dimension});
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> ScatterOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(
      getShapedType(getUpdates()).getRank(), utils::IteratorType::parallel);
  int64_t rank = getShapedType(getIndices()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    iterators[getDimension() + i] = utils::IteratorType::reduction;
  return iterators;
}

OperandAccess ScatterOp::getOperandAccess(OpOperand &operand) {
  if (isDpsInit(&operand))
    return OperandAccess::indirectElement();
  int64_t loops = getShapedType(getUpdates()).getRank();
  auto identity = AffineMap::getMultiDimIdentityMap(loops, getContext());
  if (operand == getIndicesMutable())
    return OperandAccess(identity.getSliceMap(
        getDimension(), getShapedType(getIndices()).getRank()));
  return OperandAccess(identity);
}

bool ScatterOp::readsDestination(OpOperand &) { return true; }

SmallVector<SizeConstraint> ScatterOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  int64_t dimension = getDimension();
  int64_t added = getShapedType(getIndices()).getRank() - 1;
  for (int64_t dim = 0, e = getShapedType(getInit()).getRank(); dim < e; ++dim)
    if (dim != dimension)
      constraints.emplace_back(
          OperandDimension{&getInitsMutable()[0], dim},
          OperandDimension{&getUpdatesMutable(),
                           dim < dimension ? dim : dim + added});
  return constraints;
}

StringRef ScatterOp::getTilingObstacle(unsigned) {
  return "since its destination is not sliced";
}
