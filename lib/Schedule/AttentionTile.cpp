//===- AttentionTile.cpp - Schedules of attention -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/AttentionTile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace zyn::schedule;

// Shared memory and registers limit the keys.
static constexpr AttentionTile tiles[] = {
    // size of a head, consumers, keys, stages, stages of queries, registers
    {64, 3, 128, 2, 2, 32, 160},
    {128, 2, 128, 2, 2, 24, 240},
    {192, 2, 112, 2, 1, 24, 240},
    {256, 2, 80, 2, 1, 24, 240},
};

/// With elements of a mask in registers.
static constexpr AttentionTile loadedMaskTile = {64, 3, 96, 2, 2, 32, 160};

/// Returns how many of at most `most` consumers compute the queries of a head.
/// One more makes others wait less, but queries that do not exist take as long
/// as others. A single one computes nothing while it waits.
static int64_t getConsumers(int64_t numQueries, int64_t most) {
  constexpr int64_t queries = AttentionTile::consumerQueries, fewest = 2;
  if (numQueries <= queries)
    return 1;
  auto getPadded = [&](int64_t consumers) {
    return llvm::alignTo(numQueries, consumers * queries);
  };
  constexpr uint64_t gain = 8;
  int64_t best = most;
  for (int64_t fewer = most - 1; fewer >= fewest; --fewer)
    if (getPadded(best) * gain > getPadded(fewer) * (gain + 1))
      best = fewer;
  return best;
}

std::optional<AttentionTile>
zyn::schedule::getAttentionTile(const AttentionShape &shape) {
  const AttentionTile *found =
      shape.loadsMask && shape.headSize <= loadedMaskTile.maxHeadSize
          ? &loadedMaskTile
          : llvm::find_if(tiles, [&](const AttentionTile &tile) {
              return shape.headSize <= tile.maxHeadSize;
            });
  if (found == std::end(tiles))
    return std::nullopt;
  AttentionTile tile = *found;
  if (shape.numQueries)
    tile.consumers = getConsumers(*shape.numQueries, tile.consumers);
  // The registers of a block are divided among fewer threads. With one
  // consumer, all of them have as many as they can.
  if (tile.consumers == 1) {
    tile.producerRegisters = tile.consumerRegisters = 0;
  } else if (tile.consumers < found->consumers) {
    tile.producerRegisters = 24;
    tile.consumerRegisters = 240;
  }
  // A matmul has 16 keys.
  constexpr int64_t granule = 16;
  if (shape.numKeys)
    tile.keys = std::clamp<int64_t>(llvm::alignTo(*shape.numKeys, granule),
                                    granule, tile.keys);
  return tile;
}

AttentionTile zyn::schedule::getWarpAttentionTile(int64_t headSize,
                                                  int64_t sharedBytes) {
  constexpr int64_t maxHeadSize = 256, queries = AttentionTile::consumerQueries,
                    stages = 2, panel = 64, elementBytes = 2;
  // The sums of large heads leave registers for fewer scores.
  constexpr int64_t manyKeys = 64, fewKeys = 32, largeHead = 128;
  AttentionTile tile = {maxHeadSize,
                        /*consumers=*/1,
                        headSize > largeHead ? fewKeys : manyKeys,
                        stages,
                        /*queryStages=*/1,
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
