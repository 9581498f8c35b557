//===- MMA.cpp - Arithmetic of tensor cores -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MMA.h"
#include "Zyn/Support/GPULimits.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace zyn::emulator;

int64_t zyn::emulator::bytesOfElement(int64_t element) {
  switch (element) {
  case ZYNEMU_MMA_F64:
    return 8;
  case ZYNEMU_MMA_F16:
  case ZYNEMU_MMA_BF16:
    return 2;
  case ZYNEMU_MMA_S8:
  case ZYNEMU_MMA_U8:
  case ZYNEMU_MMA_E4M3:
  case ZYNEMU_MMA_E5M2:
    return 1;
  default:
    return 4;
  }
}

int64_t zyn::emulator::elementsPerRegister(int64_t element) {
  return std::max<int64_t>(1, 4 / bytesOfElement(element));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static T readBits(const void *address) {
  T bits;
  std::memcpy(&bits, address, sizeof(T));
  return bits;
}

/// Decodes a float with the given numbers of exponent and fraction bits.
/// Without infinity, only the greatest exponent with all fraction bits set is a
/// NaN.
static double decodeFloat(unsigned bits, int exponentBits, int fractionBits,
                          bool hasInfinity) {
  int bias = (1 << (exponentBits - 1)) - 1;
  int maxExponent = (1 << exponentBits) - 1;
  int exponent = bits >> fractionBits & maxExponent;
  int fraction = bits & ((1 << fractionBits) - 1);
  double sign = bits >> (exponentBits + fractionBits) & 1 ? -1 : 1;
  if (exponent == maxExponent && hasInfinity)
    return fraction ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == maxExponent && fraction == (1 << fractionBits) - 1)
    return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - fractionBits);
  return sign * std::ldexp(fraction + (1 << fractionBits),
                           exponent - bias - fractionBits);
}

double zyn::emulator::readElement(int64_t element, const void *address) {
  switch (element) {
  case ZYNEMU_MMA_F16:
    return decodeFloat(readBits<uint16_t>(address), 5, 10, true);
  case ZYNEMU_MMA_BF16:
    return decodeFloat(readBits<uint16_t>(address), 8, 7, true);
  case ZYNEMU_MMA_E4M3:
    return decodeFloat(readBits<uint8_t>(address), 4, 3, false);
  case ZYNEMU_MMA_E5M2:
    return decodeFloat(readBits<uint8_t>(address), 5, 2, true);
  case ZYNEMU_MMA_TF32: {
    uint32_t bits = readBits<uint32_t>(address) & ~0x1fffu;
    return readBits<float>(&bits);
  }
  case ZYNEMU_MMA_F32:
    return readBits<float>(address);
  case ZYNEMU_MMA_F64:
    return readBits<double>(address);
  case ZYNEMU_MMA_S8:
    return readBits<int8_t>(address);
  case ZYNEMU_MMA_U8:
    return readBits<uint8_t>(address);
  default:
    return readBits<int32_t>(address);
  }
}

