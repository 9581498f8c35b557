//===- MapKernel.h - What all forms of maps share ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MAPKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MAPKERNEL_H

#include "KernelBuilder.h"
#include "Schedule.h"

namespace mlir::zyn {

/// An input or a destination of a map, after neighboring loops were merged.
struct MapOperand {
  Value buffer;               ///< host value
  SmallVector<unsigned> dims; ///< the loop of each dimension of the buffer
  /// Whether the linear index of the iteration space is that of the element.
  /// The buffer has one dimension then.
  bool isLinear;

  /// Returns the indices of the element at `indices` of the iteration space.
  SmallVector<Value> project(ArrayRef<Value> indices) const {
    return llvm::map_to_vector(dims,
                               [&](unsigned dim) { return indices[dim]; });
  }
  bool dependsOn(unsigned dim) const { return llvm::is_contained(dims, dim); }
  /// Whether the elements of neighboring iterations of the loop `dim` are
  /// neighbors in memory, or the same.
  bool isCoalescedAlong(unsigned dim) const;
  /// Whether all rows along the innermost dimension start at a multiple of
  /// `width` elements if their size is one: known for a contiguous buffer and
  /// for static strides.
  bool hasAlignedRows(int64_t width) const;
};

/// A map as a nest of loops, with as few of them as possible.
struct MapKernels {
  KernelModules &kernels;
  KernelHints &hints;
  MapOp op;
  unsigned numInputs, numInits;
  MapSchedule schedule;
  int64_t width; ///< elements of one vector access
  /// Host values.
  SmallVector<Value> sizes;
  /// Inputs first, then destinations.
  SmallVector<MapOperand> operands;

  MapKernels(IndexBuilder &h, KernelModules &kernels, MapOp op);

  unsigned innermost() const { return sizes.size() - 1; }
  int64_t elementBytes(unsigned operand) const;
  /// Returns the bytes of the widest element.
  int64_t widestBytes() const;
  /// Returns how many accesses of `accessWidth` elements a thread has in
  /// flight. Those across the ends of rows have an address for each element.
  int64_t getUnroll(int64_t accessWidth, bool isAcrossRows = false);
  /// States whether neighboring threads, which are neighbors along the loop
  /// `dim`, access neighboring elements of `operand`.
  void stateCoalescing(unsigned operand, unsigned dim);
  /// Starts a kernel whose arguments are the operands and `sizes`.
  KernelBuilder startKernel(IndexBuilder &h, ArrayRef<int64_t> blockSize,
                            ValueRange sizes);
};

/// Iterates over a linear index of the iteration space. Accesses are vectors
/// where neighboring elements are neighbors in memory.
void lowerMapLinear(IndexBuilder &h, MapKernels &map);

/// Returns the outermost loop in whose iterations an input is read along the
/// innermost loop again.
std::optional<unsigned> getRepeatedLoop(const MapKernels &map);
/// Returns whether such inputs are too large to remain in the cache during an
/// iteration of `loop`.
Value areRowsLong(IndexBuilder &h, const MapKernels &map, unsigned loop);
/// Processes several iterations of `loop` at a time. `width` divides all rows.
void lowerMapRows(IndexBuilder &h, MapKernels &map, unsigned loop,
                  int64_t width);

/// Whether there are inputs whose innermost dimension is not that of the
/// destinations.
bool hasTransposedInput(const MapKernels &map);
/// Copies tiles of such inputs to shared memory, so that both the input and the
/// destinations are accessed along their innermost dimensions. Falls back to
/// `lowerMapLinear` for sizes that are too small for tiles.
void lowerMapTransposed(IndexBuilder &h, MapKernels &map);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MAPKERNEL_H
