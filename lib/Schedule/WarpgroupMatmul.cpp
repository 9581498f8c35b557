//===- WarpgroupMatmul.cpp - Schedules of matmuls of warpgroups -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/WarpgroupMatmul.h"
#include "Zyn/Support/GPULimits.h"
#include <algorithm>

using namespace zyn::schedule;

static constexpr WarpgroupTile tiles[] = {
    // clang-format off
    // rows, columns, depth, consumers, stages, transposed, split, unknown sizes
    {128, 256,  64, 2,  4, false, false, true},
    {256, 128,  64, 2,  4, false, false, false},
    {128, 192,  64, 2,  4, false, false, false},
    {128, 128,  64, 2,  6, false, false, true},
    {128,  64,  64, 2,  8, false, false, false},
    {128, 256,  64, 2,  4, false, true,  false},
    {128, 128,  64, 2,  6, false, true,  true},
    {128,  64,  64, 2,  8, true,  false, true},
    {128,  64,  64, 2,  8, true,  true,  false},
    { 64,  16, 128, 1, 10, true,  false, true},
    { 64,  16, 128, 1, 10, true,  true,  true},
    // clang-format on
};

llvm::ArrayRef<WarpgroupTile> zyn::schedule::getWarpgroupTiles() {
  return tiles;
}

int64_t WarpgroupTile::getStages(int64_t elementBytes, int64_t resultBytes,
                                 const GPUTarget &target) const {
  // Two mbarriers for each stage, in static shared memory, and the padding
  // before the first tile.
  int64_t available = target.sharedBytesPerBlock - limits::swizzlePeriod -
                      2 * limits::mbarrierBytes * maxStages -
                      2 * consumers * getStoreBytes(resultBytes);
  return std::min(maxStages, available / getStageBytes(elementBytes));
}
