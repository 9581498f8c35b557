//===- SpecValues.cpp - Values of the specification suite------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecValues.h"

#include "llvm/ADT/StringExtras.h"

using zyn::runtime::ValueKind;

/// References of the host are numbers; null is not one of them.
static uint64_t toReference(uint64_t number) { return number + 1; }

std::optional<uint64_t>
zyn::spec::parseArgument(const llvm::json::Object &value) {
  llvm::StringRef text = value.getString("value").value_or("");
  if (text == "null")
    return 0;
  uint64_t bits;
  if (text.getAsInteger(10, bits))
    return std::nullopt;
  return value.getString("type") == "externref" ? toReference(bits) : bits;
}

namespace {
/// The parts of a float.
struct FloatFormat {
  uint64_t exponent, quietBit;
};
} // namespace

/// A canonical NaN has a payload of only the quiet bit, an arithmetic one has
/// at least that.
static bool isNaN(uint64_t bits, FloatFormat format, bool isCanonical) {
  uint64_t mantissa = bits & (2 * format.quietBit - 1);
  return (bits & format.exponent) == format.exponent &&
         (isCanonical ? mantissa == format.quietBit
                      : (mantissa & format.quietBit) != 0);
}

static bool isEqual(ValueKind kind, uint64_t bits, llvm::StringRef type,
                    llvm::StringRef value) {
  if (type != zyn::runtime::toText(kind))
    return false;
  if (value.starts_with("nan:")) {
    FloatFormat f32 = {0x7F800000, 0x400000};
    FloatFormat f64 = {0x7FF0000000000000, 0x8000000000000};
    return isNaN(bits, kind == ValueKind::F32 ? f32 : f64,
                 value == "nan:canonical");
  }
  if (value == "null")
    return bits == 0;
  // A reference to any function.
  if (kind == ValueKind::FuncRef)
    return bits != 0;
  uint64_t expected;
  if (value.getAsInteger(10, expected))
    return false;
  return bits ==
         (kind == ValueKind::ExternRef ? toReference(expected) : expected);
}

std::string zyn::spec::compareResult(ValueKind kind, uint64_t bits,
                                     const llvm::json::Object &expected) {
  if (kind == ValueKind::I32 || kind == ValueKind::F32)
    bits = static_cast<uint32_t>(bits);
  llvm::StringRef type = expected.getString("type").value_or("");
  llvm::StringRef value = expected.getString("value").value_or("");
  if (isEqual(kind, bits, type, value))
    return {};
  return ("expected " + type + " " + value + ", found " +
          zyn::runtime::toText(kind) + " " + llvm::Twine(bits) + " (0x" +
          llvm::utohexstr(bits, /*LowerCase=*/true) + ")")
      .str();
}
