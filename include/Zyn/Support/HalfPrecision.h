//===- HalfPrecision.h - 16-bit floating point ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All conversions of the project, for compiled code, the emulator and the
// tools. They do not use APFloat because the runtime does not depend on LLVM.

#ifndef ZYN_SUPPORT_HALFPRECISION_H
#define ZYN_SUPPORT_HALFPRECISION_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace zyn {

namespace detail {
template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "the bits are the same");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

/// Rounds once, to nearest even, to a 16-bit format with `fractionBits`; values
/// that are too large become infinity, and a NaN becomes 0x7fff, as on a GPU.
template <int fractionBits, typename Float, typename Bits, int floatFraction>
inline uint16_t narrow(Float value) {
  constexpr int exponentBits = 15 - fractionBits;
  constexpr int bias = (1 << (exponentBits - 1)) - 1;
  constexpr int floatBias = (1 << (sizeof(Float) * 8 - 2 - floatFraction)) - 1;
  constexpr int dropped = floatFraction - fractionBits;
  if (std::isnan(value))
    return 0x7fff;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  Float magnitude = std::fabs(value);
  Bits bits = bitCast<Bits>(magnitude);
  // The biased exponent of the result; 0 and below are subnormal numbers, which
  // are evenly spaced.
  int exponent = static_cast<int>(bits >> floatFraction) - floatBias + bias;
  if (exponent <= 0)
    return sign | static_cast<uint16_t>(std::nearbyint(
                      std::ldexp(magnitude, bias - 1 + fractionBits)));
  constexpr int mostExponent = (1 << exponentBits) - 1;
  if (exponent >= mostExponent)
    return sign | (mostExponent << fractionBits);
  // A carry goes into the exponent, up to infinity.
  constexpr Bits half = Bits(1) << (dropped - 1);
  Bits rounded = (bits + half - 1 + (bits >> dropped & 1)) >> dropped;
  return sign | static_cast<uint16_t>(rounded -
                                      (Bits(floatBias - bias) << fractionBits));
}
} // namespace detail

inline uint16_t toF16(float value) {
  return detail::narrow<10, float, uint32_t, 23>(value);
}
inline uint16_t toF16(double value) {
  return detail::narrow<10, double, uint64_t, 52>(value);
}

inline uint16_t toBF16(float value) {
  // The exponents are the same as those of a float.
  uint32_t bits = detail::bitCast<uint32_t>(value);
  return std::isnan(value) ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
inline uint16_t toBF16(double value) {
  return detail::narrow<7, double, uint64_t, 52>(value);
}

/// Exact.
inline float fromBF16(uint16_t bits) {
  return detail::bitCast<float>(static_cast<uint32_t>(bits) << 16);
}
inline float fromF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31)
    return detail::bitCast<float>(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0)
    return std::copysign(std::ldexp(static_cast<float>(fraction), -24),
                         detail::bitCast<float>(sign));
  return detail::bitCast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

} // namespace zyn

#endif // ZYN_SUPPORT_HALFPRECISION_H
