//===- Grid.cpp - Positions of threads in a grid --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

using namespace zyn::emulator;

static uint32_t volume(Index3 size) { return size[0] * size[1] * size[2]; }

std::string zyn::emulator::toText(Index3 index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

Grid::Grid(Index3 blocks, Index3 blockSize, Index3 clusterSize)
    : blocks(blocks), blockSize(blockSize), clusterSize(clusterSize),
      blockThreads(volume(blockSize)), numBlocks(volume(blocks)),
      clusterBlocks(volume(clusterSize)) {}

Index3 Grid::indexIn(Index3 size, uint32_t linear) {
  return {linear % size[0], linear / size[0] % size[1],
          linear / size[0] / size[1]};
}

uint32_t Grid::clusterOf(uint32_t block) const {
  if (clusterBlocks == 1)
    return block;
  Index3 at = blockIndex(block);
  uint32_t linear = 0;
  for (int i = 2; i >= 0; --i)
    linear = linear * (blocks[i] / clusterSize[i]) + at[i] / clusterSize[i];
  return linear;
}

bool Grid::reaches(Scope scope, ThreadId a, ThreadId b) const {
  if (a == b || scope >= Scope::Device)
    return true;
  uint32_t blockA = blockOf(a), blockB = blockOf(b);
  if (blockA == blockB) {
    ThreadId first = firstThread(blockA);
    return scope >= Scope::Block ||
           (scope == Scope::Warp &&
            (a - first) / warpSize == (b - first) / warpSize);
  }
  return scope == Scope::Cluster && clusterOf(blockA) == clusterOf(blockB);
}
