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

namespace {
struct Division {
  Value quotient, remainder;
};
} // namespace

/// Divides numbers of tiles and matrices, which have 32 bits. Divisions of 64
/// bits are slower and, in machine code, calls: if a kernel calls a function,
/// ptxas lets each `wgmma` wait for the one before, which takes 18 % longer.
static Division divide(IndexBuilder &b, Value x, Value y) {
  auto narrow = [&](Value value) {
    return b.createOrFold<arith::IndexCastUIOp>(b.getI32Type(), value);
  };
  auto widen = [&](Value value) {
    return b.createOrFold<arith::IndexCastUIOp>(b.getIndexType(), value);
  };
  x = narrow(x);
  y = narrow(y);
  return {widen(b.div(x, y)), widen(b.rem(x, y))};
}

/// Tiles are ordered by bands of rows, and column by column in a band.
MatmulWork MatmulGrid::getWork(IndexBuilder &b, Value number) const {
  Value tilesM = b.ceilDiv(rowSize, tile->rows);
  Value tilesN = b.ceilDiv(columnSize, tile->columns);
  auto [matrix, inMatrix] = divide(b, number, b.mul(tilesM, tilesN));
  MatmulWork work;
  work.firstK = b.constant(0);
  work.endK = k;
  if (tile->isSplit) {
    Division split = divide(b, matrix, b.product(batchSizes));
    matrix = split.remainder;
    work.firstK = b.mul(split.quotient, splitLength);
    work.endK = b.min(k, b.add(work.firstK, splitLength));
    work.matrix.push_back(split.quotient);
  }
  work.batch.resize(batchSizes.size());
  for (size_t dim = batchSizes.size(); dim-- > 0;) {
    Division division = divide(b, matrix, batchSizes[dim]);
    work.batch[dim] = dim == 0 ? matrix : division.remainder;
    matrix = division.quotient;
  }
  llvm::append_range(work.matrix, work.batch);
  Value bandRows = b.constant(std::max<int64_t>(kBandRows / tile->rows, 1));
  Division band = divide(b, inMatrix, b.mul(bandRows, tilesN));
  Value bandStart = b.mul(band.quotient, bandRows);
  Division inBand =
      divide(b, band.remainder, b.min(bandRows, b.sub(tilesM, bandStart)));
  work.firstRow = b.mul(b.add(bandStart, inBand.remainder), tile->rows);
  work.firstColumn = b.mul(inBand.quotient, tile->columns);
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
