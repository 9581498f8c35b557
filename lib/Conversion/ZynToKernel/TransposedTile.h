//===- TransposedTile.h - Tiles of maps with transposed inputs - *- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_TRANSPOSEDTILE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_TRANSPOSEDTILE_H

#include "IndexBuilder.h"

namespace mlir::zyn {

/// A tile of the loops `x`, the innermost one, and `y`, the innermost one of
/// transposed inputs. `sizeX`, `sizeY` and `width` are powers of two.
///
/// Accesses to global memory are vectors of `width` elements: those of
/// transposed inputs along Y, all others along X. A thread loads `width`
/// vectors of neighboring rows and transposes them in registers. Therefore, all
/// accesses to shared memory are vectors along X, too.
struct TransposedTile {
  unsigned x, y;
  int64_t sizeX, sizeY, width, threads;

  int64_t vectorsX() const { return sizeX / width; }
  int64_t vectorsY() const { return sizeY / width; }
  /// Number of squares of `width` x `width` elements that a thread loads, and
  /// of vectors along X that it computes.
  int64_t squaresPerThread() const { return vectorsX() * vectorsY() / threads; }
  int64_t vectorsPerThread() const { return vectorsX() * sizeY / threads; }

  /// The shape of the tile in shared memory, of elements of `elementBytes`.
  SmallVector<int64_t> getSharedShape(int64_t elementBytes) const;
  /// Returns the indices in shared memory of the vector along X that starts at
  /// vector `vectorX` of row `vectorY` * `width` + `row`.
  SmallVector<Value> getSharedIndices(IndexBuilder &b, int64_t elementBytes,
                                      Value vectorX, Value vectorY,
                                      Value row) const;

  /// Returns the indices of item `k` of a thread in a grid whose rows have
  /// `extent` items, of which neighboring threads have neighboring ones. Both
  /// `extent` and the number of threads are powers of two.
  std::pair<Value, Value> getItem(IndexBuilder &b, Value thread, int64_t k,
                                  int64_t extent) const;

private:
  int64_t getSkippedRows(int64_t elementBytes) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_TRANSPOSEDTILE_H
