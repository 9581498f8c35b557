//===- TensorMap.h - Tensor maps for TMA ------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_TENSORMAP_H
#define ZYN_RUNTIME_TENSORMAP_H

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Error.h"
#include "Zyn/Support/GPULimits.h"

#include <string>

namespace zyn::runtime {

/// A tensor in device memory and the tile of it that one TMA operation copies.
/// Arrays start with the slowest dimension.
struct TensorMap {
  static constexpr int maxRank = limits::maxTensorRank;

  /// A `zynrt_tensor_element`, if `checkTensorMap` accepts the map.
  int32_t element = ZYNRT_TENSOR_F32;
  int rank = 0;
  void *base = nullptr;
  /// In elements. The last stride is 1.
  int64_t sizes[maxRank] = {}, strides[maxRank] = {};
  /// The size of the tile in elements; for im2col, in pixels and channels.
  int32_t box[maxRank] = {};
  /// The swizzle and the L2 promotion in bytes; 0 for none.
  int32_t swizzle = 0, l2 = 0;
  /// Whether elements outside of the tensor read as NaN instead of 0.
  bool fillNaN = false;
  /// For convolutions: `lower`, `upper` and `steps` have `rank - 2`
  /// coordinates.
  bool isIm2col = false;
  int32_t lower[maxRank - 2] = {}, upper[maxRank - 2] = {},
                          steps[maxRank - 2] = {1, 1, 1};

  /// Converts the description that was passed to `zynrtEncodeTensorMap`.
  static TensorMap fromC(const zynrt_tensor_map &description);

  int elementBytes() const;
  bool isEmpty() const;
  /// The distance between consecutive indices in bytes. If there is only one
  /// index, the stride does not matter, and the next legal one is used.
  int64_t strideBytes(int dimension) const;
};

/// Checks the requirements of the hardware. Errors are such as "tensor map:
/// expected strides of a multiple of 16 bytes, found 100 bytes in dimension 0".
Error checkTensorMap(const TensorMap &map);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_TENSORMAP_H
