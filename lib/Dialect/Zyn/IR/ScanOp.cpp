//===- ScanOp.cpp - The op zyn.scan ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Type> ScanOp::getAccumulatorTypes() {
  auto types = getBlock()->getArgumentTypes();
  return SmallVector<Type>(types.begin(), types.begin() + getInputs().size());
}

LogicalResult ScanOp::verify() {
  size_t count = getInputs().size();
  if (count == 0)
    return emitOpError("expected at least one input");
  if (getInits().size() != count && getInits().size() != 2 * count)
    return emitOpError("expected a destination for each of the ")
           << count << " inputs, or a destination and a carry, found "
           << getInits().size();
  if (getExclusive() && getCarries().empty())
    return emitOpError("expected a carry for each input, since the first "
                       "result of an exclusive scan is the initial value");
  int64_t rank = getNumLoops(), dimension = getDimension();
  if (rank == 0)
    return emitOpError("expected inputs with a dimension to scan, found ")
           << getInputs()[0].getType();
  if (dimension < 0 || dimension >= rank)
    return emitOpError("expected a dimension from 0 to ")
           << rank - 1 << ", found " << dimension;
  return success();
}

/// Whether elements of type `element` are combined in `accumulator`.
static bool isAccumulator(Type accumulator, Type element) {
  return accumulator == element ||
         (isa<FloatType>(accumulator) && isa<FloatType>(element) &&
          accumulator.getIntOrFloatBitWidth() >
              element.getIntOrFloatBitWidth());
}

LogicalResult ScanOp::verifyRegions() {
  size_t count = getInputs().size();
  SmallVector<Type> elements = getElementTypes(getInputs());
  SmallVector<Type> outputs = getElementTypes(getOutputs());
  SmallVector<Type> carries = getElementTypes(getCarries());
  // The first arguments choose the types of the accumulators.
  SmallVector<Type> accumulators(elements);
  for (unsigned i = 0; i < count && i < getBlock()->getNumArguments(); ++i) {
    Type type = getBlock()->getArgument(i).getType();
    if (!isAccumulator(type, elements[i]))
      return emitOpError("expected body argument #")
             << i << " to be " << elements[i]
             << ", or a wider float for a float, found " << type;
    accumulators[i] = type;
  }
  for (unsigned i = 0; i < count; ++i)
    if (outputs[i] != elements[i] && outputs[i] != accumulators[i])
      return emitOpError("expected destination #")
             << i << " to have the element type of its input or of its "
             << "accumulator, " << elements[i] << " or " << accumulators[i]
             << ", found " << outputs[i];
  if (!carries.empty() && carries != accumulators)
    return emitOpError(
        "expected each carry to have the type of its accumulator");
  SmallVector<Type> arguments(accumulators);
  arguments.append(accumulators);
  return verifyBody(*this, *getBlock(), arguments, accumulators);
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> ScanOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(getNumLoops(),
                                             utils::IteratorType::parallel);
  iterators[getDimension()] = utils::IteratorType::reduction;
  return iterators;
}

OperandAccess ScanOp::getOperandAccess(OpOperand &operand) {
  auto map = AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext());
  bool isCarry = isDpsInit(&operand) &&
                 operand.getOperandNumber() >= 2 * getInputs().size();
  return OperandAccess(isCarry ? map.dropResult(getDimension()) : map);
}

bool ScanOp::readsDestination(OpOperand &destination) {
  return destination.getOperandNumber() >= 2 * getInputs().size();
}

// Tiles are computed in the order of their indices.
bool ScanOp::canSplitReductions() {
  return !getCarries().empty() && !getReverse();
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Without elements, the destinations are the results, and with one element
/// that nothing is combined with, the inputs are.
LogicalResult ScanOp::fold(FoldAdaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  auto type = dyn_cast<RankedTensorType>(getInputs()[0].getType());
  if (!type)
    return failure();
  if (llvm::is_contained(type.getShape(), 0)) {
    llvm::append_range(results, getInits());
    return success();
  }
  if (type.getDimSize(getDimension()) != 1 || !getCarries().empty() ||
      getInputs().getTypes() != getResultTypes())
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}
