//===- TMTensorDialect.cpp - The tm_tensor dialect ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tm_tensor;

#include "Zyn/Dialect/TMTensor/IR/TMTensorDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/TMTensor/IR/TMTensorOps.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Zyn/Dialect/TMTensor/IR/TMTensorOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Checks the numbers of operands, and the types of the results.
static LogicalResult verifyOperands(Operation *op, OperandRange inputs,
                                    OperandRange outputs, size_t minInputs,
                                    size_t maxInputs, size_t numOutputs) {
  if (inputs.size() < minInputs || inputs.size() > maxInputs) {
    InFlightDiagnostic error = op->emitOpError("expected ");
    error << minInputs;
    if (maxInputs != minInputs)
      error << " or " << maxInputs;
    return error << " tensors in 'ins', found " << inputs.size();
  }
  if (outputs.size() != numOutputs)
    return op->emitOpError("expected ")
           << numOutputs << " tensors in 'outs', found " << outputs.size();
  if (TypeRange(outputs) != op->getResultTypes())
    return op->emitOpError("expected results with the types of 'outs'");
  return success();
}

/// Checks that the sizes of `dimension` of `a` and of `other` of `b` are equal
/// if both are known.
static LogicalResult verifySizes(Operation *op, RankedTensorType a,
                                 int64_t dimension, RankedTensorType b,
                                 int64_t other) {
  if (succeeded(
          verifyCompatibleDims({a.getDimSize(dimension), b.getDimSize(other)})))
    return success();
  return op->emitOpError("expected the size of dimension ")
         << dimension << " of " << a << " to be that of dimension " << other
         << " of " << b;
}

/// Checks that the shapes of `a` and `b` are equal, apart from `dimension`.
static LogicalResult verifyShapes(Operation *op, RankedTensorType a,
                                  RankedTensorType b, int64_t dimension = -1) {
  if (a.getRank() != b.getRank())
    return op->emitOpError("expected tensors of the same rank, found ")
           << a << " and " << b;
  for (int64_t dim = 0, e = a.getRank(); dim < e; ++dim)
    if (dim != dimension && failed(verifySizes(op, a, dim, b, dim)))
      return failure();
  return success();
}

static LogicalResult verifyDimension(Operation *op, int64_t dimension,
                                     RankedTensorType type) {
  if (dimension >= 0 && dimension < type.getRank())
    return success();
  return op->emitOpError("expected a dimension of ")
         << type << ", found " << dimension;
}

/// Checks the types of the region's arguments and of what it yields.
static LogicalResult verifyRegion(Operation *op, Block *block,
                                  ArrayRef<Type> arguments, Type yielded) {
  if (TypeRange(arguments) != block->getArgumentTypes())
    return op->emitOpError("expected a region with arguments of ")
           << arguments << ", found " << block->getArgumentTypes();
  auto yield = dyn_cast<YieldOp>(block->back());
  if (!yield || yield.getNumOperands() != 1 ||
      yield.getValues().front().getType() != yielded)
    return op->emitOpError("expected a region that yields ") << yielded;
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 1, 1, 2)))
    return failure();
  RankedTensorType input = getTensorType(getInputs()[0]),
                   output = getTensorType(getOutputs()[0]),
                   carry = getTensorType(getOutputs()[1]);
  int64_t dimension = getDimension();
  if (failed(verifyDimension(*this, dimension, input)) ||
      failed(verifyShapes(*this, input, output)))
    return failure();
  if (carry.getRank() != input.getRank() - 1)
    return emitOpError("expected the second destination to have rank ")
           << input.getRank() - 1 << ", found " << carry;
  for (int64_t dim = 0, e = carry.getRank(); dim < e; ++dim)
    if (failed(verifySizes(*this, carry, dim, input, dim + (dim >= dimension))))
      return failure();
  if (output.getElementType() != input.getElementType() ||
      carry.getElementType() != input.getElementType())
    return emitOpError("expected destinations of ") << input.getElementType();
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Type element = getTensorType(getInputs()[0]).getElementType();
  return verifyRegion(*this, getBlock(), {element, element}, element);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 2, 2, 1)))
    return failure();
  RankedTensorType updates = getTensorType(getInputs()[0]),
                   indices = getTensorType(getInputs()[1]),
                   result = getTensorType(getOutputs()[0]);
  if (indices.getRank() != 2 || indices.isDynamicDim(1) ||
      !indices.getElementType().isSignlessInteger())
    return emitOpError(
               "expected indices that are integers, in a tensor of rank "
               "2 whose second dimension has a static size, found ")
           << indices;
  if (updates.getRank() < 1)
    return emitOpError("expected updates of rank 1 or more, found ") << updates;
  if (failed(verifySizes(*this, updates, 0, indices, 0)))
    return failure();
  ArrayRef<int64_t> map = getDimensionMap();
  int64_t depth = indices.getDimSize(1);
  if (static_cast<int64_t>(map.size()) != depth)
    return emitOpError("expected a dimension_map of ")
           << depth << " dimensions, found " << map.size();
  for (auto [i, dim] : llvm::enumerate(map))
    if (failed(verifyDimension(*this, dim, result)))
      return failure();
    else if (llvm::is_contained(map.take_front(i), dim))
      return emitOpError(
                 "expected different dimensions in dimension_map, found ")
             << dim << " twice";
  int64_t window = updates.getRank() - 1;
  if (window > result.getRank() || window + depth < result.getRank())
    return emitOpError("expected updates of rank ")
           << result.getRank() - depth + 1 << " to " << result.getRank() + 1
           << ", found " << updates;
  if (updates.getElementType() != result.getElementType())
    return emitOpError("expected updates of ")
           << result.getElementType() << ", found " << updates;
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  Type element = getTensorType(getOutputs()[0]).getElementType();
  return verifyRegion(*this, getBlock(), {element, element}, element);
}

