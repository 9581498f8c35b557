//===- GatherOp.cpp - The op zyn.gather -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult GatherOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  ShapedType source = getShapedType(getSource()),
             indices = getShapedType(getIndices()),
             result = getShapedType(getInit());
  if (failed(verifyIndexedDimension(*this, source, indices, getDimension())))
    return failure();
  int64_t rank = source.getRank() - 1 + indices.getRank();
  if (result.getRank() != rank)
    return emitOpError("expected a destination of rank ")
           << rank << ", found " << result;
  if (result.getElementType() != source.getElementType())
    return emitOpError("expected a destination of ")
           << source.getElementType() << ", found " << result;
  return success();
}

bool GatherOp::isChecked() { return !getUnchecked() && !isUnchecked(*this); }

unsigned GatherOp::getNumIndexChecks() { return getUnchecked() ? 0 : 1; }

std::string GatherOp::getBadIndexMessage() {
  int64_t dimension = getDimension();
  return describeBadIndex(*this, getIndicesMutable(),
                          {&getSourceMutable(), dimension});
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> GatherOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getShapedType(getInit()).getRank(),
                                          utils::IteratorType::parallel);
}

OperandAccess GatherOp::getOperandAccess(OpOperand &operand) {
  if (operand == getSourceMutable())
    return OperandAccess::indirectElement();
  int64_t loops = getShapedType(getInit()).getRank();
  auto identity = AffineMap::getMultiDimIdentityMap(loops, getContext());
  if (operand == getIndicesMutable())
    return OperandAccess(identity.getSliceMap(
        getDimension(), getShapedType(getIndices()).getRank()));
  return OperandAccess(identity);
}

SmallVector<SizeConstraint> GatherOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  int64_t dimension = getDimension();
  int64_t added = getShapedType(getIndices()).getRank() - 1;
  for (int64_t dim = 0, e = getShapedType(getSource()).getRank(); dim < e;
       ++dim)
    if (dim != dimension)
      constraints.emplace_back(
          OperandDimension{&getSourceMutable(), dim},
          OperandDimension{&getInitsMutable()[0],
                           dim < dimension ? dim : dim + added});
  return constraints;
}

StringRef GatherOp::getTilingObstacle(unsigned loop) {
  int64_t first = getDimension();
  if (loop >= first && loop < first + getShapedType(getIndices()).getRank())
    return "";
  return "a dimension of the source, which is not sliced";
}
