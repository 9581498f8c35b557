//===- ScanLookBack.h - What comes before a tile of a scan ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan
// with Decoupled Look-back", 2016) for blocks that scan one tile after another:
//
// - Each tile publishes the combination of its elements.
// - Tiles form groups of 32. A warp combines the tiles of a group in a tree,
// and
//   groups from left to right.
// - A block keeps the combination of the groups before its last tile, and only
//   has to combine the groups from there to its next tile. A tile thus only
//   waits for what other tiles publish before they wait themselves.
//
// The order of combination does not depend on which tiles are ready. Tiles are
// numbered in the order in which blocks start them, so that a tile never waits
// for one that no block has started.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H

#include "ScanKernel.h"

namespace mlir::zyn {

/// The memory through which the tiles of a launch communicate: for each tile,
/// words of 64 bits, each of which has 32 bits of the combination of its
/// elements, and whether these are known. No accesses have to be ordered.
class LookBackState {
public:
  /// Allocates and clears the memory in host code. `tilesPerRow` is the number
  /// of tiles of each of `rows` rows.
  static LookBackState allocate(IndexBuilder &h, ScanKernels &scan, Value rows,
                                Value tilesPerRow);
  void free(IndexBuilder &h);

  /// The state in a kernel: the buffer and sizes of that of the host.
  LookBackState import(Value words, Value rows, Value tilesPerRow);
  Value getBuffer() const { return words; }

  Value getNumTiles(IndexBuilder &b) { return b.mul(rows, tilesPerRow); }
  Value getRow(IndexBuilder &b, Value number);
  /// Returns the position of a tile among those of its row.
  Value getTileInRow(IndexBuilder &b, Value number);

  /// Returns the number of the next tile, for one thread of the block.
  Value takeTile(IndexBuilder &b);
  /// Publishes `total`, the combination of the elements of tile `number`, for
  /// one thread of the block.
  void publish(IndexBuilder &b, Value number, ValueRange total);

  /// What a block knows before its first tile: the row of its last tile, the
  /// number of groups before it in this row, and their combination.
  SmallVector<Value> getFirstKnown(IndexBuilder &b);
  /// Returns the combination of the tiles before tile `number` in its row, and
  /// replaces what the block knows. All lanes of one warp must execute this,
  /// after tile `number` was published.
  Prefix lookBack(IndexBuilder &b, Value number, Value lane,
                  SmallVectorImpl<Value> &known);

private:
  LookBackState(ScanKernels &scan, Value words, Value rows, Value tilesPerRow)
      : scan(scan), words(words), rows(rows), tilesPerRow(tilesPerRow) {}

  /// Index of a word of a tile. The first word of the buffer is the next tile.
  Value getWord(IndexBuilder &b, Value number, int64_t part);
  /// Waits until the tiles `numbers` are published, except for those that are
  /// not needed, and returns their results. Those without an element of
  /// `areNeeded` are.
  SmallVector<Elements> await(IndexBuilder &b, ArrayRef<Value> numbers,
                              ArrayRef<Value> areNeeded);

  ScanKernels &scan;
  Value words, rows, tilesPerRow;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H
