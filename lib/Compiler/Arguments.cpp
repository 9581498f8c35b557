//===- Arguments.cpp - Arguments of compiled functions --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Arguments.h"

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

static bool fits(const Array &array, const ValueType &type) {
  return withoutSign(array.type()) == withoutSign(type.element) &&
         array.shape().size() == type.shape.size() &&
         llvm::all_of(llvm::zip(array.shape(), type.shape), [](auto sizes) {
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

Error zyn::compiler::convertArgument(const Signature &signature,
                                     size_t position, Argument &argument) {
  const ValueType &type = signature.arguments[position];
  if (argument.array) {
    if (!fits(*argument.array, type))
      return mismatch(signature, position,
                      "an array of " + formatShape(argument.array->shape(),
                                                   argument.array->type()));
    if (!type.isArray) {
      argument.number.type = type.element;
      std::memcpy(argument.number.bytes, argument.array->begin(),
                  runtime::elementBytes(type.element));
    }
    return Error::success();
  }
  if (!type.shape.empty() ||
      withoutSign(argument.number.type) != withoutSign(type.element))
    return mismatch(signature, position,
                    std::string("a number of type ") +
                        runtime::elementName(argument.number.type));
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
