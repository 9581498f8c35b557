//===- ScanKernel.h - What all forms of scans share ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is a region without a neutral element, and need not be
// commutative. Therefore, what comes before an element may not exist, and is
// always the left operand. The order of combination depends on sizes alone, and
// not on which threads are faster.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANKERNEL_H

#include "KernelBuilder.h"
#include "Schedule.h"

#include "Zyn/Transforms/Buffers.h"

namespace mlir::zyn {

/// The combination of the elements before some element. There are none if
/// `values` is empty, or if `exists`, unless it is null, is false.
struct Prefix {
  Elements values;
  Value exists;
};

/// Builds the parts of the kernels of a scan of contiguous arrays with the
/// shape outer x length x inner along `length`, with at least one element.
class ScanKernels {
public:
  ScanKernels(KernelModules &kernels, ScanOp op);

  KernelModules &kernels;
  KernelHints &hints;
  ScanOp op;
  unsigned count; ///< number of arrays that are scanned together
  ScanSchedule schedule{kernels.target};
  SmallVector<Type> inputTypes, accumulators, outputTypes;
  /// Elements of one vector access, and registers of an accumulator.
  int64_t width = 1, registers;
  /// Host values. The buffers have one dimension.
  SmallVector<Value> inputs, outputs, carries;
  LineSizes sizes;

  /// Returns how many vectors of `accessWidth` elements a thread has in flight.
  int64_t getMaxChunks(int64_t accessWidth);
  /// The same for vectors in shared memory, which asynchronous copies write; 0
  /// if these do not support their size.
  int64_t getHeldChunks(int64_t accessWidth);

  /// Accumulators of 0, for where there is no value yet.
  Elements getZeros(IndexBuilder &b);
  Elements combine(IndexBuilder &b, ValueRange left, ValueRange right);
  /// Returns `left` combined with `right` if `condition`, otherwise `right`.
  Elements combineIf(IndexBuilder &b, Value condition, ValueRange left,
                     ValueRange right);
  Prefix combine(IndexBuilder &b, const Prefix &left, const Prefix &right);
  Elements combine(IndexBuilder &b, const Prefix &left, ValueRange right);

  /// Inclusive scan of the values of each group of `groupSize` lanes. `lane` is
  /// the thread's position in its group.
  Elements scanLanes(IndexBuilder &b, Elements values, Value lane,
                     int64_t groupSize);
  /// The same for several sets of values, which do not wait for each other.
  void scanLanes(IndexBuilder &b, MutableArrayRef<Elements> sets, Value lane,
                 int64_t groupSize);
  /// Returns the values of lane `lane` of each group.
  Elements broadcast(IndexBuilder &b, ValueRange values, Value lane,
                     int64_t groupSize);

  /// Loads single elements of each buffer.
  Elements load(IndexBuilder &b, ArrayRef<Value> buffers, ValueRange indices);
  /// Loads `accessWidth` neighbors of each buffer: the elements of each lane,
  /// the last one first if `isReversed`, in the type of the accumulators.
  SmallVector<Elements> loadLanes(IndexBuilder &b, ArrayRef<Value> buffers,
                                  Value index, int64_t accessWidth,
                                  bool isReversed);
  void store(IndexBuilder &b, ValueRange values, ArrayRef<Value> buffers,
             ValueRange indices);
  /// The counterpart of `loadLanes`, which converts to the buffers' types.
  void storeLanes(IndexBuilder &b, ArrayRef<Elements> lanes,
                  ArrayRef<Value> buffers, Value index, bool isReversed);
  Elements convert(IndexBuilder &b, ValueRange values, ArrayRef<Type> types);

private:
  bool isSpeculatable;
};

/// Lowers a scan of contiguous rows. Returns the forms among which the program
/// chooses.
void lowerScanRows(IndexBuilder &h, ScanKernels &scan,
                   SmallVectorImpl<StringRef> &forms);
/// Lowers a scan in which neighboring threads scan neighboring lines. Works for
/// all element types.
void lowerScanColumns(IndexBuilder &h, ScanKernels &scan,
                      SmallVectorImpl<StringRef> &forms);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCANKERNEL_H
