//===- TransposedTile.cpp - Tiles of maps with transposed inputs ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In shared memory, rows along X are in the order of their index modulo the
// width: neighboring threads, which store rows whose distance is the width,
// then store neighboring rows. The padding of rows distributes these stores
// over all banks.
//
//===----------------------------------------------------------------------===//

#include "TransposedTile.h"

#include "Zyn/Support/GPULimits.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

/// Returns how many vectors of `bytes` the shared memory accesses at a time.
static int64_t getVectorsAtOnce(int64_t bytes) {
  return limits::sharedBanks * 4 / std::max<int64_t>(bytes, 4);
}

/// If rows are short, several are read at a time, whose distance must not be a
/// multiple of all banks.
int64_t TransposedTile::getSkippedRows(int64_t elementBytes) const {
  bool isShort = vectorsX() < getVectorsAtOnce(width * elementBytes);
  return isShort && width > 1 ? vectorsX() : 0;
}

SmallVector<int64_t>
TransposedTile::getSharedShape(int64_t elementBytes) const {
  int64_t atOnce = getVectorsAtOnce(width * elementBytes);
  // Elements of less than four bytes share a bank.
  int64_t unit = std::max<int64_t>(4 / (width * elementBytes), 1);
  int64_t padding = std::max<int64_t>(atOnce / vectorsY(), 1) * unit;
  return {width * (vectorsY() + getSkippedRows(elementBytes)),
          (vectorsX() + padding) * width};
}

SmallVector<Value> TransposedTile::getSharedIndices(IndexBuilder &b,
                                                    int64_t elementBytes,
                                                    Value vectorX,
                                                    Value vectorY,
                                                    Value row) const {
  int64_t distance = vectorsY() + getSkippedRows(elementBytes);
  return {b.add(b.mul(row, distance), vectorY), b.mul(vectorX, width)};
}

std::pair<Value, Value> TransposedTile::getItem(IndexBuilder &b, Value thread,
                                                int64_t k,
                                                int64_t extent) const {
  if (extent <= threads)
    return {b.rem(thread, extent),
            b.add(b.div(thread, extent), k * (threads / extent))};
  return {b.add(thread, k * threads % extent),
          b.constant(k * threads / extent)};
}
