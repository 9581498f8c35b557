//===- ScanRowTile.h - Tiles of scanned rows ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp has `chunks` parts of a tile, each of which is a vector for each lane:
// lanes scan their vectors, then exchange what is before them in the chunk.
// Unless rows are whole, aligned vectors, lanes load and store neighboring
// elements instead, and exchange them in shared memory.
//
// The elements of a held tile are in shared memory, to which they are copied
// asynchronously, so that a block scans a tile while others are copied or wait
// for what comes before them. Each thread only reads what it copied.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANROWTILE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANROWTILE_H

#include "ScanKernel.h"

#include "Zyn/Support/GPULimits.h"

namespace mlir::zyn {

/// How many threads scan a row or a tile of it, and how many vectors each of
/// them has.
struct RowShape {
  int64_t lanes = ::zyn::limits::warpSize; ///< of a warp
  int64_t warps = 1;
  int64_t chunks = 1, width = 1;
  /// Whether vectors are loaded and stored as single elements.
  bool isShared = false;
  /// Whether the elements are in shared memory between both scans.
  bool isHeld = false;
  /// Whether the last vector of a row, which is held, may not be whole.
  bool isRagged = false;

  int64_t getTile() const { return lanes * warps * chunks * width; }
};

/// The buffers and sizes of a kernel.
struct RowKernel {
  RowKernel(IndexBuilder &h, ScanKernels &scan, ArrayRef<int64_t> blockSize,
            ArrayRef<Value> extraBuffers, ArrayRef<Value> initials,
            ArrayRef<Value> hostSizes);

  KernelBuilder builder;
  SmallVector<Value> in, out, carries, initials, extra, sizes;
};

/// Scans a tile of a row, which starts at `first`, by the threads of a shape.
/// `exists` is whether the row is written, or null.
class RowTile {
public:
  RowTile(ScanKernels &scan, RowKernel &kernel, const RowShape &shape,
          Value row, Value first, Value thread, Value exists = Value());

  /// Sets where the elements of a held tile are: the tile `stage` of each of
  /// `buffers`.
  void setHeld(ArrayRef<Value> buffers, Value stage);
  /// Loads the elements, or starts to copy those of a held tile.
  void load();
  /// Scans the elements of each chunk. Returns the combination of those of the
  /// warp, or of the row's lanes.
  Elements scanChunks();
  /// What `scanChunks` found, with which another object for the same held tile
  /// continues.
  SmallVector<Value> getScannedState();
  void setScannedState(ValueRange state);
  /// Combines all elements with those before them, and stores the results.
  void store(const Prefix &before);

  Value lane, warp;

private:
  /// Position of the first element of the thread in a chunk.
  Value getPosition(int64_t chunk) {
    return b.add(getChunk(chunk), b.mul(lane, shape.width));
  }
  Value getChunk(int64_t chunk) {
    return b.add(first, b.mul(b.add(b.mul(warp, shape.chunks), chunk),
                              shape.lanes * shape.width));
  }
  /// Index of the thread's elements of a chunk in shared memory.
  Value getSlot(int64_t chunk) {
    Value inWarps = b.add(b.mul(warp, shape.chunks), chunk);
    Value inTile = b.mul(b.add(b.mul(inWarps, shape.lanes), lane), shape.width);
    return b.add(b.mul(stage, shape.getTile()), inTile);
  }
  /// Index of `width` elements from `position` on.
  Value getIndex(Value position, int64_t width) {
    if (!scan.op.getReverse())
      return b.add(base, position);
    return b.sub(b.add(base, b.sub(length, b.constant(width))), position);
  }
  void allocateShared();
  void loadShared();
  void copyToShared();
  void loadInitial();
  /// The elements of a chunk, for each lane of the vector, scanned.
  SmallVector<Elements> getScanned(int64_t chunk);
  void storeShared(Value chunkPosition, ArrayRef<Elements> lanes);
  void storeCarry(int64_t chunk, const Prefix &before,
                  ArrayRef<Elements> vector);
  void storePartial(Value position, ArrayRef<Elements> results);
  Value andExists(Value condition) {
    return exists ? b.land(condition, exists) : condition;
  }

  ScanKernels &scan;
  RowKernel &kernel;
  IndexBuilder &b;
  const RowShape &shape;
  Value row, first, thread, exists, base, length, stage;
  SmallVector<Value> sharedIn, sharedOut;
  /// For each chunk and each lane of a vector; not if they are held in shared
  /// memory.
  SmallVector<SmallVector<Elements>> elements;
  /// What comes before the thread's elements of each chunk in the warp.
  SmallVector<Prefix> beforeLane;
  /// Whether the thread has the first element, and what precedes it.
  Value isFirst;
  Elements initial;
};

/// Returns what comes before a warp of the tile, and the combination of all of
/// its elements, given that of each warp. All threads of the block must execute
/// this.
std::pair<Prefix, Elements> scanWarps(ScanKernels &scan, KernelBuilder &kernel,
                                      const RowShape &shape, ValueRange total,
                                      Value lane, Value warp);

/// Scans rows by blocks that scan tiles of them, with look-back.
void emitScanTiles(IndexBuilder &h, ScanKernels &scan, const RowShape &shape);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANROWTILE_H
