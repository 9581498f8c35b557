//===- SortOp.cpp - The op zyn.sort ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected keys");
  if (getInputs().size() != getInits().size())
    return emitOpError("expected as many destinations as inputs, found ")
           << getInits().size() << " and " << getInputs().size();
  int64_t rank = getNumLoops(), dimension = getDimension();
  if (rank == 0)
    return emitOpError("expected inputs with a dimension to sort, found ")
           << getInputs()[0].getType();
  if (dimension < 0 || dimension >= rank)
    return emitOpError("expected a dimension from 0 to ")
           << rank - 1 << ", found " << dimension;
  if (getComparator().empty() && failed(verifyKeys(*this, getKeyType())))
    return failure();
  if (!getComparator().empty() && getDescending())
    return emitOpError("expected no 'descending' next to a comparator, which "
                       "defines the order");
  if (getElementTypes(getInputs()) != getElementTypes(getInits()))
    return emitOpError("expected each destination to have the element type of "
                       "its input");
  return success();
}

LogicalResult SortOp::verifyRegions() {
  if (getComparator().empty())
    return success();
  if (!getComparator().hasOneBlock())
    return emitOpError("expected a comparator with one block");
  Block &body = getComparator().front();
  auto yield = dyn_cast_or_null<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  if (yield && yield.getNumOperands() != 1)
    return yield.emitOpError("expected one value, whether the first elements "
                             "come before the second ones, found ")
           << yield.getNumOperands();
  SmallVector<Type> elements = getElementTypes(getInputs());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return verifyBody(*this, body, arguments, IntegerType::get(getContext(), 1));
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> SortOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(getNumLoops(),
                                             utils::IteratorType::parallel);
  iterators[getDimension()] = utils::IteratorType::reduction;
  return iterators;
}

OperandAccess SortOp::getOperandAccess(OpOperand &) {
  return OperandAccess(
      AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext()));
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Lines of at most one element are sorted.
LogicalResult SortOp::fold(FoldAdaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  auto type = dyn_cast<RankedTensorType>(getInputs()[0].getType());
  if (!type || getInputs().getTypes() != getResultTypes())
    return failure();
  int64_t size = type.getDimSize(getDimension());
  if (size != 0 && size != 1)
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}
