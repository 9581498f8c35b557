//===- WarpgroupMatmul.h - Schedules of matmuls of warpgroups ---*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of tiles of matmuls on Hopper's tensor cores.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SCHEDULE_WARPGROUPMATMUL_H
#define ZYN_SCHEDULE_WARPGROUPMATMUL_H

#include "Zyn/Schedule/GPUTarget.h"
#include "llvm/ADT/ArrayRef.h"

namespace zyn::schedule {

/// How a block computes a tile of the result.
struct WarpgroupTile {
  /// Rows and columns of the tile, and elements of K in one stage.
  int64_t rows, columns, depth;
  /// Number of warpgroups that multiply. Each computes an equal part of the
  /// rows, a multiple of 64. One more warpgroup starts copies.
  int64_t consumers;
  /// Maximum number of stages of A and B in shared memory. More than four do
  /// not pay off for large tiles.
  int64_t maxStages;
  /// The tile is one of the transposed result: its rows are the columns of the
  /// result. For results with few rows, of which the instruction has 64.
  bool isTransposed = false;
  /// K is divided among several blocks, whose results are added afterwards.
  bool isSplit = false;
  /// Whether the tile is a candidate if sizes are only known at run time: a
  /// kernel is compiled for each of them.
  bool isForUnknownSizes = false;

  /// Bytes of A and B in one stage.
  int64_t getStageBytes(int64_t elementBytes) const {
    return (rows + columns) * depth * elementBytes;
  }
  /// Bytes of one of the two buffers through which a consumer stores results:
  /// 64 rows of the tile, and as many columns as fit in 128 bytes, or all of
  /// them if it is transposed.
  int64_t getStoreBytes(int64_t resultBytes) const {
    return 64 * (isTransposed ? columns * resultBytes : 128);
  }
  /// Number of stages that fit in a block's shared memory.
  int64_t getStages(int64_t elementBytes, int64_t resultBytes,
                    const GPUTarget &target) const;
};

/// Returns the tiles among which the model selects.
llvm::ArrayRef<WarpgroupTile> getWarpgroupTiles();

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_WARPGROUPMATMUL_H
