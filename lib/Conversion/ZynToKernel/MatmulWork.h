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

/// A tile of the result, or a part of its sums if K is split.
struct MatmulWork {
  SmallVector<Value> matrix;   ///< indices before those of rows and columns
  SmallVector<Value> batch;    ///< the same without the part of K
  Value firstRow, firstColumn; ///< of the tile
  Value firstK, endK;
};

/// The work of a kernel, whose tiles are numbered. Blocks with adjacent numbers
/// run at the same time and compute adjacent tiles, so that the parts of A and
/// B that they read stay in the L2 cache.
class MatmulGrid {
public:
  MatmulGrid() = default;
  MatmulGrid(const ::zyn::schedule::MatmulTile &tile,
             const MatmulResult &result, Value k, Value splitLength);

  MatmulWork getWork(IndexBuilder &b, Value number) const;

private:
  const ::zyn::schedule::MatmulTile *tile = nullptr;
  SmallVector<Value> batchSizes;
  Value rowSize, columnSize; ///< of the result, transposed if the tile is
  Value k, splitLength;
};

/// Sizes of a matmul on the host.
struct HostGrid {
  Value k, splitLength, numWork;

  HostGrid(IndexBuilder &h, const AlignedMatmul &matmul,
           const ::zyn::schedule::MatmulTile &tile, Value numSplits);
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULWORK_H
