//===- Evaluation.cpp - Constant evaluation -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/Evaluation.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir;
using namespace mlir::vm;

// The host rounds to nearest even and has subnormals, as the VM requires.

static float toFloat(uint32_t bits) { return llvm::bit_cast<float>(bits); }

static std::optional<uint32_t> toBits(float value) {
  if (std::isnan(value))
    return std::nullopt;
  return llvm::bit_cast<uint32_t>(value);
}

bool vm::isNaN(uint32_t bits) { return std::isnan(toFloat(bits)); }

/// Returns the minimum or maximum, and the other operand if one is a NaN. The
/// result for zeros of different signs is unspecified, hence not a constant.
static std::optional<uint32_t> selectFloat(uint32_t a, uint32_t b,
                                           bool isSmaller) {
  float x = toFloat(a), y = toFloat(b);
  if (std::isnan(x))
    return toBits(y);
  if (std::isnan(y))
    return a;
  if (x == y && a != b)
    return std::nullopt;
  return (x < y) == isSmaller ? a : b;
}

/// Rounds towards zero and saturates; a NaN becomes 0.
static uint32_t toInteger(float value) {
  if (std::isnan(value))
    return 0;
  if (value >= 2147483648.0f)
    return INT32_MAX;
  if (value < -2147483648.0f)
    return 0x80000000u;
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

static std::optional<uint32_t> divide(OracleKind kind, uint32_t a, uint32_t b) {
  if (b == 0)
    return std::nullopt;
  // In 64 bits, since -2^31 / -1 does not fit.
  int64_t x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (kind) {
  case OracleKind::divsi:
    return static_cast<uint32_t>(x / y);
  case OracleKind::remsi:
    return static_cast<uint32_t>(x % y);
  case OracleKind::divui:
    return a / b;
  default:
    return a % b;
  }
}

std::optional<uint32_t> vm::evaluateOracle(OracleKind kind, uint32_t a,
                                           uint32_t b, uint32_t c) {
  int32_t x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  float f = toFloat(a), g = toFloat(b);
  switch (kind) {
  case OracleKind::addi:
    return a + b;
  case OracleKind::subi:
    return a - b;
  case OracleKind::muli:
    return a * b;
  case OracleKind::mulhui:
    return static_cast<uint32_t>(static_cast<uint64_t>(a) * b >> 32);
  case OracleKind::divsi:
  case OracleKind::divui:
  case OracleKind::remsi:
  case OracleKind::remui:
    return divide(kind, a, b);
  case OracleKind::shli:
    return a << (b & 31);
  case OracleKind::shrsi:
    return static_cast<uint32_t>(x >> (b & 31));
  case OracleKind::shrui:
    return a >> (b & 31);
  case OracleKind::andi:
    return a & b;
  case OracleKind::ori:
    return a | b;
  case OracleKind::xori:
    return a ^ b;
  case OracleKind::minsi:
    return x < y ? a : b;
  case OracleKind::maxsi:
    return x > y ? a : b;
  case OracleKind::minui:
    return std::min(a, b);
  case OracleKind::maxui:
    return std::max(a, b);
  case OracleKind::eq:
    return a == b;
  case OracleKind::ne:
    return a != b;
  case OracleKind::slt:
    return x < y;
  case OracleKind::sle:
    return x <= y;
  case OracleKind::ult:
    return a < b;
  case OracleKind::ule:
    return a <= b;
  case OracleKind::popcount:
    return llvm::popcount(a);
  case OracleKind::clz:
    return llvm::countl_zero(a);
  case OracleKind::addf:
    return toBits(f + g);
  case OracleKind::subf:
    return toBits(f - g);
  case OracleKind::mulf:
    return toBits(f * g);
  case OracleKind::divf:
    return toBits(f / g);
  case OracleKind::minf:
    return selectFloat(a, b, /*isSmaller=*/true);
  case OracleKind::maxf:
    return selectFloat(a, b, /*isSmaller=*/false);
  case OracleKind::oeq:
    return f == g;
  case OracleKind::une:
    return f != g;
  case OracleKind::olt:
    return f < g;
  case OracleKind::ole:
    return f <= g;
  case OracleKind::sqrt:
    return toBits(std::sqrt(f));
  case OracleKind::floor:
    return toBits(std::floor(f));
  case OracleKind::sitofp:
    return toBits(static_cast<float>(x));
  case OracleKind::uitofp:
    return toBits(static_cast<float>(a));
  case OracleKind::fptosi:
    return toInteger(f);
  case OracleKind::select:
    return a ? b : c;
  case OracleKind::sin:
  case OracleKind::cos:
  case OracleKind::exp:
  case OracleKind::log:
  case OracleKind::pow:
  case OracleKind::random:
  case OracleKind::randomf:
    return std::nullopt;
  }
  return std::nullopt;
}

bool vm::evaluatePredicate(Predicate predicate, uint32_t a, uint32_t b) {
  int32_t x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  float f = toFloat(a), g = toFloat(b);
  switch (predicate) {
  case Predicate::eq:
    return a == b;
  case Predicate::ne:
    return a != b;
  case Predicate::slt:
    return x < y;
  case Predicate::sle:
    return x <= y;
  case Predicate::sgt:
    return x > y;
  case Predicate::sge:
    return x >= y;
  case Predicate::ult:
    return a < b;
  case Predicate::ule:
    return a <= b;
  case Predicate::ugt:
    return a > b;
  case Predicate::uge:
    return a >= b;
  case Predicate::oeq:
    return f == g;
  case Predicate::une:
    return f != g;
  case Predicate::olt:
    return f < g;
  case Predicate::ole:
    return f <= g;
  case Predicate::ogt:
    return f > g;
  case Predicate::oge:
    return f >= g;
  }
  return false;
}

std::optional<uint32_t>
vm::evaluateRow(const Matrix &matrix, unsigned row,
                function_ref<std::optional<uint32_t>(unsigned word)> getWord) {
  uint32_t integer = 0;
  float real = 0;
  bool isFirst = true;
  for (unsigned column = 0; column < kNumWords; ++column) {
    uint32_t element = matrix.at(row, column);
    if (matrix.isZero(element))
      continue;
    std::optional<uint32_t> word = getWord(column);
    if (!word)
      return std::nullopt;
    integer += element * *word;
    float product = toFloat(element) * toFloat(*word);
    real = isFirst ? product : real + product;
    isFirst = false;
  }
  return matrix.isFloat() ? toBits(real) : std::optional<uint32_t>(integer);
}