/// Rounds to the nearest f16, ties to even.
static uint16_t encodeF16(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return 0x7fff;
  if (magnitude >= 65520)
    return sign | 0x7c00;
  int exponent = magnitude == 0 ? -14 : std::max(std::ilogb(magnitude), -14);
  // In units in the last place; may carry into the next exponent.
  auto units = static_cast<uint16_t>(
      std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return sign | (units + ((exponent + 14) << 10));
}

/// Truncates `value` to f32.
static float truncateToF32(double value) {
  auto nearest = static_cast<float>(value);
  if (std::fabs(static_cast<double>(nearest)) > std::fabs(value) &&
      !std::isinf(nearest))
    return std::nextafter(nearest, 0.0f);
  return nearest;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Returns the exponent of a normal `value`; the minimum for 0.
static int exponentOf(double value) {
  return static_cast<int>(readBits<uint64_t>(&value) >> 52 & 0x7ff) - 1023;
}

/// Returns 2 to the power of `exponent`, which is that of a normal number.
static double powerOfTwo(int exponent) {
  uint64_t bits = static_cast<uint64_t>(exponent + 1023) << 52;
  return readBits<double>(&bits);
}

/// Returns the sum of C and `count` products as computed in one step of a
/// tensor core.
static double sumStep(double c, const double *products, int64_t count,
                      int lastBit) {
  int maxExponent = exponentOf(c);
  double plain = c;
  for (int64_t i = 0; i < count; ++i) {
    plain += products[i];
    maxExponent = std::max(maxExponent, exponentOf(products[i]));
  }
  if (!std::isfinite(plain) || maxExponent == exponentOf(0))
    return plain;
  // Products are at least 2^-298, so the scale is in range, and at most 33
  // summands below 2^(lastBit + 1) fit 64 bits.
  double scale = powerOfTwo(lastBit - maxExponent);
  auto sum = static_cast<int64_t>(c * scale);
  for (int64_t i = 0; i < count; ++i)
    sum += static_cast<int64_t>(products[i] * scale);
  return static_cast<double>(sum) * powerOfTwo(maxExponent - lastBit);
}

static void computeInteger(const zynemu_mma &mma, const double *a,
                           const double *b, bool accumulates, void *address) {
  int64_t sum = accumulates ? readBits<int32_t>(address) : 0;
  for (int64_t k = 0; k < mma.depth; ++k)
    sum +=
        static_cast<int64_t>(a[k]) * static_cast<int64_t>(b[k * mma.columns]);
  if (mma.saturates)
    sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
  auto bits = static_cast<uint32_t>(sum);
  std::memcpy(address, &bits, sizeof(bits));
}

void zyn::emulator::computeElement(const zynemu_mma &mma,
                                   const Operands &operands, bool isWarpgroup,
                                   bool accumulates, int64_t row,
                                   int64_t column, void *address) {
  const double *a = &operands.a[row * mma.depth];
  const double *b = &operands.b[column];
  if (mma.element_c == ZYNEMU_MMA_S32)
    return computeInteger(mma, a, b, accumulates, address);
  double sum = accumulates ? readElement(mma.element_c, address) : 0;
  if (mma.element_c == ZYNEMU_MMA_F64) {
    for (int64_t k = 0; k < mma.depth; ++k)
      sum = std::fma(a[k], b[k * mma.columns], sum);
    std::memcpy(address, &sum, sizeof(sum));
    return;
  }
  bool isFloat8 =
      mma.element_a == ZYNEMU_MMA_E4M3 || mma.element_a == ZYNEMU_MMA_E5M2;
  int lastBit = isFloat8 && isWarpgroup ? 13 : 25;
  double products[32];
  for (int64_t k = 0; k < mma.depth; ++k)
    products[k] = a[k] * b[k * mma.columns];
  sum = sumStep(sum, products, mma.depth, lastBit);
  if (mma.element_c == ZYNEMU_MMA_F16) {
    uint16_t bits = encodeF16(sum);
    std::memcpy(address, &bits, sizeof(bits));
    return;
  }
  float result = truncateToF32(sum);
  std::memcpy(address, &result, sizeof(result));
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

MatrixIndex zyn::emulator::indexOfElement(Role role, int64_t perRegister,
                                          int64_t thread, int64_t i) {
  int64_t group = thread % limits::warpSize / 4, inGroup = thread % 4;
  int64_t index = i / perRegister;
  int64_t alongK = inGroup * perRegister + i % perRegister;
  int64_t firstRow = thread / limits::warpSize * limits::wgmmaRowsPerWarp;
  switch (role) {
  case Role::A:
    return {firstRow + group + 8 * (index % 2),
            alongK + 4 * perRegister * (index / 2)};
  case Role::B:
    return {alongK + 4 * perRegister * index, group};
  case Role::Accumulator:
    break;
  }
  return {firstRow + group + 8 * (i / 2 % 2),
          2 * inGroup + i % 2 + 8 * (i / 4)};
}
