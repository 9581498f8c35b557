//===- ProductTime.cpp - Estimated times of products ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/ProductTime.h"

#include <algorithm>
#include <cmath>

using namespace zyn::schedule;

/// The time of a kernel that does nothing, and what the longest row of a sparse
/// matrix adds to it.
static constexpr double launchCycles = 7000, sparseStartCycles = 3000;
/// The part of the rate of the CUDA cores that their best tiles reach.
static constexpr double threadEfficiency = 0.75;
/// The neighboring rows of a sparse matrix that one block computes.
static constexpr double blockRows = 8;

/// Sizes are arguments of programs, so that products may exceed 64 bits.
static int64_t toCycles(double cycles) {
  return static_cast<int64_t>(std::min(cycles, 0x1p60));
}

/// Returns the multiplications per cycle of the whole device.
static double getRate(const GPUTarget &target, ProductUnit unit,
                      int64_t elementBytes) {
  double rate = 0;
  switch (unit) {
  case ProductUnit::Threads:
    rate = target.threadMultiplications * threadEfficiency;
    break;
  case ProductUnit::DoubleThreads:
    rate = target.threadDoubleMultiplications * threadEfficiency;
    break;
  case ProductUnit::DoubleTensorCores:
    rate = target.warpDoubleMultiplications;
    break;
  case ProductUnit::TensorCores:
  case ProductUnit::TensorCores3xTF32:
    rate =
        2.0 *
        std::max(target.warpgroupMultiplications, target.warpMultiplications) /
        elementBytes;
    if (unit == ProductUnit::TensorCores3xTF32)
      rate /= 3;
    break;
  }
  return rate * target.multiprocessors;
}

int64_t zyn::schedule::estimateDenseCycles(const GPUTarget &target,
                                           ProductUnit unit,
                                           const ProductSizes &sizes) {
  double m = sizes.m, n = sizes.n, k = sizes.k;
  double operandBytes = (m * k + k * n) * sizes.elementBytes;
  double multiply = m * n * k / getRate(target, unit, sizes.elementBytes);
  double memory =
      (operandBytes + m * n * sizes.resultBytes) / target.memoryBytes;
  // Both overlap, but not completely.
  double cycles = launchCycles + std::max(multiply, memory) +
                  std::min(multiply, memory) / 4;
  // Kernels split the operands first, and the products read all three parts.
  if (unit == ProductUnit::TensorCores3xTF32)
    cycles += 2 * launchCycles + operandBytes * 4 / target.memoryBytes;
  return toCycles(cycles);
}

int64_t zyn::schedule::estimateSparseCycles(const GPUTarget &target,
                                            const ProductSizes &sizes,
                                            int64_t nonZeros,
                                            int64_t indexBytes) {
  double m = sizes.m, n = sizes.n, k = sizes.k;
  double density = nonZeros / std::max(m * k, 1.0);
  // The rows of a block read a row of the dense matrix from L2 once if any of
  // them has an element in its column.
  double isRead = 1 - std::pow(1 - density, blockRows);
  double l2 = m / blockRows * isRead * k * n * sizes.elementBytes;
  double bytes = (m + 1) * indexBytes +
                 nonZeros * double(sizes.elementBytes + indexBytes) +
                 k * n * sizes.elementBytes + m * n * sizes.resultBytes;
  return toCycles(launchCycles + sparseStartCycles +
                  std::max(l2 / target.l2Bytes, bytes / target.memoryBytes));
}

int64_t zyn::schedule::estimateMemoryCycles(const GPUTarget &target,
                                            double bytes) {
  return toCycles(launchCycles + bytes / target.memoryBytes);
}
