//===- Float8.h - 8-bit floating point --------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Conversions for the tools; compiled code contains its own.

#ifndef ZYN_SUPPORT_FLOAT8_H
#define ZYN_SUPPORT_FLOAT8_H

#include "Zyn/Support/HalfPrecision.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace zyn {

namespace detail {
/// Rounds to nearest even. A magnitude that is too large becomes `overflow`.
template <int fractionBits, int bias, uint8_t overflow, uint8_t nan>
inline uint8_t roundToF8(double value) {
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return sign | nan;
  // Larger than all numbers of both formats.
  if (magnitude >= 0x1p16)
    return sign | overflow;
  // Subnormal numbers are spaced like those of the smallest exponent.
  int exponent =
      magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
  int units = static_cast<int>(
      std::nearbyint(std::ldexp(magnitude, fractionBits - exponent)));
  // A carry goes into the exponent.
  int bits = ((exponent + bias - 1) << fractionBits) + units;
  return sign | static_cast<uint8_t>(std::min<int>(bits, overflow));
}
} // namespace detail

/// There is no infinity; what is too large becomes NaN.
inline uint8_t toF8E4M3FN(double value) {
  return detail::roundToF8<3, 7, 0x7f, 0x7f>(value);
}
inline uint8_t toF8E5M2(double value) {
  return detail::roundToF8<2, 15, 0x7c, 0x7e>(value);
}

/// Exact.
inline float fromF8E4M3FN(uint8_t bits) {
  if ((bits & 0x7f) == 0x7f)
    return std::copysign(NAN, bits & 0x80 ? -1.0f : 1.0f);
  // As the bits of an f16, whose bias is larger by 8.
  return 256 * fromF16((bits & 0x80) << 8 | (bits & 0x7f) << 7);
}
inline float fromF8E5M2(uint8_t bits) { return fromF16(bits << 8); }

} // namespace zyn

#endif // ZYN_SUPPORT_FLOAT8_H
