//===- HalfPrecision.cpp - 16-bit floating point --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfPrecision.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

using llvm::APFloat;

static uint64_t convert(APFloat value, const llvm::fltSemantics &to) {
  bool inexact;
  (void)value.convert(to, APFloat::rmNearestTiesToEven, &inexact);
  return value.bitcastToAPInt().getZExtValue();
}

uint16_t zyn::tools::toF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint32_t magnitude = bits & 0x7fffffff;
  // 2^-14 up to the largest finite f16 before rounding; the rest is rare.
  if (magnitude < 0x38800000 || magnitude >= 0x477fe000)
    return uint16_t(convert(APFloat(value), APFloat::IEEEhalf()));
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return uint16_t(((bits >> 16) & 0x8000) | ((rounded - 0x38000000) >> 13));
}

uint16_t zyn::tools::toF16(double value) {
  return uint16_t(convert(APFloat(value), APFloat::IEEEhalf()));
}

uint16_t zyn::tools::toBF16(double value) {
  return uint16_t(convert(APFloat(value), APFloat::BFloat()));
}

float zyn::tools::fromF16(uint16_t half) {
  APFloat value(APFloat::IEEEhalf(), llvm::APInt(16, half));
  bool inexact;
  (void)value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                      &inexact);
  return value.convertToFloat();
}
