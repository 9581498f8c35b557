//===- TopKOp.cpp - The op zyn.topk ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult TopKOp::verify() {
  if (getInits().size() != 2)
    return emitOpError("expected two destinations, for the values and their "
                       "indices, found ")
           << getInits().size();
  ShapedType input = getShapedType(getInput()),
             values = getShapedType(getValues()),
             indices = getShapedType(getIndices());
  int64_t rank = input.getRank(), dimension = getDimension();
  if (rank == 0)
    return emitOpError("expected an input with a dimension to select from, "
                       "found ")
           << input;
  if (dimension < 0 || dimension >= rank)
    return emitOpError("expected a dimension from 0 to ")
           << rank - 1 << ", found " << dimension;
  if (failed(verifyKeys(*this, getKeyType())))
    return failure();
  if (values.getElementType() != getKeyType())
    return emitOpError("expected values of ")
           << getKeyType() << ", as the input has, found " << values;
  Type index = indices.getElementType();
  if (!index.isSignlessInteger(32) && !index.isSignlessInteger(64))
    return emitOpError("expected indices of i32 or i64, found ") << index;
  int64_t size = input.getDimSize(dimension);
  if (!ShapedType::isDynamic(size) && index.isSignlessInteger(32) &&
      size > int64_t(1) << 31)
    return emitOpError("expected indices of i64 for ")
           << size << " elements, found i32";
  for (ShapedType result : {values, indices}) {
    if (result.getRank() != rank)
      return emitOpError("expected destinations of rank ")
             << rank << ", as the input has, found " << result;
    int64_t selected = result.getDimSize(dimension);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(selected) &&
        selected > size)
      return emitOpError("expected to select at most the ")
             << size << " elements of dimension " << dimension
             << " of the input, found a destination of " << selected;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

// The loops are those over the results, followed by one over the elements of a
// line.
SmallVector<utils::IteratorType> TopKOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(
      getShapedType(getInput()).getRank(), utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return iterators;
}

OperandAccess TopKOp::getOperandAccess(OpOperand &operand) {
  unsigned rank = getShapedType(getInput()).getRank();
  SmallVector<AffineExpr> access;
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isSearched = operand == getInputMutable() && dim == getDimension();
    access.push_back(getAffineDimExpr(isSearched ? rank : dim, getContext()));
  }
  return OperandAccess(AffineMap::get(rank + 1, 0, access, getContext()));
}

SmallVector<SizeConstraint> TopKOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  int64_t dimension = getDimension();
  OperandDimension length = {&getInputMutable(), dimension};
  OperandDimension selected = {&getInitsMutable()[0], dimension};
  // The greater of both sizes is that of the input.
  constraints.emplace_back(length, ArrayRef<OperandDimension>{length, selected},
                           AffineMap::getMultiDimIdentityMap(2, getContext()),
                           ("at least that of dimension " + Twine(dimension) +
                            " of the destinations")
                               .str());
  return constraints;
}

StringRef TopKOp::getTilingObstacle(unsigned loop) {
  if (loop == getDimension())
    return "the dimension of the results, which are selected together";
  return detail::getTilingObstacle(*this, loop);
}
