//===- HostSchedule.h - Tile sizes for the host -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H

#include <cstdint>

namespace mlir::zyn {

/// How a matmul is tiled, after Goto and van de Geijn, "Anatomy of
/// High-Performance Matrix Multiplication" (2008): a task computes a tile of
/// `blockM x blockN`, in steps of `blockK`, from packed blocks of A and B that
/// stay in the second-level cache, with `rows x (vectors * lanes)` sums at a
/// time in registers. Sizes are in elements.
struct MatmulTiles {
  int64_t rows, vectors;
  int64_t blockM, blockN, blockK;
};

/// The table of all sizes that the host's loops use.
struct HostSchedule {
  /// Size of a vector register in bytes: 16, 32 or 64.
  int64_t vectorBytes;

  /// Number of elements that a task has to process to be worth scheduling.
  static constexpr int64_t kElementsPerTask = 16384;

  /// Minimum number of tasks that a matmul is divided into, unless they would
  /// have fewer multiplications than `kWorkPerTask`. The number of threads is
  /// only known when the code runs.
  static constexpr int64_t kTasks = 16, kWorkPerTask = 1 << 22;

  /// Returns the vector register size of the machine that this runs on.
  static int64_t nativeVectorBytes();

  /// Returns the number of elements of `bits` bits in a vector register.
  int64_t getLanes(unsigned bits) const { return vectorBytes * 8 / bits; }

  /// Returns the tiles of a matmul whose sums have `bits` bits.
  MatmulTiles getMatmulTiles(unsigned bits) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_HOSTSCHEDULE_H
