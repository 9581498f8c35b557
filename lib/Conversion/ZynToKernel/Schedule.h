//===- Schedule.h - Tile sizes and thread counts of kernels --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H

#include "Zyn/Schedule/GPUTarget.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/IR/BuiltinTypes.h"
#include <algorithm>
#include <utility>

namespace mlir::zyn {

/// Bytes that one thread reads or writes in one access.
inline constexpr int64_t kAccessBytes = 16;

/// A schedule that depends on the target.
struct TargetSchedule {
  explicit TargetSchedule(const ::zyn::schedule::GPUTarget &target)
      : multiprocessors(target.multiprocessors) {}

  int64_t multiprocessors;
};

/// How maps are distributed over blocks.
struct MapSchedule {
  int64_t threads = 256;
  /// Number of vectors that a thread processes, and of smaller accesses if
  /// vectors are not possible; their loads are in flight at the same time.
  int64_t unroll = 4, maxUnroll = 8;
  /// Maximum number of ops in the unrolled body: larger bodies are unrolled
  /// less.
  int64_t maxBodyOps = 512;
  /// Maximum number of elements with an address of their own that a thread has
  /// in flight.
  int64_t maxGathered = 16;

  /// Inputs of at least this size do not remain in the cache from one iteration
  /// of a loop that reads them to the next.
  int64_t minRepeatedBytes = 4 << 20;

  /// Tiles of transposed inputs: threads of a block, bytes of the tile of the
  /// widest input, or the number of elements if that is given, and the shared
  /// memory that all of them may need.
  int64_t tileThreads = 256, tileBytes = 16 << 10, tileElements = 0;
  int64_t maxTileBytes = 40 << 10;
  /// Bytes that one thread reads or writes in one access to a tile.
  int64_t tileAccessBytes = 8;
  /// Maximum number of loads that a thread has in flight, and of those of one
  /// tile.
  int64_t maxLoads = 32, maxTileLoads = 16;
  /// Maximum number of neighboring tiles along the rows of transposed inputs
  /// whose blocks are neighbors.
  static constexpr int64_t maxTileGroup = 16;
  /// Tiles are square unless one of the transposed dimensions is at most this.
  int64_t thinTile = 16;
  /// Matrices with fewer elements are read without tiles: they are in the cache
  /// when they are read again.
  int64_t minTransposedElements = 1024;
};

/// How scans are distributed over blocks.
struct ScanSchedule : TargetSchedule {
  using TargetSchedule::TargetSchedule;

  int64_t threads = 256;
  /// Registers of the elements that a thread has in flight, and the maximum
  /// number of vectors that they are.
  int64_t registers = 32, maxChunks = 8;
  /// Bytes of a tile in shared memory, how many tiles of a block are there, and
  /// how many blocks are resident on a multiprocessor then.
  int64_t heldBytes = 32 << 10, heldStages = 3, heldBlocks = 2;
  /// Blocks that scan tiles of long rows, in shared memory and in registers:
  /// all that are resident.
  int64_t heldGrid = 2 * multiprocessors, grid = 8 * multiprocessors;
  /// If the length of rows is unknown, those of up to `fewLanes` vectors are
  /// scanned by as many lanes, others by whole warps or blocks.
  int64_t fewLanes = 8;
  /// Tiles of a row whose results are combined in a tree: as many as a warp
  /// has lanes.
  static constexpr int64_t groupTiles = ::zyn::limits::warpSize;
  /// Words of groups that a lane reads before it combines any: with one word
  /// for each tile, those of the groups between two tiles of a block.
  static constexpr int64_t groupWords = 8;

  /// How long a tile that waits for others sleeps between two reads.
  static constexpr int32_t pollNanoseconds = 100;

  /// Number of rows of a column, of all arrays, that a thread has in flight.
  int64_t unroll = 8;
  /// Number of threads that are enough to read columns. With fewer columns,
  /// these are split into chunks of at least `minChunkRows` rows.
  int64_t minThreads = 512 * multiprocessors, minChunkRows = 64;
};

/// How sorts are distributed over blocks.
struct SortSchedule : TargetSchedule {
  using TargetSchedule::TargetSchedule;

