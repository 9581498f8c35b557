//===- TensorMap.cpp - Tensor maps for TMA --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/TensorMap.h"
#include "Zyn/Support/GPULimits.h"

#include <algorithm>
#include <cstring>

using namespace zyn::runtime;
namespace limits = zyn::limits;

static_assert(ZYNRT_TENSOR_MAP_BYTES == limits::tensorMapBytes &&
              std::extent_v<decltype(zynrt_tensor_map::sizes)> ==
                  limits::maxTensorRank);

static constexpr int64_t granule = limits::tensorGranule;

TensorMap TensorMap::fromC(const zynrt_tensor_map &from) {
  TensorMap map;
  map.element = from.element;
  map.rank = from.rank;
  map.base = from.base;
  std::memcpy(map.sizes, from.sizes, sizeof(map.sizes));
  std::memcpy(map.strides, from.strides, sizeof(map.strides));
  std::memcpy(map.box, from.box, sizeof(map.box));
  map.swizzle = from.swizzle;
  map.l2 = from.l2;
  map.fillNaN = from.fill_nan;
  map.isIm2col = from.is_im2col;
  std::memcpy(map.lower, from.lower, sizeof(map.lower));
  std::memcpy(map.upper, from.upper, sizeof(map.upper));
  std::memcpy(map.steps, from.steps, sizeof(map.steps));
  return map;
}

int TensorMap::elementBytes() const {
  switch (element) {
  case ZYNRT_TENSOR_U8:
    return 1;
  case ZYNRT_TENSOR_U16:
  case ZYNRT_TENSOR_F16:
  case ZYNRT_TENSOR_BF16:
    return 2;
  case ZYNRT_TENSOR_U32:
  case ZYNRT_TENSOR_I32:
  case ZYNRT_TENSOR_F32:
  case ZYNRT_TENSOR_TF32:
    return 4;
  case ZYNRT_TENSOR_U64:
  case ZYNRT_TENSOR_I64:
  case ZYNRT_TENSOR_F64:
    return 8;
  }
  return 0;
}

bool TensorMap::isEmpty() const {
  return std::any_of(sizes, sizes + std::clamp(rank, 0, maxRank),
                     [](int64_t size) { return size == 0; });
}

int64_t TensorMap::strideBytes(int dimension) const {
  int64_t bytes = strides[dimension] * elementBytes();
  if (sizes[dimension] != 1)
    return bytes;
  return bytes <= 0 || bytes >= limits::maxTensorStride
             ? granule
             : (bytes + granule - 1) / granule * granule;
}

static bool isFloat(int32_t element) {
  return element == ZYNRT_TENSOR_F16 || element == ZYNRT_TENSOR_BF16 ||
         element == ZYNRT_TENSOR_F32 || element == ZYNRT_TENSOR_F64 ||
         element == ZYNRT_TENSOR_TF32;
}

static Error checkTensor(const TensorMap &map) {
  if (reinterpret_cast<uintptr_t>(map.base) % granule != 0)
    return Error::format("tensor map: expected a buffer aligned to %d bytes, "
                         "found the address %p",
                         int(granule), map.base);
  if (map.strides[map.rank - 1] != 1 && map.sizes[map.rank - 1] != 1)
    return Error::format("tensor map: expected the last dimension to be "
                         "contiguous, found a stride of %lld elements",
                         static_cast<long long>(map.strides[map.rank - 1]));
  for (int i = 0; i < map.rank; ++i) {
    if (map.sizes[i] < 1 || map.sizes[i] > limits::maxTensorSize)
      return Error::format("tensor map: expected sizes from 1 to 2^32, found "
                           "%lld in dimension %d",
                           static_cast<long long>(map.sizes[i]), i);
    if (i == map.rank - 1)
      continue;
    int64_t bytes = map.strideBytes(i);
    if (bytes % granule != 0)
      return Error::format("tensor map: expected strides of a multiple of %d "
                           "bytes, found %lld bytes in dimension %d; pad the "
                           "rows",
                           int(granule), static_cast<long long>(bytes), i);
    if (bytes < 0 || bytes >= limits::maxTensorStride)
      return Error::format("tensor map: expected strides of 0 to 2^40 - 1 "
                           "bytes, found %lld bytes in dimension %d",
                           static_cast<long long>(bytes), i);
  }
  return Error::success();
}

static Error checkTile(const TensorMap &map) {
  int boxRank = map.isIm2col ? 2 : map.rank;
  for (int i = 0; i < boxRank; ++i) {
    int limit =
        map.isIm2col && i == 0 ? limits::maxTilePixels : limits::maxTileSize;
    if (map.box[i] < 1 || map.box[i] > limit)
      return Error::format(
          "tensor map: expected a tile of 1 to %d in dimension "
          "%d, found %d",
          limit, i, map.box[i]);
  }
  int64_t rowBytes = int64_t(map.box[boxRank - 1]) * map.elementBytes();
  if (rowBytes % granule != 0)
    return Error::format("tensor map: expected rows of the tile of a multiple "
                         "of %d bytes, found %lld bytes",
                         int(granule), static_cast<long long>(rowBytes));
  if (!limits::isTensorSwizzle(map.swizzle))
    return Error::format("tensor map: expected a swizzle of 0, 32, 64 or 128 "
                         "bytes, found %d",
                         map.swizzle);
  if (map.swizzle != 0 && rowBytes > map.swizzle)
    return Error::format("tensor map: expected rows of the tile of at most %d "
                         "bytes, the swizzle, found %lld bytes",
                         map.swizzle, static_cast<long long>(rowBytes));
  if (!limits::isTensorL2Promotion(map.l2))
    return Error::format(
        "tensor map: expected an L2 promotion of 0, 64, 128 or "
        "256 bytes, found %d",
        map.l2);
  if (map.fillNaN && !isFloat(map.element))
    return Error("tensor map: expected floats for filling with NaN");
  return Error::success();
}

static Error checkIm2col(const TensorMap &map) {
  if (map.rank < limits::minIm2colRank)
    return Error::format("tensor map: expected 3 to 5 dimensions for im2col, "
                         "found %d",
                         map.rank);
  int spatial = map.rank - 2;
  int limit = limits::im2colCornerLimit(spatial);
  for (const int32_t *corner : {map.lower, map.upper})
    for (int i = 0; i < spatial; ++i)
      if (corner[i] < -limit || corner[i] >= limit)
        return Error::format("tensor map: expected corners of the box of "
                             "pixels from %d to %d, found %d",
                             -limit, limit - 1, corner[i]);
  for (int i = 0; i < spatial; ++i)
    if (map.steps[i] < 1 || map.steps[i] > limits::maxTensorStep)
      return Error::format("tensor map: expected steps from 1 to %d, found %d",
                           limits::maxTensorStep, map.steps[i]);
  return Error::success();
}

Error zyn::runtime::checkTensorMap(const TensorMap &map) {
  if (map.elementBytes() == 0)
    return Error::format("tensor map: unknown element type %d", map.element);
  if (map.rank < 1 || map.rank > TensorMap::maxRank)
    return Error::format("tensor map: expected 1 to %d dimensions, found %d",
                         TensorMap::maxRank, map.rank);
  if (Error error = checkTensor(map))
    return error;
  if (map.isIm2col)
    if (Error error = checkIm2col(map))
      return error;
  return checkTile(map);
}
