//===- Arguments.cpp - Arguments of compiled functions --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Arguments.h"
#include "Zyn/Compiler/InPlaceArguments.h"

#include "llvm/ADT/STLExtras.h"

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

/// Signless types accept signed and unsigned arrays.
static ElementType withoutSign(ElementType type) {
  switch (type) {
  case ElementType::U8:
    return ElementType::I8;
  case ElementType::U16:
    return ElementType::I16;
  case ElementType::U32:
    return ElementType::I32;
  case ElementType::U64:
    return ElementType::I64;
  default:
    return type;
  }
}

static bool fits(ElementType element, llvm::ArrayRef<int64_t> shape,
                 const ValueType &type) {
  return withoutSign(element) == withoutSign(type.element) &&
         shape.size() == type.shape.size() &&
         llvm::all_of(llvm::zip(shape, type.shape), [](auto sizes) {
           auto [found, expected] = sizes;
           return expected < 0 || found == expected;
         });
}

static Error mismatch(const Signature &signature, size_t position,
                      const std::string &found) {
  return Error("argument #" + std::to_string(position) + " of '" +
               signature.name + "' is " + signature.arguments[position].text +
               ", found " + found);
}

static Error checkArray(const Signature &signature, size_t position,
                        ElementType element, llvm::ArrayRef<int64_t> shape) {
  if (fits(element, shape, signature.arguments[position]))
    return Error::success();
  return mismatch(signature, position,
                  "an array of " + formatShape(shape.vec(), element));
}

static Error checkNumber(const Signature &signature, size_t position,
                         const Number &number) {
  const ValueType &type = signature.arguments[position];
  if (type.shape.empty() &&
      withoutSign(number.type) == withoutSign(type.element))
    return Error::success();
  return mismatch(signature, position,
                  std::string("a number of type ") +
                      zyn::runtime::elementName(number.type));
}

Error zyn::compiler::checkArgument(const Signature &signature, size_t position,
                                   const InPlaceArgument &argument) {
  bool isArray = signature.arguments[position].isArray;
  if (isArray != argument.array.has_value())
    return mismatch(signature, position, isArray ? "a number" : "an array");
  if (!isArray)
    return checkNumber(signature, position, argument.number);
  const ArrayView &array = *argument.array;
  return checkArray(signature, position, array.type,
                    llvm::ArrayRef(array.sizes, array.rank));
}

Error zyn::compiler::checkOutput(const Signature &signature, size_t position,
                                 const ArrayView &output) {
  const ValueType &type = signature.results[position];
  llvm::ArrayRef<int64_t> sizes(output.sizes, output.rank);
  if (type.isArray && fits(output.type, sizes, type))
    return Error::success();
  return Error("output #" + std::to_string(position) + " of '" +
               signature.name + "' is " + type.text + ", found an array of " +
               formatShape(sizes.vec(), output.type));
}

Error zyn::compiler::convertArgument(const Signature &signature,
                                     size_t position, Argument &argument) {
  const ValueType &type = signature.arguments[position];
  if (argument.array) {
    if (Error error = checkArray(signature, position, argument.array->type(),
                                 argument.array->shape()))
      return error;
    if (!type.isArray) {
      argument.number.type = type.element;
      std::memcpy(argument.number.bytes, argument.array->begin(),
                  runtime::elementBytes(type.element));
    }
    return Error::success();
  }
  if (Error error = checkNumber(signature, position, argument.number))
    return error;
  if (!type.isArray)
    return Error::success();
  Expected<Array> array = Array::create(type.element, {});
  if (!array)
    return array.takeError();
  std::memcpy(array->begin(), argument.number.bytes,
              runtime::elementBytes(type.element));
  argument.array = std::move(*array);
  return Error::success();
}

Error zyn::compiler::checkArgumentCount(const Signature &signature,
                                        size_t given) {
  size_t expected = signature.arguments.size();
  if (given == expected)
    return Error::success();
  return Error(Diagnostic{Severity::Error,
                          signature.location,
                          "'" + signature.name + "' takes " +
                              std::to_string(expected) +
                              (expected == 1 ? " argument, " : " arguments, ") +
                              std::to_string(given) + " given",
                          {}});
}

Error zyn::compiler::convertArguments(const Signature &signature,
                                      std::vector<Argument> &arguments) {
  if (Error error = checkArgumentCount(signature, arguments.size()))
    return error;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (Error error = convertArgument(signature, i, arguments[i]))
      return Error(
          Diagnostic{Severity::Error, signature.location, error.message(), {}});
  return Error::success();
}