  /// Threads of a block that sorts a tile, and of one that sorts short rows.
  int64_t threads = 384, rowThreads = 256;
  /// Maximum number of elements of a tile and of a row that a thread has, and
  /// of the bytes of its elements of all arrays; bytes of the tile's widest
  /// array.
  int64_t maxItems = 20, maxRowItems = 16, maxItemBytes = 160;
  int64_t tileBytes = 36 << 10;
  /// Blocks that count digits, and the bytes and number of keys that a thread
  /// of them has in flight.
  int64_t countBlocks = 5 * multiprocessors, countBytes = 32;
  int64_t minCountUnroll = 8, maxCountUnroll = 16;
};

/// How sorts with comparators are distributed over blocks.
struct MergeSchedule {
  /// Threads of a block, and the elements of a tile that each of them merges:
  /// powers of two.
  int64_t threads = 256, items = 8;
  /// Bytes of two tiles, between which elements move.
  int64_t sharedBytes = 40 << 10;
};

/// How selections of the largest elements are distributed over blocks.
struct TopKSchedule : TargetSchedule {
  using TargetSchedule::TargetSchedule;

  /// Threads of a block that selects from a short row, from a long one, and
  /// from a part of a row.
  int64_t shortThreads = 256, longThreads = 1024, partThreads = 512;
  /// Number of keys that a thread has in flight.
  int64_t unroll = 8;
  /// Rows are long if their blocks have more steps.
  int64_t shortSteps = 4;
  /// Rows of more steps of long blocks are divided if there are fewer of them
  /// than `minRows`, into parts for about `targetBlocks` blocks.
  int64_t longSteps = 2, minRows = 2 * multiprocessors,
          targetBlocks = 4 * multiprocessors;
  /// Candidates of a row, of which the results are sorted out: for a divided
  /// row, as steps of short blocks, and as many as lanes sort if no more than
  /// `fewResults` are selected from a whole row. Those of other rows are as
  /// many as a short block has threads.
  int64_t candidateSteps = 4, fewResults = 16;
};

/// How loop nests are distributed over threads.
struct ComputeSchedule {
  int64_t threads = 256;
  /// Threads along the innermost loop and along the next one, if points have
  /// loops, whose reads these threads share.
  int64_t tileColumns = 32, tileRows = 8;
  /// Number of points that a thread computes.
  int64_t unroll = 1;
};

/// How gathers are distributed over threads.
struct GatherSchedule {
  int64_t threads = 256;
  /// Number of vectors that a thread has in flight.
  int64_t unroll = 4;
};

/// How scatters are distributed over threads.
struct ScatterSchedule : TargetSchedule {
  using TargetSchedule::TargetSchedule;

  int64_t threads = 256;
  /// Updates of a segment whose loads a thread has in flight, as long as there
  /// are that many; then, a quarter of them, and so on.
  int64_t unroll = 16;

  /// Blocks that combine updates in shared memory: their threads, how many of
  /// them are resident, updates of a thread whose loads are in flight, and the
  /// bytes of the destination.
  int64_t blockThreads = 512, residentBlocks = 2, blockUnroll = 4;
  int64_t maxSharedBytes = 64 << 10;
  /// Fewer updates are atomics on the destination: in total, for each of its
  /// elements, and for each element and block.
  int64_t minUpdates = 1 << 16, minUpdatesOfElement = 64, minReuse = 8;
};

/// How reductions are distributed over blocks.
struct ReduceSchedule : TargetSchedule {
  explicit ReduceSchedule(const ::zyn::schedule::GPUTarget &target)
      : TargetSchedule(target), clusterBlocks(target.clusterBlocks) {}

  /// Blocks of a cluster that reduce a row together.
  int64_t clusterBlocks;
  int64_t threads = 256;
  /// Number of vectors that a thread has in flight, and of smaller accesses if
  /// vectors are not possible.
  int64_t unroll = 4, maxUnroll = 8;
  /// The same for rows that blocks reduce, which have few accumulators.
  int64_t rowUnroll = 8;
  /// Maximum number of ops that combine what is in flight.
  int64_t maxBodyOps = 512;
  /// Desired number of blocks: several for each multiprocessor, and several
  /// times as many as are resident, so that the last ones do not leave most of
  /// the device idle.
  int64_t targetBlocks = 32 * multiprocessors;
  /// The same for tiles of columns, of which fewer chunks are better: each one
  /// has a whole row of results, which the second launch reads.
  int64_t targetColumnBlocks = 4 * multiprocessors;
  /// Chunks of rows and of columns for a block have at least this size.
  int64_t minChunkBytes = 128 << 10, minColumnChunkBytes = 64 << 10;

  /// Longer rows are reduced by blocks, not by warps.
  int64_t warpRowBytes = 8 << 10;
  /// Number of rows from which on there are enough warps.
  int64_t minWarpRows = 124 * multiprocessors;
  /// If the length of rows is unknown, those of up to `fewLanesVectors` vectors
  /// are reduced by `fewLanes` lanes, others by whole warps.
  int64_t fewLanes = 4, fewLanesVectors = 16;
  /// Fewer rows of at least this size are split into chunks.
  int64_t minBlockRows = 16 * multiprocessors, minSplitBytes = 128 << 10;

