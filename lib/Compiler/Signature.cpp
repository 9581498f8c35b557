//===- Signature.cpp - Signatures of functions ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Signature.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using zyn::Diagnostic;
using zyn::Severity;
using zyn::compiler::ValueType;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

static std::string toText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns the element type of arrays for `type`.
static std::optional<ElementType> elementFor(mlir::Type type) {
  if (type.isIndex())
    return ElementType::I64;
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return ElementType::Bool;
    case 8:
      return isUnsigned ? ElementType::U8 : ElementType::I8;
    case 16:
      return isUnsigned ? ElementType::U16 : ElementType::I16;
    case 32:
      return isUnsigned ? ElementType::U32 : ElementType::I32;
    case 64:
      return isUnsigned ? ElementType::U64 : ElementType::I64;
    }
    return std::nullopt;
  }
  if (llvm::isa<mlir::Float8E4M3FNType>(type))
    return ElementType::F8E4M3FN;
  if (llvm::isa<mlir::Float8E5M2Type>(type))
    return ElementType::F8E5M2;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  return std::nullopt;
}

static std::optional<ValueType> describeType(mlir::Type type) {
  ValueType described;
  described.text = toText(type);
  mlir::Type element = type;
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type)) {
    described.isArray = true;
    element = tensor.getElementType();
    for (int64_t size : tensor.getShape())
      described.shape.push_back(mlir::ShapedType::isDynamic(size) ? -1 : size);
  } else if (auto buffer = llvm::dyn_cast<mlir::MemRefType>(type);
             buffer && buffer.getLayout().isIdentity() &&
             !buffer.getMemorySpace()) {
    described.isArray = described.isBuffer = true;
    element = buffer.getElementType();
    for (int64_t size : buffer.getShape())
      described.shape.push_back(mlir::ShapedType::isDynamic(size) ? -1 : size);
  }
  std::optional<ElementType> found = elementFor(element);
  if (!found)
    return std::nullopt;
  described.element = *found;
  return described;
}

static Error describeTypes(mlir::TypeRange types, const char *kind,
                           const zyn::compiler::Signature &signature,
                           std::vector<ValueType> &described) {
  for (auto [i, type] : llvm::enumerate(types)) {
    std::optional<ValueType> found = describeType(type);
    if (!found)
      return Error(Diagnostic{
          Severity::Error,
          signature.location,
          std::string(kind) + " #" + std::to_string(i) + " of '" +
              signature.name + "' is " + toText(type) +
              ": expected a number, or a tensor or memref of a known rank "
              "without layout or memory space, of i1, i8, i16, i32, i64, "
              "f8E4M3FN, f8E5M2, f16, bf16, f32 or f64",
          {}});
    described.push_back(std::move(*found));
  }
  return Error::success();
}

Expected<zyn::compiler::Signature>
zyn::compiler::readSignature(mlir::func::FuncOp function,
                             const std::string &file) {
  Signature signature;
  signature.name = function.getName().str();
  signature.location = toSourceLocation(function.getLoc(), file);
  if (Error error = describeTypes(function.getArgumentTypes(), "argument",
                                  signature, signature.arguments))
    return error;
  if (Error error = describeTypes(function.getResultTypes(), "result",
                                  signature, signature.results))
    return error;
  return signature;
}

zyn::SourceLocation zyn::compiler::toSourceLocation(mlir::Location location,
                                                    const std::string &file) {
  SourceLocation found;
  found.file = file;
  location->walk([&](mlir::Location part) {
    auto position = llvm::dyn_cast<mlir::FileLineColLoc>(part);
    if (!position)
      return mlir::WalkResult::advance();
    found = {position.getFilename().str(), position.getLine(),
             position.getColumn()};
    return mlir::WalkResult::interrupt();
  });
  return found;
}

std::string zyn::compiler::formatShape(const std::vector<int64_t> &shape,
                                       ElementType element) {
  std::string text;
  for (int64_t size : shape)
    text += (size < 0 ? "?" : std::to_string(size)) + "x";
  return text + runtime::elementName(element);
}
