//===- TmaMap.cpp - Tensor maps of the emulator ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmaMap.h"

#include <cstring>

using namespace zyn::emulator;
using zyn::runtime::TensorMap;

namespace {
struct Encoded {
  static constexpr uint32_t magicNumber = 0x3150414d;

  uint32_t magic;
  uint8_t element, rank, swizzle, flags;
  void *base;
  /// In bytes, slowest dimension first; the last has none.
  int64_t strides[TensorMap::maxRank - 1];
  uint32_t lastIndex[TensorMap::maxRank];
  uint16_t box[TensorMap::maxRank];
  int16_t lower[TensorMap::maxRank - 2], upper[TensorMap::maxRank - 2];
  uint8_t steps[TensorMap::maxRank - 2];
};
static_assert(sizeof(Encoded) <= ZYNRT_TENSOR_MAP_BYTES);
constexpr uint8_t nanFlag = 1, im2colFlag = 2;
} // namespace

void zyn::emulator::encodeMap(const TensorMap &map, void *encoded) {
  Encoded to = {};
  to.magic = Encoded::magicNumber;
  to.element = map.element;
  to.rank = map.rank;
  to.swizzle = map.swizzle;
  to.flags = (map.fillNaN ? nanFlag : 0) | (map.isIm2col ? im2colFlag : 0);
  to.base = map.base;
  for (int i = 0; i < map.rank; ++i) {
    if (i < map.rank - 1)
      to.strides[i] = map.strideBytes(i);
    to.lastIndex[i] = map.sizes[i] - 1;
    to.box[i] = map.box[i];
  }
  for (int i = 0; i < map.rank - 2; ++i) {
    to.lower[i] = map.lower[i];
    to.upper[i] = map.upper[i];
    to.steps[i] = map.steps[i];
  }
  std::memset(encoded, 0, ZYNRT_TENSOR_MAP_BYTES);
  std::memcpy(encoded, &to, sizeof(to));
}

bool zyn::emulator::decodeMap(const void *encoded, TensorMap &map) {
  Encoded from;
  std::memcpy(&from, encoded, sizeof(from));
  if (from.magic != Encoded::magicNumber)
    return false;
  map.element = from.element;
  map.rank = from.rank;
  map.swizzle = from.swizzle;
  map.fillNaN = from.flags & nanFlag;
  map.isIm2col = from.flags & im2colFlag;
  map.base = from.base;
  for (int i = 0; i < map.rank; ++i) {
    map.strides[i] =
        i < map.rank - 1 ? from.strides[i] / map.elementBytes() : 1;
    map.sizes[i] = int64_t(from.lastIndex[i]) + 1;
    map.box[i] = from.box[i];
  }
  for (int i = 0; i < map.rank - 2; ++i) {
    map.lower[i] = from.lower[i];
    map.upper[i] = from.upper[i];
    map.steps[i] = from.steps[i];
  }
  return true;
}
