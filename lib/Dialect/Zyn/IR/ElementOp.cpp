//===- ElementOp.cpp - The op zyn.element ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;

ComputeOp ElementOp::getComputeOp() {
  return (*this)->getParentOfType<ComputeOp>();
}

Value ElementOp::getArray() { return getComputeOp().getInputs()[getInput()]; }

LogicalResult ElementOp::verify() {
  ComputeOp op = getComputeOp();
  if (!op)
    return emitOpError("expected to be in the body of zyn.compute");
  if (getInput() >= op.getInputs().size())
    return emitOpError("expected an input below ")
           << op.getInputs().size() << ", found " << getInput();
  ShapedType array = getShapedType(getArray());
  if (static_cast<int64_t>(getIndices().size()) != array.getRank())
    return emitOpError("expected ")
           << array.getRank() << " indices, one for each dimension of " << array
           << ", found " << getIndices().size();
  if (getType() != array.getElementType())
    return emitOpError("expected an element of ")
           << array.getElementType() << ", as in " << array << ", found "
           << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Whether `bound` is known to be at most the size of `dimension` of `array`.
static bool isWithinSize(OpFoldResult bound, Value array, int64_t dimension) {
  int64_t size = getShapedType(array).getDimSize(dimension);
  // A negative bound is a large one in a loop without signs.
  if (std::optional<int64_t> known = getConstantIntValue(bound))
    return *known >= 0 && !ShapedType::isDynamic(size) && *known <= size;
  auto dim = cast<Value>(bound).getDefiningOp<ShapedDimOpInterface>();
  return dim && dim.getShapedValue() == array &&
         isConstantIntValue(dim.getDimension(), dimension);
}

/// Whether `index` is known to be an index of `dimension` of `array`: a
/// constant, that of a loop of `op`, or that of a loop around the element.
static bool isInBounds(ComputeOp op, Value index, Value array,
                       int64_t dimension) {
  if (std::optional<int64_t> known = getConstantIntValue(index)) {
    int64_t size = getShapedType(array).getDimSize(dimension);
    return *known >= 0 && !ShapedType::isDynamic(size) && *known < size;
  }
  if (auto own = index.getDefiningOp<IndexOp>()) {
    auto computeOp = cast<ComputeOpInterface>(*op);
    OperandDimension loop = computeOp.getLoopDimensions()[own.getDimension()];
    int64_t size = loop.getStaticSize();
    Builder builder(op.getContext());
    return !ShapedType::isDynamic(size) &&
           isWithinSize(builder.getIndexAttr(size), array, dimension);
  }
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument)
    return false;
  auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop || loop.getSingleInductionVar() != argument)
    return false;
  auto isAtLeast = [](std::optional<OpFoldResult> value, int64_t least) {
    std::optional<int64_t> known =
        value ? getConstantIntValue(*value) : std::nullopt;
    return known && *known >= least;
  };
  std::optional<OpFoldResult> upper = loop.getSingleUpperBound();
  return isAtLeast(loop.getSingleLowerBound(), 0) &&
         isAtLeast(loop.getSingleStep(), 1) && upper &&
         isWithinSize(*upper, array, dimension);
}

SmallVector<unsigned> ElementOp::getUnprovedDimensions() {
  ComputeOp op = getComputeOp();
  SmallVector<unsigned> dimensions;
  for (auto [dimension, index] : llvm::enumerate(getIndices()))
    if (!isInBounds(op, index, getArray(), dimension))
      dimensions.push_back(dimension);
  return dimensions;
}

SmallVector<unsigned> ElementOp::getCheckedDimensions() {
  return getComputeOp().isChecked() ? getUnprovedDimensions()
                                    : SmallVector<unsigned>();
}

std::string ElementOp::getBadIndexMessage(unsigned dimension) {
  return ("an index is out of bounds of dimension " + Twine(dimension) +
          " of input #" + Twine(getInput()))
      .str();
}
