//===- RegisterSyntax.cpp - Parsing of registers and numbers --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterSyntax.h"
#include "Zyn/Dialect/VM/IR/Machine.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace mlir::vm;

void Number::negate() {
  integer = -integer;
  real = -real;
}

ParseResult vm::parseRegister(AsmParser &parser, SMLoc loc, StringRef name,
                              unsigned &number) {
  StringRef digits = name;
  if (!digits.consume_front("r") || digits.getAsInteger(10, number) ||
      number >= kNumRegisters || (digits.size() > 1 && digits[0] == '0'))
    return parser.emitError(loc)
           << "expected a register, r0 to r26, found '" << name << "'";
  return success();
}

ParseResult vm::parseRegister(AsmParser &parser, unsigned &number) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.emitError(loc, "expected a register, r0 to r26");
  return parseRegister(parser, loc, name, number);
}

ParseResult vm::parseUnsigned(AsmParser &parser, Number &number) {
  for (StringRef keyword : {"inf", "nan"})
    if (succeeded(parser.parseOptionalKeyword(keyword))) {
      number.isFloat = true;
      number.real = keyword == "inf" ? INFINITY : NAN;
      return success();
    }
  SMLoc loc = parser.getCurrentLocation();
  APInt integer;
  OptionalParseResult result = parser.parseOptionalInteger(integer);
  if (!result.has_value()) {
    number.isFloat = true;
    return parser.parseFloat(number.real);
  }
  if (failed(*result))
    return failure();
  if (integer.getSignificantBits() > 64)
    return parser.emitError(loc, "expected a number of 32 bits");
  number.integer = integer.sextOrTrunc(65);
  return success();
}

FailureOr<uint32_t> vm::toBits(AsmParser &parser, const Number &number,
                               Type type, SMLoc loc) {
  if (type.isF32()) {
    if (number.isFloat)
      return llvm::bit_cast<uint32_t>(static_cast<float>(number.real));
    // APInt::signedRoundToDouble returns -1 for a 1 of more than 64 bits.
    APFloat rounded(APFloat::IEEEsingle());
    rounded.convertFromAPInt(number.integer, /*IsSigned=*/true,
                             APFloat::rmNearestTiesToEven);
    return llvm::bit_cast<uint32_t>(rounded.convertToFloat());
  }
  if (number.isFloat) {
    parser.emitError(loc, "expected an integer, found a float");
    return failure();
  }
  if (number.integer.slt(APInt(65, INT32_MIN, /*isSigned=*/true)) ||
      number.integer.sgt(APInt(65, UINT32_MAX))) {
    parser.emitError(loc, "expected an integer of 32 bits");
    return failure();
  }
  return static_cast<uint32_t>(
      number.integer.extractBitsAsZExtValue(/*numBits=*/32, /*bitPosition=*/0));
}

FailureOr<uint32_t> vm::parseImmediate(AsmParser &parser, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  bool isNegative = succeeded(parser.parseOptionalMinus());
  Number number;
  if (parseUnsigned(parser, number))
    return failure();
  // Flip the sign bit rather than negating, for the sake of zeros and NaNs.
  if (type.isF32() && isNegative) {
    FailureOr<uint32_t> bits = toBits(parser, number, type, loc);
    if (failed(bits))
      return failure();
    return *bits ^ 0x80000000u;
  }
  if (isNegative)
    number.negate();
  return toBits(parser, number, type, loc);
}

/// Prints the shortest decimal number that is parsed as the same value.
static void printFinite(raw_ostream &os, float value) {
  if (value == std::trunc(value) && std::fabs(value) < 1e6f) {
    os << (std::signbit(value) ? "-" : "")
       << static_cast<int>(std::fabs(value));
    return;
  }
  char text[32];
  for (int precision = 1; precision <= 9; ++precision) {
    std::snprintf(text, sizeof(text), "%.*g", precision, value);
    if (std::strtof(text, nullptr) == value)
      break;
  }
  // The MLIR lexer accepts 1.0e5 as a float, but not 1e5.
  auto [digits, exponent] = StringRef(text).split('e');
  os << digits << (digits.contains('.') ? "" : ".0");
  if (!exponent.empty())
    os << 'e' << exponent;
}

void vm::printImmediate(raw_ostream &os, uint32_t bits, Type type) {
  if (!type.isF32()) {
    os << static_cast<int32_t>(bits);
    return;
  }
  float value = llvm::bit_cast<float>(bits);
  if (std::isfinite(value))
    return printFinite(os, value);
  os << (bits >> 31 ? "-" : "") << (std::isnan(value) ? "nan" : "inf");
}
