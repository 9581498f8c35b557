//===- Inputs.cpp - Inputs of functions and kernels -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Zyn/Compiler/ArrayFill.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"

#include <cstring>

using llvm::StringRef;
using zyn::compiler::Argument;
using zyn::compiler::Number;
using zyn::compiler::ValueType;
using zyn::runtime::Array;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

std::optional<ElementType> zyn::tools::findElementType(StringRef name) {
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Case("i1", ElementType::Bool)
      .Case("i8", ElementType::I8)
      .Case("i16", ElementType::I16)
      .Case("i32", ElementType::I32)
      .Case("i64", ElementType::I64)
      .Case("u8", ElementType::U8)
      .Case("u16", ElementType::U16)
      .Case("u32", ElementType::U32)
      .Case("u64", ElementType::U64)
      .Case("f8E4M3FN", ElementType::F8E4M3FN)
      .Case("f8E5M2", ElementType::F8E5M2)
      .Case("f16", ElementType::F16)
      .Case("bf16", ElementType::BF16)
      .Case("f32", ElementType::F32)
      .Case("f64", ElementType::F64)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics *floatSemantics(ElementType type) {
  switch (type) {
  case ElementType::F8E4M3FN:
    return &llvm::APFloat::Float8E4M3FN();
  case ElementType::F8E5M2:
    return &llvm::APFloat::Float8E5M2();
  case ElementType::F16:
    return &llvm::APFloat::IEEEhalf();
  case ElementType::BF16:
    return &llvm::APFloat::BFloat();
  case ElementType::F32:
    return &llvm::APFloat::IEEEsingle();
  case ElementType::F64:
    return &llvm::APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

static bool isUnsigned(ElementType type) {
  return type == ElementType::U8 || type == ElementType::U16 ||
         type == ElementType::U32 || type == ElementType::U64;
}

/// Parses `text` as a number of `type` and returns its bits.
static std::optional<uint64_t> parseBits(StringRef text, ElementType type) {
  if (const llvm::fltSemantics *semantics = floatSemantics(type)) {
    llvm::APFloat value(*semantics);
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return std::nullopt;
    }
    return value.bitcastToAPInt().getZExtValue();
  }
  unsigned width = type == ElementType::Bool
                       ? 1
                       : unsigned(zyn::runtime::elementBytes(type)) * 8;
  if (type == ElementType::Bool && (text == "true" || text == "false"))
    return text == "true";
  llvm::APInt value;
  StringRef digits = text.starts_with("-") ? text.drop_front() : text;
  if (digits.getAsInteger(10, value))
    return std::nullopt;
  value = value.zext(value.getBitWidth() + 1);
  if (digits.size() != text.size())
    value.negate();
  bool fits = type == ElementType::Bool || isUnsigned(type)
                  ? value.isNonNegative() && value.isIntN(width)
                  : value.isSignedIntN(width);
  if (!fits)
    return std::nullopt;
  return value.sextOrTrunc(64).getZExtValue();
}

std::optional<Number> zyn::tools::parseNumber(StringRef text,
                                              ElementType type) {
  std::optional<uint64_t> bits = parseBits(text, type);
  if (!bits)
    return std::nullopt;
  Number number;
  number.type = type;
  // Little-endian, like arrays.
  std::memcpy(number.bytes, &*bits, runtime::elementBytes(type));
  return number;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Expected<Array> zyn::tools::createArray(StringRef description) {
  auto [typeName, sizes] = description.split(':');
  std::optional<ElementType> type = findElementType(typeName);
  if (!type)
    return Error("'" + description.str() + "': unknown element type '" +
                 typeName.str() +
                 "': expected i1, i8, i16, i32, i64, "
                 "f8E4M3FN, f8E5M2, f16, bf16, f32 or f64");
  std::vector<int64_t> shape;
  llvm::SmallVector<StringRef> parts;
  if (!sizes.empty())
    sizes.split(parts, 'x');
  for (StringRef part : parts)
    if (part.getAsInteger(10, shape.emplace_back()) || shape.back() < 0)
      return Error("'" + description.str() +
                   "': expected a type and sizes such as f32:64x32");
  Expected<Array> array = Array::create(*type, std::move(shape));
  if (!array)
    return Error("'" + description.str() + "': " + array.takeError().message());
  return array;
}

Expected<Array> zyn::tools::readArray(StringRef text, uint64_t seed,
                                      size_t position,
                                      runtime::Context &context) {
  auto [kind, description] = text.split(':');
  bool isRandom = kind == "random", isBits = kind == "bits",
       isOnes = kind == "ones";
  if (!isRandom && !isBits && !isOnes && kind != "zeros")
    return runtime::readNpy(text.str());
  Expected<Array> array = createArray(description);
  if (!array)
    return array;
  Error error;
  if (isRandom)
    error = compiler::fillRandom(*array, seed, position, context);
  else if (isBits)
    error = compiler::fillBits(*array, seed, position, context);
  else
    // Zeros are written, too: until then, pages may all be the same memory.
    error = compiler::fillRepeated(
        *array, parseNumber(isOnes ? "1" : "0", array->type())->bytes, context);
  if (error)
    return error;
  return array;
}

//===----------------------------------------------------------------------===//
// The arguments of a function
//===----------------------------------------------------------------------===//

Error zyn::tools::inputError(StringRef text, const Error &what) {
  return Error(Diagnostic{Severity::Error, {text.str()}, what.message(), {}});
}

static Expected<Argument>
readArgument(StringRef text, size_t position,
             const zyn::compiler::Signature &signature, uint64_t seed,
             zyn::runtime::Context &context) {
  const ValueType &type = signature.arguments[position];
  std::optional<Number> number = zyn::tools::parseNumber(text, type.element);
  if (number && type.shape.empty())
    return Argument(*number);
  // Report a number of another type as such, not as a missing file.
  if (zyn::tools::parseNumber(text, ElementType::F64))
    return zyn::tools::inputError(
        text, Error("argument #" + std::to_string(position) + " of '" +
                    signature.name + "' is " + type.text +
                    ", found the number " + text.str()));
  Expected<Array> array = zyn::tools::readArray(text, seed, position, context);
  if (!array)
    return array.takeError();
  return Argument(std::move(*array));
}

Expected<std::vector<Argument>>
zyn::tools::readArguments(const compiler::Signature &signature,
                          const std::vector<std::string> &texts, uint64_t seed,
                          runtime::Context &context) {
  if (Error error = compiler::checkArgumentCount(signature, texts.size()))
    return error;
  std::vector<Argument> arguments;
  for (auto [i, text] : llvm::enumerate(texts)) {
    Expected<Argument> argument =
        readArgument(text, i, signature, seed, context);
    if (!argument)
      return argument.takeError();
    if (Error error = compiler::convertArgument(signature, i, *argument))
      return inputError(text, error);
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}
