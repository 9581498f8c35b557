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
                       Value numWhole)
    : tile(&tile), batchSizes(result.batchSizes),
      rowSize(tile.isTransposed ? result.n : result.m),
      columnSize(tile.isTransposed ? result.m : result.n), numWhole(numWhole) {}

Value MatmulGrid::getNumDivided(IndexBuilder &b) const {
  Value numTiles = b.mul(b.mul(b.ceilDiv(rowSize, tile->rows),
                               b.ceilDiv(columnSize, tile->columns)),
                         b.product(batchSizes));
  return b.sub(numTiles, numWhole);
}

/// Tiles are ordered by bands of rows, and column by column in a band. Numbers
/// of tiles and matrices have 32 bits.
TilePosition MatmulGrid::getTile(IndexBuilder &b, Value number) const {
  Value tilesM = b.ceilDiv(rowSize, tile->rows);
  Value tilesN = b.ceilDiv(columnSize, tile->columns);
  auto [matrix, inMatrix] = b.divideNarrow(number, b.mul(tilesM, tilesN));
  TilePosition position;
  position.matrix.resize(batchSizes.size());
  for (size_t dim = batchSizes.size(); dim-- > 0;) {
    Division division = b.divideNarrow(matrix, batchSizes[dim]);
    position.matrix[dim] = dim == 0 ? matrix : division.remainder;
    matrix = division.quotient;
  }
  Value bandRows = b.constant(std::max<int64_t>(kBandRows / tile->rows, 1));
  Division band = b.divideNarrow(inMatrix, b.mul(bandRows, tilesN));
  Value bandStart = b.mul(band.quotient, bandRows);
  Division inBand =
      b.divideNarrow(band.remainder, b.min(bandRows, b.sub(tilesM, bandStart)));
  position.firstRow = b.mul(b.add(bandStart, inBand.remainder), tile->rows);
  position.firstColumn = b.mul(inBand.quotient, tile->columns);
  return position;
}

/// The parts of K of all divided tiles come last, those with the first part
/// before those with the second one, and so on.
MatmulWork MatmulGrid::getWork(IndexBuilder &b, Value number, Value k,
                               Value splitLength) const {
  MatmulWork work;
  Value zero = b.constant(0);
  if (!tile->isSplit) {
    work.tile = getTile(b, number);
    work.firstK = zero;
    work.endK = k;
    return work;
  }
  auto select = [&](Value ifPart, Value otherwise) {
    return b.createOrFold<arith::SelectOp>(work.isPart, ifPart, otherwise);
  };
  work.isPart = b.lessEqual(numWhole, number);
  if (getConstantIntValue(numWhole) == 0)
    work.isPart = b.createOrFold<arith::ConstantOp>(b.getBoolAttr(true));
  auto [part, divided] = b.divideNarrow(b.sub(number, numWhole),
                                        b.max(getNumDivided(b), b.constant(1)));
  work.tile = getTile(b, select(b.add(numWhole, divided), number));
  Value firstK = b.mul(part, splitLength);
  work.firstK = select(firstK, zero);
  work.endK = select(b.min(k, b.add(firstK, splitLength)), k);
  work.sums.matrix.push_back(part);
  work.sums.firstRow = zero;
  work.sums.firstColumn = zero;
  if (tile->isTransposed)
    work.sums.firstColumn = b.mul(divided, tile->columns);
  else
    work.sums.firstRow = b.mul(divided, tile->rows);
  return work;
}

void mlir::zyn::buildStore(
    IndexBuilder &b, const MatmulWork &work, const MatmulResult &result,
    const std::optional<MatmulResult> &sums,
    function_ref<void(const MatmulResult &, const TilePosition &)> buildIn) {
  if (!work.isPart)
    return buildIn(result, work.tile);
  b.buildIf(
      work.isPart, [&] { buildIn(*sums, work.sums); },
      [&] { buildIn(result, work.tile); });
}

HostGrid::HostGrid(IndexBuilder &h, const AlignedMatmul &matmul,
                   const MatmulTile &tile, const MatmulSplit &split)
    : k(matmul.lhs.getK(h)), splitLength(k), numWhole(split.numWhole) {
  SmallVector<Value> sizes = h.sizes(matmul.result);
  Value n = sizes.pop_back_val(), m = sizes.pop_back_val();
  numWork = h.mul(h.mul(h.ceilDiv(tile.isTransposed ? n : m, tile.rows),
                        h.ceilDiv(tile.isTransposed ? m : n, tile.columns)),
                  h.product(sizes));
  if (!tile.isSplit)
    return;
  int64_t depth =
      tile.depthBytes / kernel::getElementBytes(matmul.lhs.getElement());
  numWork = h.add(numWhole, h.mul(h.sub(numWork, numWhole), split.numSplits));
  splitLength = h.mul(h.ceilDiv(h.ceilDiv(k, depth), split.numSplits), depth);
}
