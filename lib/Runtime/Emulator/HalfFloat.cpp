//===- HalfFloat.cpp - Floats of 16 bits ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfFloat.h"

#include <cmath>
#include <cstring>

static uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// `value` without its lowest `count` bits, to nearest, ties to even. A carry
/// goes into the exponent, as it should.
static uint32_t roundOff(uint32_t value, unsigned count) {
  uint32_t half = 1u << (count - 1);
  return (value + half - 1 + (value >> count & 1)) >> count;
}

float zyn::emulator::fromBF16(uint16_t bits) {
  return floatOf(static_cast<uint32_t>(bits) << 16);
}

uint16_t zyn::emulator::toBF16(float value) {
  // Rounding could make an infinity of a NaN.
  return std::isnan(value) ? 0x7fff : roundOff(bitsOf(value), 16);
}

float zyn::emulator::fromF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31)
    return floatOf(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0)
    return std::copysign(std::ldexp(static_cast<float>(fraction), -24),
                         floatOf(sign));
  return floatOf(sign | (exponent + 112) << 23 | fraction << 13);
}

uint16_t zyn::emulator::toF16(float value) {
  if (std::isnan(value))
    return 0x7fff;
  uint16_t sign = bitsOf(value) >> 16 & 0x8000;
  float magnitude = std::fabs(value);
  // Half a step above the largest number; a tie goes to infinity, whose
  // fraction is the even one.
  if (magnitude >= 65520)
    return sign | 0x7c00;
  // Below the least normal number the steps are 2^-24.
  if (magnitude < std::ldexp(1.0f, -14))
    return sign |
           static_cast<uint16_t>(std::nearbyint(std::ldexp(magnitude, 24)));
  return sign | (roundOff(bitsOf(magnitude), 13) - (112u << 10));
}
