//===- Grid.h - Positions of threads in a grid ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_GRID_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_GRID_H

#include "MemoryModel.h"
#include "Zyn/Support/GPULimits.h"

#include <array>

namespace zyn::emulator {

using Index3 = std::array<uint32_t, 3>;

/// "(x,y,z)".
std::string toText(Index3 index);

/// A grid of blocks of threads, all numbered with x fastest. There are fewer
/// than 2^31 threads.
class Grid {
public:
  static constexpr uint32_t warpSize = limits::warpSize;

  Grid(Index3 blocks, Index3 blockSize, Index3 clusterSize = {1, 1, 1});

  uint32_t blockCount() const { return numBlocks; }
  uint32_t threadsPerBlock() const { return blockThreads; }
  uint32_t threadCount() const { return numBlocks * blockThreads; }
  bool hasClusters() const { return clusterBlocks > 1; }

  uint32_t blockOf(ThreadId thread) const { return thread / blockThreads; }
  ThreadId firstThread(uint32_t block) const { return block * blockThreads; }
  Index3 blockIndex(uint32_t block) const { return indexIn(blocks, block); }
  Index3 threadIndex(ThreadId thread) const {
    return indexIn(blockSize, thread % blockThreads);
  }
  uint32_t clusterOf(uint32_t block) const;

  /// Whether `scope`, used by thread `a`, includes thread `b`.
  bool reaches(Scope scope, ThreadId a, ThreadId b) const;

private:
  static Index3 indexIn(Index3 size, uint32_t linear);

  Index3 blocks, blockSize, clusterSize;
  uint32_t blockThreads, numBlocks, clusterBlocks;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_GRID_H