LogicalResult SortOp::verify() {
  if (getOutputs().empty())
    return emitOpError("expected at least one tensor in 'outs'");
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 0, 0,
                            getOutputs().size())))
    return failure();
  RankedTensorType keys = getTensorType(getOutputs()[0]);
  for (Value output : getOutputs())
    if (failed(verifyShapes(*this, keys, getTensorType(output))))
      return failure();
  return verifyDimension(*this, getDimension(), keys);
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> arguments;
  for (Value output : getOutputs())
    arguments.append(2, getTensorType(output).getElementType());
  return verifyRegion(*this, getBlock(), arguments,
                      IntegerType::get(getContext(), 1));
}

LogicalResult TopKOp::verify() {
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 1, 2, 2)))
    return failure();
  RankedTensorType input = getTensorType(getInputs()[0]);
  if (failed(verifyDimension(*this, getDimension(), input)))
    return failure();
  if (getInputs().size() == 2 &&
      failed(verifyShapes(*this, input, getTensorType(getInputs()[1]))))
    return failure();
  for (Value output : getOutputs())
    if (failed(
            verifyShapes(*this, input, getTensorType(output), getDimension())))
      return failure();
  return verifySizes(*this, getTensorType(getOutputs()[0]), getDimension(),
                     getTensorType(getOutputs()[1]), getDimension());
}

LogicalResult TopKOp::verifyRegions() {
  Type element = getTensorType(getInputs()[0]).getElementType();
  return verifyRegion(*this, getBlock(), {element, element},
                      IntegerType::get(getContext(), 1));
}

LogicalResult AttentionOp::verify() {
  if (std::optional<APFloat> scale = getScale(); scale && !scale->isFinite())
    return emitOpError("expected a finite scale");
  if (failed(verifyOperands(*this, getInputs(), getOutputs(), 3, 4, 1)))
    return failure();
  RankedTensorType queries = getTensorType(getInputs()[0]),
                   keys = getTensorType(getInputs()[1]),
                   values = getTensorType(getInputs()[2]),
                   result = getTensorType(getOutputs()[0]);
  int64_t rank = queries.getRank();
  if (rank < 2)
    return emitOpError("expected queries of rank 2 or more, found ") << queries;
  SmallVector<RankedTensorType> others = {keys, values, result};
  if (getInputs().size() == 4)
    others.push_back(getTensorType(getInputs()[3]));
  for (RankedTensorType type : others) {
    if (type.getRank() != rank)
      return emitOpError("expected tensors of rank ")
             << rank << ", found " << type;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      if (failed(verifySizes(*this, type, dim, queries, dim)))
        return failure();
  }
  int64_t row = rank - 2, column = rank - 1;
  if (failed(verifySizes(*this, keys, column, queries, column)) ||
      failed(verifySizes(*this, values, row, keys, row)) ||
      failed(verifySizes(*this, result, row, queries, row)) ||
      failed(verifySizes(*this, result, column, values, column)))
    return failure();
  if (others.size() == 4)
    return success(
        succeeded(verifySizes(*this, others[3], row, queries, row)) &&
        succeeded(verifySizes(*this, others[3], column, keys, row)));
  return success();
}
