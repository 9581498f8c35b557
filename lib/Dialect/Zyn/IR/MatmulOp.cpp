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

AffineMap MatmulOp::getEpilogueMap(unsigned i) {
  return getMapOrIdentity(getEpilogueMaps(), i, getRank(), getContext());
}

Type MatmulOp::getAccumulatorType() {
  Type element = getShapedType(getLhs()).getElementType();
  if (element.isInteger(8))
    return IntegerType::get(getContext(), 32);
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(getContext());
  return element;
}

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Checks the element types of A and B.
static LogicalResult verifyElements(MatmulOp op, Type a, Type b) {
  if (!isFloat8(a) && !a.isF16() && !a.isBF16() && !a.isF32() && !a.isF64() &&
      !a.isInteger(8) && !a.isInteger(32))
    return op.emitOpError("expected elements of f8E4M3FN, f8E5M2, f16, bf16, "
                          "f32, f64, i8 or i32, found ")
           << a;
  if (a != b && !(isFloat8(a) && isFloat8(b)))
    return op.emitOpError("expected A and B to have the same element type, or "
                          "8-bit float types, found ")
           << a << " and " << b;
  if (op.getPrecision() != MatmulPrecision::IEEE && !a.isF32())
    return op.emitOpError("expected elements of f32 for precision = ")
           << stringifyEnum(op.getPrecision()) << ", found " << a;
  return success();
}

/// Whether sums are converted to `type` without an epilogue. Those of i8 would
/// wrap.
static bool isResultElement(MatmulOp op, Type type) {
  Type element = getShapedType(op.getLhs()).getElementType();
  return type == op.getAccumulatorType() ||
         (type == element && !element.isInteger(8));
}

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

  if (failed(verifyElements(*this, a.getElementType(), b.getElementType())))
    return failure();
  Type element = c.getElementType();
  if (!isResultElement(*this, element) &&
      (getEpilogue().empty() || getAccumulate())) {
    InFlightDiagnostic error = emitOpError("expected ");
    error << (getEpilogue().empty() ? "a destination of "
                                    : "to accumulate into ");
    if (a.getElementType() != getAccumulatorType() &&
        isResultElement(*this, a.getElementType()))
      error << a.getElementType() << " or ";
    error << getAccumulatorType() << ", found " << element;
    if (getEpilogue().empty())
      error << "; an epilogue can convert to other types";
    return error;
  }
  if (getEpilogue().empty() && !getEpilogueInputs().empty())
    return emitOpError("has epilogue_ins but no epilogue that uses them");
  return verifyMaps(*this, "epilogue input", getEpilogueInputs(),
                    getEpilogueMaps(), getRank());
}

LogicalResult MatmulOp::verifyRegions() {
  if (getEpilogue().empty())
    return success();
  if (!getEpilogue().hasOneBlock())
    return emitOpError("expected an epilogue with one block");
  SmallVector<Type> arguments = {getAccumulatorType()};
  llvm::append_range(arguments, getElementTypes(getEpilogueInputs()));
  return verifyBody(*this, getEpilogue().front(), arguments,
                    getElementTypes(getInits()));
}

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
