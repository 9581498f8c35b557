//===- MatmulWork.cpp - The tiles of a matmul -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulWork.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulTile;

/// Rows of the bands of tiles that blocks compute at the same time.
static constexpr int64_t kBandRows = 2048;

MatmulGrid::MatmulGrid(const MatmulTile &tile, const MatmulResult &result,
                       Value k, Value splitLength)
    : tile(&tile), batchSizes(result.batchSizes),
      rowSize(tile.isTransposed ? result.n : result.m),
      columnSize(tile.isTransposed ? result.m : result.n), k(k),
      splitLength(splitLength) {}

/// Tiles are ordered by bands of rows, and column by column in a band.
MatmulWork MatmulGrid::getWork(IndexBuilder &b, Value number) const {
  Value tilesM = b.ceilDiv(rowSize, tile->rows);
  Value tilesN = b.ceilDiv(columnSize, tile->columns);
  Value tilesPerMatrix = b.mul(tilesM, tilesN);
  MatmulWork work;
  Value matrix = b.div(number, tilesPerMatrix);
  Value inMatrix = b.rem(number, tilesPerMatrix);
  work.firstK = b.constant(0);
  work.endK = k;
  if (tile->isSplit) {
    Value matrices = b.product(batchSizes);
    Value split = b.div(matrix, matrices);
    matrix = b.rem(matrix, matrices);
    work.firstK = b.mul(split, splitLength);
    work.endK = b.min(k, b.add(work.firstK, splitLength));
    work.matrix.push_back(split);
  }
  work.batch = b.delinearize(matrix, batchSizes);
  llvm::append_range(work.matrix, work.batch);
  Value bandRows = b.constant(std::max<int64_t>(kBandRows / tile->rows, 1));
  Value bandSize = b.mul(bandRows, tilesN);
  Value bandStart = b.mul(b.div(inMatrix, bandSize), bandRows);
  Value inBand = b.rem(inMatrix, bandSize);
  Value height = b.min(bandRows, b.sub(tilesM, bandStart));
  work.firstRow = b.mul(b.add(bandStart, b.rem(inBand, height)), tile->rows);
  work.firstColumn = b.mul(b.div(inBand, height), tile->columns);
  return work;
}

HostGrid::HostGrid(IndexBuilder &h, const AlignedMatmul &matmul,
                   const MatmulTile &tile, Value numSplits)
    : k(matmul.lhs.getK(h)), splitLength(k) {
  MatmulOp op = matmul.op;
  SmallVector<Value> sizes = h.sizes(op.getInit());
  Value n = sizes.pop_back_val(), m = sizes.pop_back_val();
  numWork = h.mul(h.mul(h.ceilDiv(tile.isTransposed ? n : m, tile.rows),
                        h.ceilDiv(tile.isTransposed ? m : n, tile.columns)),
                  h.product(sizes));
  if (!tile.isSplit)
    return;
  int64_t depth =
      tile.depthBytes / kernel::getElementBytes(matmul.lhs.getElement());
  numWork = h.mul(numWork, numSplits);
  splitLength = h.mul(h.ceilDiv(h.ceilDiv(k, depth), numSplits), depth);
}
