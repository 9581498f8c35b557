//===- CudaTensorMap.cpp - Tensor maps from the driver --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTensorMap.h"
#include "Zyn/Support/GPULimits.h"

#include <cstring>

using namespace zyn::runtime;

/// Returns the driver's enumerator for a swizzle (32, 64, 128 bytes) or an L2
/// promotion (64, 128, 256 bytes): 1 for the smallest size.
static int enumeratorOf(int bytes, int smallest) {
  int level = 0;
  for (; bytes >= smallest; bytes /= 2)
    ++level;
  return level;
}

Error zyn::runtime::encodeTensorMap(const Driver &driver, const TensorMap &map,
                                    void *encoded) {
  if (Error error = checkTensorMap(map))
    return error;
  if (!driver.tensorMapEncodeTiled || !driver.tensorMapEncodeIm2col)
    return Error("tensor map: the CUDA driver is too old: it has no "
                 "cuTensorMapEncodeTiled, which came with CUDA 12.0");
  // The driver expects the fastest dimension first, no stride for it, and an
  // alignment of 64 bytes.
  uint64_t sizes[TensorMap::maxRank], strides[TensorMap::maxRank];
  uint32_t box[TensorMap::maxRank], steps[TensorMap::maxRank];
  for (int i = 0; i < map.rank; ++i) {
    int dimension = map.rank - 1 - i;
    sizes[i] = map.sizes[dimension];
    if (i > 0)
      strides[i - 1] = map.strideBytes(dimension);
    box[i] = map.box[dimension];
    steps[i] = 1;
  }
  alignas(
      limits::tensorMapAlignment) unsigned char aligned[ZYNRT_TENSOR_MAP_BYTES];
  int swizzle = enumeratorOf(map.swizzle, 32), l2 = enumeratorOf(map.l2, 64);
  if (!map.isIm2col) {
    if (Error error = driver.check(
            driver.tensorMapEncodeTiled(
                aligned, map.element, map.rank, map.base, sizes, strides, box,
                steps, /*interleave=*/0, swizzle, l2, map.fillNaN),
            "encoding a tensor map"))
      return error;
  } else {
    int lower[TensorMap::maxRank], upper[TensorMap::maxRank];
    int spatial = map.rank - 2;
    for (int i = 0; i < spatial; ++i) {
      lower[i] = map.lower[spatial - 1 - i];
      upper[i] = map.upper[spatial - 1 - i];
      steps[i + 1] = map.steps[spatial - 1 - i];
    }
    if (Error error = driver.check(
            driver.tensorMapEncodeIm2col(
                aligned, map.element, map.rank, map.base, sizes, strides, lower,
                upper, /*channels=*/map.box[1], /*pixels=*/map.box[0], steps,
                /*interleave=*/0, swizzle, l2, map.fillNaN),
            "encoding a tensor map for im2col"))
      return error;
  }
  std::memcpy(encoded, aligned, sizeof(aligned));
  return Error::success();
}
