//===- ReduceKernel.h - What all forms of reductions share ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is a region without a neutral element. Therefore, an accumulator
// starts with an element, and threads without elements do not contribute: they
// load an element that exists, so that loads do not have to be conditional, and
// only the combination is. The order of combination depends on sizes alone.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H

#include "KernelBuilder.h"
#include "Schedule.h"

namespace mlir::zyn {

/// One value for each array that is reduced together, or several groups of
/// these.
using Elements = SmallVector<Value>;

/// A reduction of contiguous arrays with the shape outer x length x inner along
/// `length`, which is at least 1 when its kernels run. A result is combined
/// with the old element of the output if `combinesInit`. The buffers have one
/// dimension; the sizes are values of host code.
struct ReduceStep {
  SmallVector<Value> inputs, outputs;
  Value outer, length, inner;
  bool combinesInit;
};

/// The elements that a thread accumulates: those at `position`, `position` +
/// `stride`, and so on, below `size`, which is at least 1. `load` starts to
/// load an element, which may be a vector for each array, and `fold` makes
/// `groups` accumulators for each array from several that were loaded.
struct StridedElements {
  Value position, stride, size;
  int64_t unroll; ///< loads that are in flight at the same time
  int64_t groups;
  function_ref<Elements(Value index)> load;
  function_ref<Elements(ArrayRef<Elements> loaded)> fold;
};

/// Builds the parts of the kernels of a reduction.
class ReduceKernels {
public:
  ReduceKernels(KernelModules &kernels, ReduceOp op);

  KernelModules &kernels;
  KernelHints &hints;
  ReduceOp op;
  unsigned count; ///< number of arrays that are reduced together
  ReduceSchedule schedule;
  SmallVector<Type> elements;
  /// Elements of one vector access, and bytes of the widest element.
  int64_t width = 1, elementBytes = 1;

  /// Whether threads of a warp can exchange elements.
  bool canExchange();
  /// Returns how many accesses of `accessWidth` elements a thread has in
  /// flight.
  int64_t getUnroll(int64_t accessWidth);
  /// Calls `emit` with the width of accesses to rows of `size` elements: the
  /// greatest one that divides it. If it is unknown, the host code chooses
  /// between the full width and single elements.
  void chooseWidth(IndexBuilder &h, Value size,
                   function_ref<void(IndexBuilder &, int64_t width)> emit);
  /// Starts a kernel for `step`. The host values `sizes` follow its inputs and
  /// outputs as arguments.
  KernelBuilder startKernel(OpBuilder &host, const ReduceStep &step,
                            ArrayRef<int64_t> blockSize, ValueRange sizes);
  /// Allocates one array of `size` elements for each one that is reduced.
  SmallVector<Value> allocate(IndexBuilder &h, Value size);

  Elements load(IndexBuilder &b, ArrayRef<Value> buffers, ValueRange indices,
                int64_t accessWidth = 1);
  void store(IndexBuilder &b, ValueRange values, ArrayRef<Value> buffers,
             ValueRange indices);
  Elements combine(IndexBuilder &b, ValueRange left, ValueRange right);
  /// Combines `values` pairwise, neighbors first.
  Elements combineTree(IndexBuilder &b, SmallVector<Elements> values);
  /// Splits loaded vectors into the elements of each lane.
  SmallVector<Elements> getLanes(IndexBuilder &b, ValueRange vectors,
                                 int64_t accessWidth);
  /// Combines accumulators with several groups of `count` values each.
  Elements combineGroups(IndexBuilder &b, ValueRange left, ValueRange right);
  /// Returns `left` combined with `right` if `condition`, otherwise `left`.
  Elements combineIf(IndexBuilder &b, Value condition, ValueRange left,
                     ValueRange right);
  Elements accumulate(IndexBuilder &b, const StridedElements &strided);
  /// Combines the accumulators of each group of `groupSize` neighboring lanes.
  /// Of `numPositions` positions, which may be those of several groups, the
  /// ones below `numValid` have an accumulator. The first lane of a group gets
  /// the result. All lanes of the warp must execute this.
  Elements combineLanes(IndexBuilder &b, Elements accumulators, Value position,
                        Value numValid, int64_t groupSize,
                        int64_t numPositions);
  /// Loads the old elements of the outputs if `exists` and they are combined
  /// in, or returns undefined ones. Starting this early hides its latency.
  Elements loadInits(IndexBuilder &b, const ReduceStep &step, Value exists,
                     ArrayRef<Value> outputs, Value index,
                     int64_t accessWidth = 1);
};

/// Lowers a step with an inner size of 1 to kernels that reduce rows. Returns
/// the forms among which the program chooses.
void lowerReduceRows(IndexBuilder &h, ReduceKernels &reduce,
                     const ReduceStep &step, SmallVectorImpl<StringRef> &forms);
/// Lowers a step to kernels in which neighboring threads compute neighboring
/// results.
void lowerReduceColumns(IndexBuilder &h, ReduceKernels &reduce,
                        const ReduceStep &step,
                        SmallVectorImpl<StringRef> &forms);
/// Lowers the whole op for any layout and any element type.
void lowerReduceStrided(OpBuilder &host, ReduceKernels &reduce);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H
