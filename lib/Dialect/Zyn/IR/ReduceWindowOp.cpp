//===- ReduceWindowOp.cpp - The op zyn.reduce_window ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Type> ReduceWindowOp::getAccumulatorTypes() {
  ValueRange arguments = getBlock()->getArguments();
  return SmallVector<Type>(arguments.take_front(getInputs().size()).getTypes());
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInits())))
    return failure();
  int64_t rank = getShapedType(getInputs()[0]).getRank();
  if (rank == 0)
    return emitOpError("expected inputs with a dimension, found ")
           << getInputs()[0].getType();
  auto verify = [&](StringRef name, ArrayRef<int64_t> numbers, int64_t least) {
    return verifyNumbers(*this, name, numbers, rank, "one for each dimension",
                         least);
  };
  if (failed(verify("window", getWindow(), 1)) ||
      (!getStrides().empty() && failed(verify("strides", getStrides(), 1))) ||
      (!getDilations().empty() &&
       failed(verify("dilations", getDilations(), 1))))
    return failure();
  if (getPadding().empty())
    return success();
  return verifyNumbers(*this, "padding", getPadding(), 2 * rank,
                       "before and after each dimension", 0);
}

LogicalResult ReduceWindowOp::verifyRegions() {
  return verifyCombiner(*this, *getBlock(), getElementTypes(getInputs()));
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

/// The loops are those over the results. The size of the windows, which is that
/// of no operand, is part of the access.
SmallVector<utils::IteratorType> ReduceWindowOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getRank(),
                                          utils::IteratorType::parallel);
}

OperandAccess ReduceWindowOp::getOperandAccess(OpOperand &operand) {
  if (!isDpsInit(&operand))
    return OperandAccess::indirect();
  return OperandAccess(
      AffineMap::getMultiDimIdentityMap(getRank(), getContext()));
}

bool ReduceWindowOp::readsDestination(OpOperand &) { return true; }

std::optional<SmallVector<FlopTerm>> ReduceWindowOp::getFlopTerms() {
  auto terms = detail::getPointFlopTerms(*this);
  if (terms)
    for (int64_t size : getWindow())
      terms->front().count *= size;
  return terms;
}

SmallVector<SizeConstraint> ReduceWindowOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  auto inputs = getInputsMutable();
  for (int64_t dim = 0; dim < getRank(); ++dim) {
    for (OpOperand &input : llvm::drop_begin(inputs))
      constraints.emplace_back(OperandDimension{&input, dim},
                               OperandDimension{&inputs[0], dim});
    AffineExpr padded = getAffineDimExpr(0, getContext()) +
                        getPaddingBefore(dim) + getPaddingAfter(dim);
    AffineExpr window = getAffineConstantExpr(getWindow()[dim], getContext());
    constraints.emplace_back(OperandDimension{getDpsInitOperand(0), dim},
                             ArrayRef<OperandDimension>{{&inputs[0], dim}},
                             getNumWindows(/*numSizes=*/1, padded, window,
                                           getStride(dim), getDilation(dim)),
                             ("the number of windows in dimension " +
                              Twine(dim) + " of input #0 with its padding")
                                 .str());
  }
  return constraints;
}

StringRef ReduceWindowOp::getTilingObstacle(unsigned) {
  return "since its inputs are not sliced";
}
