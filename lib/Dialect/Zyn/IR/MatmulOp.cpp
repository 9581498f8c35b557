//===- MatmulOp.cpp - The op zyn.matmul -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult MatmulOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  ShapedType a = getShapedType(getLhs()), b = getShapedType(getRhs()),
             c = getShapedType(getInit());
  if (c.getRank() < 2 || a.getRank() != c.getRank() ||
      b.getRank() != c.getRank())
    return emitOpError("expected matrices of the same rank, at least 2, found ")
           << a << ", " << b << " and " << c;
  return verifyProduct(*this, "A and B");
}

LogicalResult MatmulOp::verifyRegions() { return verifyEpilogue(*this); }

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

// The loops are those of the destination, followed by K.
SmallVector<utils::IteratorType> MatmulOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(getRank(),
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return iterators;
}

OperandAccess MatmulOp::getOperandAccess(OpOperand &operand) {
  unsigned rank = getRank();
  auto destination = AffineMap::getMultiDimIdentityMap(rank + 1, getContext())
                         .getMajorSubMap(rank);
  if (isDpsInit(&operand))
    return OperandAccess(destination);
  unsigned number = operand.getOperandNumber();
  if (number >= 2)
    return OperandAccess(getEpilogueMap(number - 2).compose(destination));
  auto loop = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  SmallVector<AffineExpr> indices(destination.getResults());
  if (number == 0) {
    indices[getLhsM()] = loop(rank - 2);
    indices[getLhsK()] = loop(rank);
  } else {
    indices[getRhsK()] = loop(rank);
    indices[getRhsN()] = loop(rank - 1);
  }
  return OperandAccess(AffineMap::get(rank + 1, 0, indices, getContext()));
}

bool MatmulOp::readsDestination(OpOperand &) { return getAccumulate(); }

// Rounding to the destination's type and the epilogue must be applied only
// once, after all terms are summed.
bool MatmulOp::canSplitReductions() {
  return getAccumulate() && getEpilogue().empty() &&
         getShapedType(getInit()).getElementType() == getAccumulatorType();
}

std::optional<SmallVector<FlopTerm>> MatmulOp::getFlopTerms() {
  return detail::getProductFlopTerms(*this, detail::getPointSizes(*this));
}

bool MatmulOp::acceptsPermutedDimensions(OpOperand &operand) {
  return operand.getOperandNumber() < 2 || isDpsInit(&operand);
}

std::string MatmulOp::getOperandName(OpOperand &operand) {
  if (isDpsInit(&operand))
    return "'outs'";
  switch (unsigned number = operand.getOperandNumber()) {
  case 0:
    return "A";
  case 1:
    return "B";
  default:
    return ("epilogue input #" + Twine(number - 2)).str();
  }
}
