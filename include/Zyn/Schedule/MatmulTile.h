//===- MatmulTile.h - Schedules of matmuls ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of tiles of matmuls, among which a model selects.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SCHEDULE_MATMULTILE_H
#define ZYN_SCHEDULE_MATMULTILE_H

#include "Zyn/Schedule/GPUTarget.h"
#include "llvm/ADT/ArrayRef.h"

namespace zyn::schedule {

/// What multiplies: threads or lanes on the CUDA cores, or warps or warpgroups
/// on the tensor cores. Warps have tiles of their own for f64. Lanes compute
/// matmuls with few rows, or columns, and read operands without stages.
enum class MatmulUnit { Threads, Lanes, Warps, DoubleWarps, Warpgroups };

/// How a block computes a tile of the result.
struct MatmulTile {
  MatmulUnit unit;
  /// Rows and columns of the tile, and bytes of their elements along K in one
  /// stage.
  int64_t rows, columns, depthBytes;
  /// Rows and columns that each thread, warp or warpgroup computes.
  int64_t unitRows, unitColumns;
  /// Maximum number of stages of A and B in shared memory. More do not pay off.
  int64_t maxStages;
  /// Number of blocks that are resident on a multiprocessor.
  int64_t residentBlocks = 1;
  /// The rate of multiplications that the tile reaches, in percent of that of
  /// the unit in `GPUTarget`. Above 100 if it reaches more than most tiles.
  int64_t efficiency = 100;
  /// The tile is one of the transposed result: its rows are the columns of the
  /// result. For results with few rows.
  bool isTransposed = false;
  /// K is divided among several blocks, whose results are added afterwards.
  bool isSplit = false;
  /// Whether the tile is a candidate if sizes are only known at run time: a
  /// kernel is compiled for each of them.
  bool isForUnknownSizes = false;

  /// Whether a kernel with this tile is one with `other`.
  bool hasSameKernel(const MatmulTile &other) const {
    return rows == other.rows && columns == other.columns &&
           isTransposed == other.isTransposed && isSplit == other.isSplit;
  }
  /// Number of threads, warps or warpgroups that multiply.
  int64_t getUnits() const {
    return (rows / unitRows) * (columns / unitColumns);
  }
  /// Bytes of A and B in one stage.
  int64_t getStageBytes() const { return (rows + columns) * depthBytes; }
};

/// Returns the tiles of all units, which are numbered in this order.
llvm::ArrayRef<MatmulTile> getMatmulTiles();

/// Returns the tiles of `unit`.
llvm::ArrayRef<MatmulTile> getMatmulTiles(MatmulUnit unit);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_MATMULTILE_H
