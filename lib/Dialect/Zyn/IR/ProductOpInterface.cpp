//===- ProductOpInterface.cpp - Ops that sum products ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

#include "Zyn/Dialect/Zyn/IR/ProductOpInterface.cpp.inc"

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

std::optional<Type> zyn::getProductSumType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isInteger(8))
    return IntegerType::get(context, 32);
  if (isFloat8(element) || element.isF16() || element.isBF16())
    return Float32Type::get(context);
  if (element.isF32() || element.isF64() || element.isInteger(32))
    return element;
  return std::nullopt;
}

Type zyn::detail::getProductAccumulatorType(Operation *op) {
  Type element =
      getShapedType(cast<ProductOpInterface>(op).getLhs()).getElementType();
  return getProductSumType(element).value_or(element);
}

std::optional<SmallVector<FlopTerm>>
zyn::detail::getProductFlopTerms(Operation *op,
                                 SmallVector<OperandDimension> products) {
  std::optional<FlopTerm> epilogue = getEpilogueFlopTerm(op);
  if (!epilogue)
    return std::nullopt;
  SmallVector<FlopTerm> terms;
  if (isa<FloatType>(cast<ProductOpInterface>(op).getAccumulatorType()))
    terms.push_back({2, std::move(products)});
  terms.push_back(std::move(*epilogue));
  return terms;
}

/// Checks the element types of A and B.
static LogicalResult verifyElements(ProductOpInterface op, StringRef operands) {
  Type a = getShapedType(op.getLhs()).getElementType();
  Type b = getShapedType(op.getRhs()).getElementType();
  if (!getProductSumType(a))
    return op->emitOpError("expected elements of f8E4M3FN, f8E5M2, f16, bf16, "
                           "f32, f64, i8 or i32, found ")
           << a;
  if (a != b && !(isFloat8(a) && isFloat8(b)))
    return op->emitOpError("expected ")
           << operands
           << " to have the same element type, or 8-bit float types, found "
           << a << " and " << b;
  if (op.getPrecision() != MatmulPrecision::IEEE && !a.isF32())
    return op->emitOpError("expected elements of f32 for precision = ")
           << stringifyEnum(op.getPrecision()) << ", found " << a;
  return success();
}

/// Whether sums are converted to `type` without an epilogue. Those of i8 would
/// wrap.
static bool isResultElement(ProductOpInterface op, Type type) {
  Type element = getShapedType(op.getLhs()).getElementType();
  return type == op.getAccumulatorType() ||
         (type == element && !element.isInteger(8));
}

LogicalResult zyn::verifyProduct(ProductOpInterface op, StringRef operands) {
  if (failed(verifyElements(op, operands)))
    return failure();
  Type element = getShapedType(op.getInit()).getElementType();
  bool hasEpilogue = !op.getEpilogue().empty();
  if (!isResultElement(op, element) && (!hasEpilogue || op.getAccumulate())) {
    Type operand = getShapedType(op.getLhs()).getElementType();
    InFlightDiagnostic error = op->emitOpError("expected ");
    error << (hasEpilogue ? "to accumulate into " : "a destination of ");
    if (operand != op.getAccumulatorType() && isResultElement(op, operand))
      error << operand << " or ";
    error << op.getAccumulatorType() << ", found " << element;
    if (!hasEpilogue)
      error << "; an epilogue can convert to other types";
    return error;
  }
  return verifyEpilogueInputs(op);
}
