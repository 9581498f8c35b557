//===- StagedStore.h - Stores sums through shared memory ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDSTORE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDSTORE_H

#include "MatmulResult.h"

#include "Zyn/Schedule/MatmulTile.h"
#include "Zyn/Support/GPULimits.h"

namespace mlir::zyn {

/// How consumers store the sums of a tile: they write them to shared memory, in
/// the layout of a swizzle without bank conflicts, and one thread starts TMA
/// copies from there, which do not write out of bounds. Each consumer has two
/// buffers, so that it fills one while the other is copied. TMA does not write
/// rows that are not aligned; all threads copy those.
class StagedStore {
public:
  StagedStore(const ::zyn::schedule::MatmulTile &tile, Type sumElement,
              MemRefType result);

  /// Bytes of one of the two buffers of a consumer: 64 rows of the tile, and as
  /// many columns as fit in 128 bytes, or all of them if it is transposed.
  static int64_t getBufferBytes(const ::zyn::schedule::MatmulTile &tile,
                                int64_t resultBytes) {
    return ::zyn::limits::wgmmaRows *
           (tile.isTransposed ? tile.columns * resultBytes : 128);
  }

  /// Whether the columns of a buffer are whole strips, so that rows can be
  /// reduced.
  static bool hasStrips(const ::zyn::schedule::MatmulTile &tile, Type element);

  kernel::TensorMapType getMapType() const { return mapType; }
  /// The type of the sums.
  kernel::FragmentType getSumType() const { return sumType; }
  /// The shape of the buffers of all consumers:
  /// [consumer][buffer][panel][row][column].
  SmallVector<int64_t> getShape() const;
  /// Whether it is known that no row of the result is aligned: for the stores
  /// of these, consumers need registers.
  bool isAlwaysUnaligned() const;

  /// Values of the kernel. `map` may be null if `isUnaligned` is known to be
  /// true.
  Value map, isUnaligned, buffers;
  /// The number of the consumer, and of the thread in its warpgroup.
  Value consumer, thread;

  /// Stores `sums`, fragments of 64 rows each, as the part of the tile of
  /// `result` that starts at `row` and `column`. `matrix` are the indices of
  /// the preceding dimensions. All threads of a consumer must execute this.
  void store(IndexBuilder &b, const MatmulResult &result,
             ArrayRef<Value> matrix, ArrayRef<Value> sums, Value row,
             Value column) const;

  /// Waits for the copies. All threads of a consumer must execute this before
  /// they exit.
  void finish(IndexBuilder &b) const;

private:
  /// Columns of a fragment that are in a buffer.
  int64_t getColumnsPerRound() const {
    return tile.isTransposed ? tile.columns : width;
  }
  SmallVector<int64_t> getNumbers(int64_t first) const;
  /// Stores a buffer of columns, from column `first` on, of a fragment, whose
  /// elements are replaced by what is stored.
  void storeColumns(IndexBuilder &b, const MatmulResult &result,
                    ArrayRef<Value> matrix, MutableArrayRef<Value> elements,
                    Value row, Value column, int64_t first,
                    int64_t round) const;
  /// Finishes the elements with the given numbers of a thread and writes them
  /// to a buffer, whose first column is column `firstColumn` of the fragment.
  void writeElements(IndexBuilder &b, const MatmulResult &result,
                     ArrayRef<Value> matrix, MutableArrayRef<Value> elements,
                     ArrayRef<int64_t> numbers, Value row, Value column,
                     int64_t firstColumn, int64_t buffer) const;
  void reduceRows(IndexBuilder &b, const MatmulResult &result,
                  ArrayRef<Value> matrix, ArrayRef<Value> elements, Value row,
                  Value column, int64_t first,
                  SmallVectorImpl<MatmulResult::Strip> &strips) const;
  SmallVector<Value> finishElements(IndexBuilder &b, const MatmulResult &result,
                                    ArrayRef<Value> matrix,
                                    ArrayRef<Value> elements,
                                    ArrayRef<int64_t> numbers, Value row,
                                    Value column) const;
  /// Writes elements of 16 bits of all threads of a warp at once: of 8 columns
  /// of the buffer if there are 4 of each thread, or of 16 if there are 8.
  void writeMatrices(IndexBuilder &b, ArrayRef<Value> elements, Value column,
                     int64_t buffer) const;
  /// Writes two neighboring elements of a row of the fragment.
  void writePair(IndexBuilder &b, ArrayRef<Value> elements, Value row,
                 Value column, int64_t buffer) const;
  Value getWarpRow(IndexBuilder &b) const;
  std::pair<Value, Value> getThreadPosition(IndexBuilder &b) const;
  SmallVector<Value> getBufferIndices(IndexBuilder &b, int64_t buffer,
                                      Value bufferRow,
                                      Value bufferColumn) const;
  void copyByTma(IndexBuilder &b, ArrayRef<Value> matrix, Value row,
                 Value column, int64_t buffer) const;
  void copyByThreads(IndexBuilder &b, const MatmulResult &result,
                     ArrayRef<Value> matrix, Value row, Value column,
                     int64_t buffer) const;
  void synchronize(IndexBuilder &b) const;
  void asLeader(IndexBuilder &b, function_ref<void()> body) const;

  const ::zyn::schedule::MatmulTile &tile;
  kernel::FragmentType sumType;
  kernel::TensorMapType mapType;
  int64_t chunk;                       ///< elements in 16 bytes
  int64_t numPanels, panelRows, width; ///< of a buffer, in elements
  /// Rows with the same swizzle, and different swizzles.
  int64_t rowsPerSwizzle, numSwizzles;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDSTORE_H
