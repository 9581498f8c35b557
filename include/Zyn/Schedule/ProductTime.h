//===- ProductTime.h - Estimated times of products --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates that compare ways to multiply the same matrices. What selects the
// tile of a matmul is more detailed; docs/performance.md has both models.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SCHEDULE_PRODUCTTIME_H
#define ZYN_SCHEDULE_PRODUCTTIME_H

#include "Zyn/Schedule/GPUTarget.h"

namespace zyn::schedule {

/// A product of an M x K and a K x N matrix.
struct ProductSizes {
  int64_t m, n, k;
  /// Bytes of an element of the operands, and of the result.
  int64_t elementBytes, resultBytes;
};

/// What multiplies the elements of a dense product.
enum class ProductUnit {
  /// The CUDA cores, f64 or other types.
  Threads,
  DoubleThreads,
  /// The tensor cores, f64 or other types. f32 is rounded to tf32.
  TensorCores,
  DoubleTensorCores,
  /// The tensor cores, three products of tf32 for one of f32.
  TensorCores3xTF32
};

/// Returns the clock cycles of a product of dense matrices.
int64_t estimateDenseCycles(const GPUTarget &target, ProductUnit unit,
                            const ProductSizes &sizes);

/// Returns the clock cycles of a product of a sparse M x K matrix with
/// `nonZeros` elements, whose indices have `indexBytes`, and a dense matrix.
int64_t estimateSparseCycles(const GPUTarget &target, const ProductSizes &sizes,
                             int64_t nonZeros, int64_t indexBytes);

/// Returns the clock cycles of a kernel that reads and writes `bytes` in total.
int64_t estimateMemoryCycles(const GPUTarget &target, double bytes);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_PRODUCTTIME_H
