//===- HalfPrecision.h - 16-bit floating point ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_HALFPRECISION_H
#define ZYN_LIB_TOOLS_HALFPRECISION_H

#include <cstdint>
#include <cstring>

namespace zyn::tools {

/// Rounds to the nearest bf16, ties to even; a NaN stays one.
inline uint16_t toBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t(bits >> 16) | 0x40;
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

inline float fromBF16(uint16_t half) {
  uint32_t bits = uint32_t(half) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Rounds to the nearest f16, ties to even.
uint16_t toF16(float value);
/// Rounds once, from the double itself.
uint16_t toF16(double value);
uint16_t toBF16(double value);
float fromF16(uint16_t half);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_HALFPRECISION_H
