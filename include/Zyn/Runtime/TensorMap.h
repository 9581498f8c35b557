//===- TensorMap.h - What TMA copies tiles of ----------------- -*- C++ -*-===//
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

/// A tensor in device memory and the tile of it that one copy moves. Arrays are
/// ordered as in a row-major array: the slowest dimension first.
struct TensorMap {
  static constexpr int maxRank = limits::maxTensorRank;

  zynrt_tensor_element element = ZYNRT_TENSOR_F32;
  int rank = 0;
  void *base = nullptr;
  /// In elements. The last stride is 1.
  int64_t sizes[maxRank] = {}, strides[maxRank] = {};
  /// Elements of the tile in each dimension; for im2col, pixels and channels.
  int32_t box[maxRank] = {};
  /// Bytes of the swizzle, and that a read brings to L2; 0 for none.
  int32_t swizzle = 0, l2 = 0;
  /// Whether elements outside read as NaN, not as 0.
  bool fillNaN = false;
  /// For convolutions: `lower` and `upper` have `rank - 2` coordinates.
  bool isIm2col = false;
  int32_t lower[maxRank - 2] = {}, upper[maxRank - 2] = {};

  /// The tensor map that `zynrtEncodeTensorMap` was called for.
  static TensorMap fromC(const zynrt_tensor_map &description);

  int elementBytes() const;
  /// Bytes from one index to the next. Where there is only one, any number
  /// does, and the next legal one is taken.
  int64_t strideBytes(int dimension) const;
};

/// Checks what the hardware demands. Errors such as "tensor map: expected
/// strides of a multiple of 16 bytes, found 100 bytes in dimension 0".
Error checkTensorMap(const TensorMap &map);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_TENSORMAP_H