  /// Columns up to this length are reduced by a thread each.
  int64_t maxThreadRows = 16;
  /// Number of vectors of columns that are enough for all threads.
  int64_t minThreadVectors = 2048 * multiprocessors;
  /// Vectors of a tile of columns, if a block has not enough threads for all.
  int64_t tileVectors = 64;
  /// Vectors of a tile of the results of chunks, which are few rows.
  int64_t narrowTileVectors = 4;
};

/// How rows are distributed over lanes.
struct RowSchedule : TargetSchedule {
  explicit RowSchedule(const ::zyn::schedule::GPUTarget &target)
      : TargetSchedule(target), maxBlocks(target.clusterBlocks) {}

  /// Blocks of a cluster that may have a row together.
  int64_t maxBlocks;

  /// Threads of a block with several rows. Smaller blocks end at times that
  /// differ more, so that others use the memory meanwhile; but starting them
  /// takes time, too, if rows have few bytes.
  int64_t threads = 64, maxThreads = 256, minBlockBytes = 4096;
  /// Vectors of a row that a lane should have, and the bytes of the values that
  /// it keeps between two passes over a row.
  int64_t vectors = 4, heldBytes = 128;
  /// Elements of a vector. Those of 8 bits are computed in wider registers, of
  /// which 16 for each vector would be too many.
  int64_t maxWidth = 8;
  /// Maximum number of ops in the unrolled body, and in that of a loop.
  int64_t maxBodyOps = 2048, maxLoopOps = 512;
  /// Maximum number of elements in an iteration of a loop.
  int64_t maxLoopElements = 24;
  /// Limits of the vectors of a lane for long rows of unknown length: elements
  /// of narrow vectors, and ops in a body of which lanes hold as many wide ones
  /// as `ladder` says.
  int64_t maxNarrowElements = 16, maxSimpleOps = 8;
  /// Blocks of a cluster, their lanes and vectors of a lane for rows of unknown
  /// length, the first of which are used that hold a row, and lanes for rows
  /// that none hold.
  struct Held {
    int64_t blocks, lanes, vectors;
  };
  static constexpr Held ladder[] = {{1, 8, 4},    {1, 64, 4},   {1, 256, 4},
                                    {1, 1024, 4}, {1, 1024, 8}, {2, 1024, 8},
                                    {4, 1024, 8}, {8, 1024, 8}};
  int64_t loopLanes = 1024;
  /// Fewer rows of at least this size are divided among several blocks of
  /// `splitLanes` lanes: about `splitBlocks`, twice as many as are resident.
  int64_t minBlockRows = 16 * multiprocessors, minSplitBytes = 128 << 10;
  int64_t splitLanes = 256, splitBlocks = 16 * multiprocessors;
};

/// How reductions of windows are distributed over threads.
struct WindowSchedule {
  int64_t threads = 256;
  /// Neighboring results of a thread whose windows overlap, and the registers
  /// that the elements of these windows may need.
  int64_t tile = 4, maxRegisters = 96;
  /// Bytes of the accumulators of a vector.
  int64_t maxAccumulatorBytes = 32;
  /// Larger windows are loops.
  int64_t maxUnrolled = 64;
};

/// How sparse matmuls are distributed over warps.
struct SpmmSchedule {
  int64_t threads = 256, maxThreads = 512;
  /// Elements of a row whose products are computed together, for each group of
  /// lanes: as many loads are in flight. With 8, more registers are spilled.
  int64_t unroll = 4;
  /// Bytes of the sums of a lane.
  int64_t maxSumBytes = 32;
  /// Rows with more elements are computed by all warps of a block.
  int64_t longRow = 1024;
  /// Rows are only divided among blocks if the dense matrix has more rows, as
  /// columns of A usually differ.
  int64_t splitColumns = 8192;
  /// Elements of the parts that blocks compute, unless there are too many. Rows
  /// with at most twice as many are not divided. A block that finds no such row
  /// takes about 2 us.
  int64_t partElements = 2048, maxParts = 512;
  /// Parts whose sums are loaded together.
  int64_t partUnroll = 8;
};

/// How depthwise convolutions are distributed over threads.
struct DepthwiseSchedule {
  int64_t threads = 256;
  /// Pixels that a thread computes. The more there are, the fewer times the
  /// caches are read, but the fewer must be in registers.
  int64_t tileRows = 2, tileColumns = 4;
  int64_t maxRegisters = 200;
  /// Bytes of the sums of a pixel.
  int64_t maxSumBytes = 32;
  /// Filters of up to this size, for all channels of a thread, are kept in
  /// registers.
  int64_t maxFilterBytes = 256;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCHEDULE_H
