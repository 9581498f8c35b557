//===- ReduceOp.cpp - The op zyn.reduce -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<int64_t> ReduceOp::getKeptDimensions() {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, e = getNumLoops(); dim < e; ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      kept.push_back(dim);
  return kept;
}

SmallVector<Type> ReduceOp::getAccumulatorTypes() {
  ValueRange arguments = getBlock()->getArguments();
  return SmallVector<Type>(arguments.take_front(getInputs().size()).getTypes());
}

bool ReduceOp::isWidened() {
  return getAccumulatorTypes() != getElementTypes(getInputs());
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInits())))
    return failure();
  return verifyReducedDimensions(*this, getDimensions(), getNumLoops());
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, *getBlock(), getElementTypes(getInputs()));
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> ReduceOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(getNumLoops(),
                                             utils::IteratorType::parallel);
  for (int64_t dim : getDimensions())
    iterators[dim] = utils::IteratorType::reduction;
  return iterators;
}

OperandAccess ReduceOp::getOperandAccess(OpOperand &operand) {
  auto map = AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext());
  if (!isDpsInit(&operand))
    return OperandAccess(map);
  return OperandAccess(
      map.getSubMap(llvm::to_vector_of<unsigned>(getKeptDimensions())));
}

bool ReduceOp::readsDestination(OpOperand &) { return true; }

bool ReduceOp::hasCombiner() { return true; }

/// The results of each part would be rounded.
bool ReduceOp::canSplitReductions() { return !isWidened(); }
