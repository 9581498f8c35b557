//===- ScanLookBack.h - What comes before a tile of a scan ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan
// with Decoupled Look-back", 2016), with an order of combination that does not
// depend on which tiles are ready:
//
// - Tiles form groups of 32. Each tile publishes the combination of its
//   elements, and combines those of the tiles before it in its group, for all
//   of which it waits, in a tree.
// - The last tile of a group publishes the combination of the group's tiles,
//   and, as soon as it knows it, that of all groups up to its own.
// - What comes before a group is combined from left to right, starting with the
//   nearest group for which the combination of all groups is known. As these
//   were themselves combined from left to right, it does not matter which one
//   this is.
//
// Tiles are numbered in the order in which their blocks start, so that the
// blocks of all previous tiles are running, and a tile never waits for one that
// cannot start.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H

#include "ScanKernel.h"

namespace mlir::zyn {

/// The memory through which the tiles of a launch communicate: a word for each
/// tile and each group, which has the state and, if it fits, also the value.
/// Otherwise, values are in arrays, and the words order the accesses to them.
class LookBackState {
public:
  /// Allocates and clears the memory in host code. `tilesPerRow` is the number
  /// of tiles of each of `rows` rows.
  static LookBackState allocate(IndexBuilder &h, ScanKernels &scan, Value rows,
                                Value tilesPerRow);
  void free(IndexBuilder &h);

  /// The state in a kernel: `buffers` and sizes of that of the host.
  LookBackState import(ArrayRef<Value> buffers, Value rows, Value tilesPerRow);
  ArrayRef<Value> getBuffers() const { return buffers; }

  /// Returns the number of the next tile, for one thread of the block.
  Value takeTile(IndexBuilder &b);
  /// Publishes `total`, the combination of the elements of tile `tile` of a
  /// row, which is the number `number` of all, and returns that of the tiles
  /// before it in the row. All lanes of one warp must execute this.
  Prefix exchangeTotals(IndexBuilder &b, Value number, Value row, Value tile,
                        ValueRange total, Value lane);

private:
  enum State { Missing, Total, Inclusive };

  LookBackState(ScanKernels &scan, SmallVector<Value> buffers, Value rows,
                Value tilesPerRow);

  Value getGroups(IndexBuilder &b) {
    return b.ceilDiv(tilesPerRow, ScanSchedule::groupTiles);
  }
  /// The words of tiles and groups; the first word is the next tile.
  Value getTileWord(IndexBuilder &b, Value number) { return b.add(number, 1); }
  Value getGroupWord(IndexBuilder &b, Value group) {
    return b.add(getTileWord(b, b.mul(rows, tilesPerRow)), group);
  }
  /// Where a value is stored, if it is not in the word: two states of groups
  /// follow those of the tiles.
  Value getSlot(IndexBuilder &b, Value word, Value state);
  void publish(IndexBuilder &b, Value word, State state, ValueRange values);
  Value loadWord(IndexBuilder &b, Value word);
  Value getState(IndexBuilder &b, Value loaded);
  Elements getValues(IndexBuilder &b, Value word, Value loaded);
  /// Returns what comes before `group` of a row, whose first group is `first`.
  Elements lookBack(IndexBuilder &b, Value first, Value group, Value lane);

  ScanKernels &scan;
  /// The words, followed by arrays of values if they are not packed.
  SmallVector<Value> buffers;
  Value rows, tilesPerRow;
  bool isPacked;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANLOOKBACK_H
