//===- MatmulTile.cpp - Schedules of matmuls ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Schedule/MatmulTile.h"
#include "llvm/ADT/STLExtras.h"

using namespace zyn::schedule;

static constexpr MatmulUnit threads = MatmulUnit::Threads,
                            lanes = MatmulUnit::Lanes,
                            warps = MatmulUnit::Warps,
                            doubleWarps = MatmulUnit::DoubleWarps,
                            warpgroups = MatmulUnit::Warpgroups;

// Tiles of the same unit are next to each other.
static constexpr MatmulTile tiles[] = {
    // clang-format off
    // unit; rows, columns, bytes of K; rows and columns of a unit; stages,
    // resident blocks, percent; transposed, split, unknown sizes
    {warpgroups,  256, 192, 128, 128, 192,  3, 1, 104, false, false, true},
    {warpgroups,  128, 256, 128,  64, 256,  4, 1, 100, false, false, true},
    {warpgroups,  256, 128, 128, 128, 128,  4, 1, 100, false, false, false},
    {warpgroups,  256,  64, 128, 128,  64,  5, 1, 100, false, false, false},
    {warpgroups,  128, 192, 128,  64, 192,  4, 1, 100, false, false, false},
    {warpgroups,  128, 128, 128,  64, 128,  6, 1, 100, false, false, true},
    {warpgroups,  128,  64, 128,  64,  64,  8, 1, 100, false, false, true},
    {warpgroups,  256, 192, 128, 128, 192,  3, 1, 104, false, true,  false},
    {warpgroups,  128, 256, 128,  64, 256,  4, 1, 100, false, true,  false},
    {warpgroups,  128, 128, 128,  64, 128,  6, 1, 100, false, true,  true},
    {warpgroups,  128,  64, 128,  64,  64,  8, 1, 100, true,  false, false},
    {warpgroups,  128,  64, 128,  64,  64,  8, 1, 100, true,  true,  false},
    {warpgroups,   64,  16, 256,  64,  16, 10, 1, 100, true,  false, true},
    {warpgroups,   64,  16, 256,  64,  16, 10, 1, 100, true,  true,  true},
    {warpgroups,   64,  64, 128,  64,  64, 10, 1, 100, false, false, true},
    {warpgroups,   64,  64, 128,  64,  64, 10, 1, 100, false, true,  false},
    {warps,       128, 128,  64,  64,  64,  4, 2, 100, false, false, true},
    {warps,       128, 128,  64,  64,  64,  4, 2, 100, false, true,  true},
    {warps,        64,  64,  64,  32,  32,  4, 4,  60, false, false, true},
    {warps,        64,  64,  64,  32,  32,  4, 4,  60, false, true,  true},
    {warps,        32, 128,  64,  32,  32,  4, 4,  50, false, false, false},
    {warps,        32, 128,  64,  32,  32,  4, 4,  50, false, true,  false},
    {warps,        16, 128,  64,  16,  32,  4, 4,  40, false, false, false},
    {warps,        16, 128,  64,  16,  32,  4, 4,  40, false, true,  false},
    {doubleWarps, 128,  64, 128,  64,  32,  3, 2,  90, false, false, true},
    {doubleWarps, 128,  64, 128,  64,  32,  3, 2,  90, false, true,  true},
    {doubleWarps,  64,  64, 128,  32,  32,  3, 3,  80, false, false, true},
    {doubleWarps,  64,  64, 128,  32,  32,  3, 3,  80, false, true,  true},
    {threads,      64, 128,  64,   8,   8,  4, 3,  75, false, false, true},
    {threads,      64, 128,  64,   8,   8,  4, 3,  75, false, true,  true},
    {threads,     128,  64,  64,   8,   8,  4, 3,  75, false, true,  true},
    {threads,      32,  64,  64,   4,   4,  4, 4,  50, false, false, false},
    {threads,      32,  64,  64,   4,   4,  4, 4,  50, false, true,  false},
    {threads,      16, 256,  64,   4,   4,  4, 2,  55, false, true,  true},
    {threads,     256,  16,  64,   4,   4,  4, 2,  50, false, true,  true},
    {lanes,         1, 128, 128,   1,   4,  0, 4, 100, false, true,  false},
    {lanes,         2, 128, 128,   2,   4,  0, 4, 100, false, true,  false},
    {lanes,         4, 128, 128,   4,   4,  0, 4, 100, false, true,  true},
    {lanes,         1,  32, 128,   1,   4,  0, 4, 100, false, false, false},
    {lanes,         1,  16, 128,   1,   4,  0, 4, 100, false, false, false},
    {lanes,         2,  32, 128,   2,   4,  0, 4, 100, false, false, false},
    {lanes,         2,  16, 128,   2,   4,  0, 4, 100, false, false, false},
    {lanes,         4,  32, 128,   4,   4,  0, 4, 100, false, false, false},
    {lanes,         4,  16, 128,   4,   4,  0, 4, 100, false, false, false},
    {lanes,         1, 128, 128,   1,   4,  0, 4, 100, true,  true,  false},
    {lanes,         2, 128, 128,   2,   4,  0, 4, 100, true,  true,  false},
    {lanes,         4, 128, 128,   4,   4,  0, 4, 100, true,  true,  true},
    {lanes,         1,  32, 128,   1,   4,  0, 4, 100, true,  false, false},
    {lanes,         1,  16, 128,   1,   4,  0, 4, 100, true,  false, false},
    {lanes,         2,  32, 128,   2,   4,  0, 4, 100, true,  false, false},
    {lanes,         2,  16, 128,   2,   4,  0, 4, 100, true,  false, false},
    {lanes,         4,  32, 128,   4,   4,  0, 4, 100, true,  false, false},
    {lanes,         4,  16, 128,   4,   4,  0, 4, 100, true,  false, false},
    // clang-format on
};

llvm::ArrayRef<MatmulTile> zyn::schedule::getMatmulTiles() { return tiles; }

llvm::ArrayRef<MatmulTile> zyn::schedule::getMatmulTiles(MatmulUnit unit) {
  auto isOfUnit = [&](const MatmulTile &tile) { return tile.unit == unit; };
  const MatmulTile *first = llvm::find_if(tiles, isOfUnit);
  const MatmulTile *end = std::find_if_not(first, std::end(tiles), isOfUnit);
  return llvm::ArrayRef(first, end);
}
