//===- StagedOperand.h - Tiles that TMA copies to a ring ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of warpgroups share: a producer copies tiles of operands into
// rings of stages in shared memory, from which consumers multiply them.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDOPERAND_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDOPERAND_H

#include "MatmulEmitter.h"

namespace mlir::zyn {

/// An operand of a matmul, whose tiles in shared memory are `extent` (of M or
/// N) by `depth`. They consist of panels, since the rows of a panel have at
/// most the width of the swizzle.
struct StagedOperand {
  Value source;      ///< host value
  bool isKInnermost; ///< K is its last dimension
  int64_t extent, depth;

  kernel::TensorMapType mapType;
  int64_t panelWidth, panelRows, numPanels; ///< in elements
  /// If its rows are windows of images, which ones. First, the sizes are those
  /// of the host.
  std::optional<ImageWindows> windows;

  Value map;    ///< the kernel's argument
  Value k;      ///< size of K, of the kernel; only used with windows
  Value stages; ///< shared memory, [stage][panel][row][column]

  StagedOperand(const AlignedOperand &operand, int64_t extent,
                int64_t depthBytes);

  int64_t getSwizzle() const { return mapType.getSwizzle(); }

  /// The shape of the buffer of `numStages` stages.
  SmallVector<int64_t> getShape(int64_t numStages) const {
    return {numStages, numPanels, panelRows, panelWidth};
  }

  /// Returns the coordinates of the first row of a tile: the indices of its
  /// matrix and its number or, if there are windows, its pixel and channel.
  SmallVector<Value> getStart(IndexBuilder &b, ArrayRef<Value> batch,
                              Value outer) const;

  /// Starts the copies of the tile at `start` and `kStart` to `stage`, which
  /// arrive at the mbarrier with the stage's number.
  void copy(IndexBuilder &b, Value stage, ArrayRef<Value> start, Value kStart,
            Value barriers) const;

  /// Returns the indices of the part of the tile in `stage` that starts at
  /// `outer`, a multiple of the panel's width, and `k`.
  SmallVector<Value> getIndices(IndexBuilder &b, Value stage, Value outer,
                                int64_t k) const;
};

/// The position in a ring of stages, which threads carry through their loops.
struct RingPosition {
  Value stage, parity;

  static RingPosition start(IndexBuilder &b);
  RingPosition previous(IndexBuilder &b, int64_t numStages) const;
  RingPosition next(IndexBuilder &b, int64_t numStages) const;
};

/// The mbarriers of a ring of stages: `full` count the bytes that have arrived,
/// and `empty` the consumers that are done with a stage.
struct StageRing {
  int64_t numStages;
  Value full, empty;

  /// Allocates the mbarriers.
  StageRing(KernelBuilder &kernel, int64_t numStages);

  /// Initializes them, as one thread, for the given number of consumers.
  void initialize(IndexBuilder &b, int64_t numConsumers) const;
  /// Waits until the consumers are done with a stage, and expects `bytes` of
  /// copies to it.
  void acquire(IndexBuilder &b, const RingPosition &position,
               int64_t bytes) const;
  /// Waits until the copies to a stage have arrived.
  void wait(IndexBuilder &b, const RingPosition &position) const;
  /// States that a consumer is done with a stage, as one of its threads.
  void release(IndexBuilder &b, Value stage) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDOPERAND_H
