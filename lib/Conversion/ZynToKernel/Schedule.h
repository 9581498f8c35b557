//===- Schedule.h - Tile sizes and thread counts of kernels --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H

#include "Zyn/Support/GPULimits.h"
#include "mlir/IR/BuiltinTypes.h"
#include <algorithm>

namespace mlir::zyn {

/// Bytes that one thread reads or writes in one access.
inline constexpr int64_t kAccessBytes = 16;

/// How maps are distributed over blocks.
struct MapSchedule {
  int64_t threads = 256;
  /// Number of vectors that a thread processes in the flat kernel; their loads
  /// are in flight at the same time.
  int64_t unroll = 4;
  /// Maximum number of ops in the unrolled body: larger bodies are unrolled
  /// less.
  int64_t maxBodyOps = 512;
};

/// How reductions are distributed over blocks.
struct ReduceSchedule {
  int64_t threads = 256;
  /// Number of vectors that a thread has in flight.
  int64_t unroll = 4;
  /// Desired number of blocks for one long reduction: several for each
  /// multiprocessor.
  int64_t targetBlocks = 2112;
  /// Minimum number of elements for which a second launch pays off.
  int64_t minSplitLength = 1 << 16;
  /// Threads of a block along the kept and the reduced dimensions if the
  /// reduced dimensions are not the innermost ones.
  int64_t keptThreads = ::zyn::limits::warpSize;
  int64_t reducedThreads = 8;
};

/// Tiles of a matmul on the CUDA cores: a block computes blockM x blockN
/// elements, of which each thread computes threadM x threadN.
struct MatmulSchedule {
  int64_t blockM, blockN, blockK, threadM, threadN;

  int64_t numThreads() const { return (blockM / threadM) * (blockN / threadN); }

  /// Returns a small tile if a dimension is known to be small, so that the work
  /// is distributed over more multiprocessors.
  static MatmulSchedule get(int64_t m, int64_t n) {
    auto isSmall = [](int64_t size) {
      return !ShapedType::isDynamic(size) && size <= 64;
    };
    if (isSmall(m) || isSmall(n))
      return {32, 32, 8, 2, 2};
    return {128, 128, 8, 8, 8};
  }
};

/// Tiles of a matmul on the tensor cores, with `mma.sync`: a warp computes
/// warpM x warpN elements.
struct TensorCoreSchedule {
  int64_t blockM = 128, blockN = 128, blockK = 32;
  int64_t warpM = 64, warpN = 64;
  /// Number of tiles of A and B that are in shared memory at the same time.
  int64_t stages = 3;

  int64_t numThreads() const {
    return (blockM / warpM) * (blockN / warpN) * ::zyn::limits::warpSize;
  }
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H
