//===- Arguments.h - Arguments of compiled functions ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_ARGUMENTS_H
#define ZYN_COMPILER_ARGUMENTS_H

#include "Zyn/Compiler/Signature.h"
#include "Zyn/Runtime/Npy.h"

#include <cstring>
#include <optional>
#include <type_traits>

namespace zyn::compiler {

/// A number in the representation of its type.
struct Number {
  Number() = default;
  /// Creates a number from a value of a C++ type: bool, a sized integer, float
  /// or double.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> &&
                                                    sizeof(T) <= 8>>
  Number(T value) : type(typeOf<T>()) {
    std::memcpy(bytes, &value, sizeof(T));
  }

  runtime::ElementType type = runtime::ElementType::I32;
  alignas(8) unsigned char bytes[8] = {};

private:
  template <typename T>
  static constexpr runtime::ElementType typeOf() {
    using runtime::ElementType;
    if (std::is_same_v<T, bool>)
      return ElementType::Bool;
    if (std::is_floating_point_v<T>)
      return sizeof(T) == 4 ? ElementType::F32 : ElementType::F64;
    constexpr ElementType types[][2] = {{ElementType::I8, ElementType::U8},
                                        {ElementType::I16, ElementType::U16},
                                        {ElementType::I32, ElementType::U32},
                                        {ElementType::I64, ElementType::U64}};
    constexpr int log2 = sizeof(T) == 1   ? 0
                         : sizeof(T) == 2 ? 1
                         : sizeof(T) == 4 ? 2
                                          : 3;
    return types[log2][std::is_unsigned_v<T>];
  }
};

/// An argument of a call: an array or a number. A copy shares the array's
/// elements.
struct Argument {
  Argument() = default;
  Argument(runtime::Array array) : array(std::move(array)) {}
  Argument(Number number) : number(number) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Argument(T value) : number(value) {}

  std::optional<runtime::Array> array;
  /// The value if there is no array.
  Number number;
};

/// Converts `argument` to the argument at `position` of `signature`. Arrays of
/// rank 0 and numbers are interchangeable, and signless integers accept signed
/// and unsigned ones. The error has no source location: "argument #0 of 'f' is
/// tensor<4xf32>, found an array of 3xf32".
runtime::Error convertArgument(const Signature &signature, size_t position,
                               Argument &argument);

/// Converts all arguments. It is also an error if there are too many or too
/// few.
runtime::Error convertArguments(const Signature &signature,
                                std::vector<Argument> &arguments);

/// Checks the number of arguments.
runtime::Error checkArgumentCount(const Signature &signature, size_t given);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_ARGUMENTS_H
