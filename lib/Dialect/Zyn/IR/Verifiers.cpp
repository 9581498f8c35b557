//===- Verifiers.cpp - Shared verification of zyn ops ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Type> zyn::getElementTypes(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) {
    return getShapedType(value).getElementType();
  });
}

AffineMap zyn::getMapOrIdentity(std::optional<ArrayAttr> maps, unsigned i,
                                unsigned numLoops, MLIRContext *context) {
  return maps ? cast<AffineMapAttr>((*maps)[i]).getValue()
              : AffineMap::getMultiDimIdentityMap(numLoops, context);
}

static LogicalResult verifyMap(Operation *op, StringRef what, ShapedType type,
                               unsigned index, AffineMap map,
                               unsigned numLoops) {
  if (map.getNumDims() != numLoops || map.getNumSymbols() != 0)
    return op->emitOpError("expected ")
           << what << " map #" << index << " to have " << numLoops
           << " dimensions, as 'outs' has, and no symbols, found "
           << AffineMapAttr::get(map);
  if (static_cast<int64_t>(map.getNumResults()) != type.getRank())
    return op->emitOpError("expected ")
           << what << " map #" << index << " to have " << type.getRank()
           << " results, the rank of " << type << ", found "
           << map.getNumResults();
  if (OperandAccess(map).getKind() == OperandAccess::Kind::Windowed)
    return op->emitOpError("expected ") << what << " map #" << index
                                        << " to be a projection that uses each "
                                           "dimension at most once, found "
                                        << AffineMapAttr::get(map);
  return success();
}

LogicalResult zyn::verifyMaps(Operation *op, StringRef what,
                              ValueRange operands,
                              std::optional<ArrayAttr> maps,
                              unsigned numLoops) {
  if (maps && maps->size() != operands.size())
    return op->emitOpError("expected ")
           << operands.size() << " maps, one for each " << what << ", found "
           << maps->size();
  for (auto [index, operand] : llvm::enumerate(operands)) {
    ShapedType type = getShapedType(operand);
    if (!maps && type.getRank() != numLoops)
      return op->emitOpError("expected ")
             << what << " #" << index << " to have rank " << numLoops
             << ", as in 'outs', found " << type
             << "; to broadcast it, add indexing maps";
    AffineMap map = getMapOrIdentity(maps, index, numLoops, op->getContext());
    if (failed(verifyMap(op, what, type, index, map, numLoops)))
      return failure();
  }
  return success();
}

LogicalResult zyn::verifyBody(Operation *op, Block &body,
                              ArrayRef<Type> arguments,
                              ArrayRef<Type> results) {
  if (body.getNumArguments() != arguments.size())
    return op->emitOpError("expected a body with ")
           << arguments.size() << " arguments, found "
           << body.getNumArguments();
  for (auto [index, expected] : llvm::enumerate(arguments))
    if (body.getArgument(index).getType() != expected)
      return op->emitOpError("expected body argument #")
             << index << " to be " << expected << ", found "
             << body.getArgument(index).getType();
  auto yield = dyn_cast_or_null<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  if (!yield)
    return op->emitOpError("expected the body to end with 'zyn.yield'");
  if (yield.getNumOperands() != results.size())
    return yield.emitOpError("expected ")
           << results.size() << " values, one for each destination, found "
           << yield.getNumOperands();
  for (auto [index, expected] : llvm::enumerate(results))
    if (yield.getOperand(index).getType() != expected)
      return yield.emitOpError("expected value #")
             << index << " to be " << expected << ", found "
             << yield.getOperand(index).getType();
  for (Operation &inner : body.without_terminator())
    if (!isMemoryEffectFree(&inner))
      return inner.emitOpError(
          "has side effects, which the body of a zyn op must not have");
  return success();
}

LogicalResult zyn::verifyKeys(Operation *op, Type type) {
  bool isInteger =
      type.isSignlessInteger() &&
      llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  if (isInteger || type.isF64() || type.isF32() || type.isF16() ||
      type.isBF16() || isa<Float8E4M3FNType, Float8E5M2Type>(type))
    return success();
  return op->emitOpError("expected keys of i8, i16, i32, i64, f16, bf16, f32, "
                         "f64, f8E4M3FN or f8E5M2, found ")
         << type;
}

LogicalResult zyn::verifyReduction(Operation *op, ValueRange inputs,
                                   ValueRange inits) {
  if (inputs.empty())
    return op->emitOpError("expected at least one input");
  if (inputs.size() != inits.size())
    return op->emitOpError("expected as many destinations as inputs, found ")
           << inits.size() << " and " << inputs.size();
  if (getElementTypes(inputs) != getElementTypes(inits))
    return op->emitOpError("expected each destination to have the element type "
                           "of its input");
  return success();
}

LogicalResult zyn::verifyReducedDimensions(Operation *op,
                                           ArrayRef<int64_t> dimensions,
                                           int64_t rank) {
  int64_t previous = -1;
  for (int64_t dim : dimensions) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError("expected dimensions from 0 to ")
             << rank - 1 << ", found " << dim;
    if (dim <= previous)
      return op->emitOpError("expected dimensions in increasing order, found ")
             << previous << " before " << dim;
    previous = dim;
  }
  return success();
}

LogicalResult zyn::verifyCombiner(Operation *op, Block &body,
                                  ArrayRef<Type> elements) {
  // An accumulator has the type of the elements or a wider one.
  SmallVector<Type> accumulators(elements);
  for (auto [type, argument] : llvm::zip(accumulators, body.getArguments())) {
    Type wider = argument.getType();
    if (isa<FloatType>(type) &&
        isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(wider) &&
        wider.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
      type = wider;
  }
  SmallVector<Type> arguments(accumulators);
  arguments.append(accumulators);
  return verifyBody(op, body, arguments, accumulators);
}

LogicalResult zyn::verifyNumbers(Operation *op, StringRef name,
                                 ArrayRef<int64_t> numbers, size_t count,
                                 StringRef meaning, int64_t least) {
  constexpr int64_t greatest = 1 << 30;
  if (numbers.size() != count)
    return op->emitOpError("expected ")
           << count << " numbers in " << name << ", " << meaning << ", found "
           << numbers.size();
  for (int64_t number : numbers)
    if (number < least || number > greatest)
      return op->emitOpError("expected ")
             << name << " from " << least << " to 2^30, found " << number;
  return success();
}

AffineMap zyn::getNumWindows(unsigned numSizes, AffineExpr padded,
                             AffineExpr window, int64_t stride,
                             int64_t dilation) {
  AffineExpr free = padded - (window - 1) * dilation - 1;
  AffineExpr zero = getAffineConstantExpr(0, padded.getContext());
  return AffineMap::get(numSizes, 0, {zero, free.floorDiv(stride) + 1},
                        padded.getContext());
}
