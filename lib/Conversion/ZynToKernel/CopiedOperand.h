//===- CopiedOperand.h - Operands in shared memory ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_COPIEDOPERAND_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_COPIEDOPERAND_H

#include "IndexBuilder.h"
#include "MatmulEmitter.h"

namespace mlir::zyn {

/// Alignment of tiles in shared memory, in bytes.
inline constexpr int64_t kTileAlignment = 128;

/// How the rows of a tile are stored in shared memory, so that threads access
/// them without bank conflicts: their 16-byte chunks are permuted, or they are
/// followed by a padding.
struct SharedLayout {
  bool isSwizzled;
  int64_t paddingBytes;
};

/// A or B, whose tiles in shared memory are `extent` (of M or N) by `depth`. A
/// stage has `rows` by `columns` elements, with K along one of them.
struct CopiedOperand {
  /// Where a window starts: its first row and column, which may be negative,
  /// and the linear index of that element in the images.
  enum WindowStart { firstRow, firstColumn, firstElement, numWindowStarts };

  bool isKInnermost; ///< K is the last dimension
  int64_t extent, depth, elementBytes;
  int64_t copyBytes; ///< of an asynchronous copy
  SharedLayout layout;
  /// If the rows are windows of images, which ones. First, the sizes are those
  /// of the host.
  std::optional<ImageWindows> windows;

  /// Whether the elements are computed from those of a stage before they are
  /// multiplied, so that there is one stage of them.
  bool isComputed;

  Value memref; ///< the kernel's argument; if there are windows, linear
  Value tiles;  ///< shared memory, [stage * rows][columns and padding]
  SmallVector<Value> batch;
  Value thread;
  int64_t numThreads;
  Value outer; ///< first row or column of the block
  Value outerSize, innerSize;
  /// Shared memory, [row of the tile][WindowStart], if there are windows. In
  /// registers, the starts would take six for each copy of a thread.
  Value windowStarts;

  CopiedOperand(const AlignedOperand &operand, int64_t extent,
                int64_t depthBytes, SharedLayout layout);

  int64_t rows() const { return isKInnermost ? extent : depth; }
  int64_t columns() const { return isKInnermost ? depth : extent; }
  int64_t pitch() const {
    return columns() + layout.paddingBytes / elementBytes;
  }
  /// Elements in 16 bytes.
  int64_t chunk() const { return 16 / elementBytes; }
  int64_t getStages(int64_t number) const { return isComputed ? 1 : number; }
  /// Bytes of a stage in shared memory.
  int64_t stageBytes() const { return rows() * pitch() * elementBytes; }

  /// Stores where the windows start.
  void storeWindowStarts(IndexBuilder &b) const;

  /// Starts the copies of the tile at `k` to `stage`.
  void copy(IndexBuilder &b, Value stage, Value k) const;

  /// Returns the indices of an element of `stage`. If the layout is swizzled,
  /// it must be the first one of a chunk.
  SmallVector<Value> getIndices(IndexBuilder &b, Value stage, Value outerInTile,
                                Value kInTile) const;

  /// Loads four 8x8 matrices of `stage` as fragments of a warp, as `lane`: one
  /// of A, or two neighboring ones of B, of the given type, that start at
  /// `outerInTile` and `k`. The layout must be swizzled.
  SmallVector<Value> loadFragments(IndexBuilder &b, Value lane, Value stage,
                                   Value outerInTile, int64_t k,
                                   kernel::FragmentType type) const;

private:
  /// A copy of elements of a stage that start in `row` and `column`, if
  /// `isNeeded`.
  struct Copy {
    Value isNeeded, row, column;
  };
  Value permute(IndexBuilder &b, Value row, Value column) const;
  int64_t width() const { return copyBytes / elementBytes; }
  int64_t numCopies() const { return rows() * (columns() / width()); }
  void copyRow(IndexBuilder &b, const Copy &copy, Value stage, Value k) const;
  void copyWindow(IndexBuilder &b, const Copy &copy, Value stage,
                  Value k) const;
  /// Returns the thread's copy with a number from `first` on.
  Copy getCopy(IndexBuilder &b, int64_t first) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_COPIEDOPERAND_H
