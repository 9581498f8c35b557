//===- MatmulWork.h - The tiles of a matmul ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULWORK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULWORK_H

#include "MatmulEmitter.h"
#include "MatmulResult.h"

namespace mlir::zyn {

/// A tile in a buffer.
struct TilePosition {
  SmallVector<Value> matrix;   ///< indices before those of rows and columns
  Value firstRow, firstColumn; ///< of the buffer, transposed if the tile is
};

/// A tile of the result, or a part of its sums if K is split.
struct MatmulWork {
  TilePosition tile; ///< in the result
  Value firstK, endK;
  /// Whether this is a part of the sums, and where these are stored; null if
  /// the tile is not split.
  Value isPart;
  TilePosition sums;
};

/// The work of a kernel, whose tiles are numbered. Blocks with adjacent numbers
/// run at the same time and compute adjacent tiles, so that the parts of A and
/// B that they read stay in the L2 cache.
class MatmulGrid {
public:
  MatmulGrid() = default;
  MatmulGrid(const ::zyn::schedule::MatmulTile &tile,
             const MatmulResult &result, Value numWhole);

  /// Returns a tile of the result.
  TilePosition getTile(IndexBuilder &b, Value number) const;
  /// Returns what a block does. Parts of a split K have `splitLength` elements.
  MatmulWork getWork(IndexBuilder &b, Value number, Value k,
                     Value splitLength) const;

  /// Returns the number of tiles whose K is divided.
  Value getNumDivided(IndexBuilder &b) const;

private:
  const ::zyn::schedule::MatmulTile *tile = nullptr;
  SmallVector<Value> batchSizes;
  Value rowSize, columnSize; ///< of the result, transposed if the tile is
  Value numWhole;
};

/// Builds what stores the sums of a tile in the result or in `sums`.
void buildStore(
    IndexBuilder &b, const MatmulWork &work, const MatmulResult &result,
    const std::optional<MatmulResult> &sums,
    function_ref<void(const MatmulResult &, const TilePosition &)> buildIn);

/// Sizes of a matmul on the host.
struct HostGrid {
  Value k, splitLength, numWork, numWhole;

  HostGrid(IndexBuilder &h, const AlignedMatmul &matmul,
           const ::zyn::schedule::MatmulTile &tile, const MatmulSplit &split);

  /// Returns the values that kernels need.
  SmallVector<Value> getSizes() const { return {k, splitLength, numWhole}; }
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULWORK_H
