//===- AttentionTile.cpp - Schedules of attention -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/AttentionTile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

using namespace zyn::schedule;

// Shared memory and registers limit the keys. With fewer keys, less is wasted
// on the diagonal of a causal mask. The tiles of masks have registers left for
// what is compared or loaded.
static constexpr AttentionTile tiles[] = {
    // size of a head, consumers, keys, stages, registers
    {64, 3, 128, 2, 32, 160},
    {128, 2, 176, 2, 24, 240},
    {192, 2, 112, 2, 24, 240},
    {256, 2, 80, 2, 24, 240},
};
static constexpr AttentionTile maskedTiles[] = {
    {64, 3, 112, 2, 32, 160},
    {128, 2, 128, 2, 24, 240},
    {192, 2, 112, 2, 24, 240},
    {256, 2, 80, 2, 24, 240},
};

/// With elements of a mask in registers.
static constexpr AttentionTile loadedMaskTile = {64, 3, 96, 2, 32, 160};

const AttentionTile *zyn::schedule::getAttentionTile(int64_t headSize,
                                                     AttentionMasking masking) {
  if (masking == AttentionMasking::Loaded &&
      headSize <= loadedMaskTile.maxHeadSize)
    return &loadedMaskTile;
  llvm::ArrayRef<AttentionTile> table =
      masking == AttentionMasking::None ? tiles : maskedTiles;
  for (const AttentionTile &tile : table)
    if (headSize <= tile.maxHeadSize)
      return &tile;
  return nullptr;
}

AttentionTile zyn::schedule::getWarpAttentionTile(int64_t headSize,
                                                  int64_t sharedBytes) {
  constexpr int64_t maxHeadSize = 256, queries = 64, stages = 2, panel = 64,
                    elementBytes = 2;
  // The sums of large heads leave registers for fewer scores.
  constexpr int64_t manyKeys = 64, fewKeys = 32, largeHead = 128;
  AttentionTile tile = {maxHeadSize,
                        /*consumers=*/1,
                        headSize > largeHead ? fewKeys : manyKeys,
                        stages,
                        /*producerRegisters=*/0,
                        /*consumerRegisters=*/0};
  auto getBytes = [&]() -> int64_t {
    int64_t rows = queries + 2 * stages * tile.keys;
    return rows * llvm::alignTo(headSize, panel) * elementBytes;
  };
  constexpr int64_t fewestKeys = 16;
  while (tile.keys > fewestKeys && getBytes() > sharedBytes)
    tile.keys /= 2;
  return tile;
}
