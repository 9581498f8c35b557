//===- TmaElements.cpp - Element operations of TMA ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmaElements.h"

#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Runtime/TensorMap.h"
#include "Zyn/Support/HalfPrecision.h"

#include <cmath>
#include <cstring>

using namespace zyn::emulator;

static int bytesOf(int32_t element) {
  zyn::runtime::TensorMap map;
  map.element = element;
  return map.elementBytes();
}

void zyn::emulator::fillElement(int32_t element, bool fillNaN, void *address) {
  int bytes = bytesOf(element);
  std::memset(address, 0, bytes);
  if (!fillNaN)
    return;
  // In all formats, all ones except for the sign is a quiet NaN.
  std::memset(address, 0xff, bytes);
  static_cast<unsigned char *>(address)[bytes - 1] = 0x7f;
}

void zyn::emulator::roundToTF32(void *address) {
  constexpr uint32_t droppedBits = 13;
  uint32_t bits;
  std::memcpy(&bits, address, sizeof(bits));
  bool isFinite = (bits >> 23 & 0xff) != 0xff;
  if (isFinite)
    bits += 1u << (droppedBits - 1);
  bits &= ~((1u << droppedBits) - 1);
  std::memcpy(address, &bits, sizeof(bits));
}

template <typename T>
static T combineFloats(int reduction, T a, T b) {
  switch (reduction) {
  case ZYNEMU_TMA_MIN:
    return std::fmin(a, b);
  case ZYNEMU_TMA_MAX:
    return std::fmax(a, b);
  default:
    return a + b;
  }
}

/// `Signed` has the size of T and defines the comparison.
template <typename T, typename Signed>
static T combineIntegers(int reduction, T a, T b) {
  bool isLess = static_cast<Signed>(a) < static_cast<Signed>(b);
  switch (reduction) {
  case ZYNEMU_TMA_ADD:
    return a + b;
  case ZYNEMU_TMA_MIN:
    return isLess ? a : b;
  case ZYNEMU_TMA_MAX:
    return isLess ? b : a;
  case ZYNEMU_TMA_INC:
    return a >= b ? 0 : a + 1;
  case ZYNEMU_TMA_DEC:
    return a == 0 || a > b ? b : a - 1;
  case ZYNEMU_TMA_AND:
    return a & b;
  case ZYNEMU_TMA_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

template <typename T, typename Combine>
static void apply(void *address, const void *value, Combine combine) {
  T a, b;
  std::memcpy(&a, address, sizeof(T));
  std::memcpy(&b, value, sizeof(T));
  a = combine(a, b);
  std::memcpy(address, &a, sizeof(T));
}

void zyn::emulator::combineElements(int32_t element, int reduction,
                                    void *address, const void *value) {
  switch (element) {
  case ZYNRT_TENSOR_F16:
    return apply<uint16_t>(address, value, [&](uint16_t a, uint16_t b) {
      return toF16(combineFloats(reduction, fromF16(a), fromF16(b)));
    });
  case ZYNRT_TENSOR_BF16:
    return apply<uint16_t>(address, value, [&](uint16_t a, uint16_t b) {
      return toBF16(combineFloats(reduction, fromBF16(a), fromBF16(b)));
    });
  case ZYNRT_TENSOR_F32:
  case ZYNRT_TENSOR_TF32:
    return apply<float>(address, value, [&](float a, float b) {
      return combineFloats(reduction, a, b);
    });
  case ZYNRT_TENSOR_F64:
    return apply<double>(address, value, [&](double a, double b) {
      return combineFloats(reduction, a, b);
    });
  case ZYNRT_TENSOR_I32:
    return apply<uint32_t>(address, value, [&](uint32_t a, uint32_t b) {
      return combineIntegers<uint32_t, int32_t>(reduction, a, b);
    });
  case ZYNRT_TENSOR_U32:
    return apply<uint32_t>(address, value, [&](uint32_t a, uint32_t b) {
      return combineIntegers<uint32_t, uint32_t>(reduction, a, b);
    });
  case ZYNRT_TENSOR_I64:
    return apply<uint64_t>(address, value, [&](uint64_t a, uint64_t b) {
      return combineIntegers<uint64_t, int64_t>(reduction, a, b);
    });
  case ZYNRT_TENSOR_U64:
    return apply<uint64_t>(address, value, [&](uint64_t a, uint64_t b) {
      return combineIntegers<uint64_t, uint64_t>(reduction, a, b);
    });
  default:
    return; // The verifier rejects all others.
  }
}
