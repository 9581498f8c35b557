//===- ReduceKernel.h - What all forms of reductions share ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H

#include "Combiner.h"
#include "KernelBuilder.h"
#include "Schedule.h"

namespace mlir::zyn {

/// Where the elements of a step's inputs are if some of these have layouts:
/// values of host code.
struct ReduceLayout {
  /// The sizes of the inputs' dimensions outside and inside of the length,
  /// which is a dimension if `hasLength`.
  SmallVector<Value> outerSizes, innerSizes;
  bool hasLength = true;
  /// The offset and the strides of the outer dimensions of the first input.
  Value offset;
  SmallVector<Value> outerStrides;
  /// What vectors of a width that divides all of these values can access: rows
  /// that start with a vector, and rows that start at the same place of a
  /// vector in all inputs.
  SmallVector<Value> starts, differences;
  /// Whether neighboring elements are known to be neighbors in memory.
  bool hasUnitStride = true;
};

/// A reduction of arrays with the shape outer x length x inner along `length`,
/// which is at least 1 when its kernels run. A result is combined with the old
/// element of the output if `combinesInit`. The buffers have one dimension, but
/// for inputs with a `layout`; the sizes are values of host code.
struct ReduceStep {
  SmallVector<Value> inputs, outputs;
  std::optional<ReduceLayout> layout;
  Value outer, length, inner;
  /// The greatest value that the length may have, if known.
  std::optional<int64_t> maxLength;
  bool combinesInit;
  /// Whether the elements are those of the op's inputs.
  bool isFirst;
};

/// A vector of elements of a step: the indices of its first element.
struct ReducePoint {
  Value outer, position, inner;
};

/// The kernel of a step.
struct ReduceKernel {
  KernelBuilder builder;
  SmallVector<Value> in, out;
  SmallVector<Value> sizes; ///< what `startKernel` got
  /// The sizes of the op's dimensions, if inputs are generated.
  SmallVector<Value> dimensionSizes;
  /// The layout of the step with values of the kernel.
  std::optional<ReduceLayout> layout;
  bool isFirst; ///< as in the step
};

/// Builds the parts of the kernels of a reduction.
class ReduceKernels : public Combiner {
public:
  ReduceKernels(KernelModules &kernels, ReduceOp op);

  KernelModules &kernels;
  KernelHints &hints;
  ReduceOp op;
  ReduceSchedule schedule{kernels.target};
  /// Elements of one vector access, and bytes of the widest element in memory
  /// and of the widest accumulator.
  int64_t width = 1, elementBytes = 1, accumulatorBytes = 1;
  /// The initial values that are known, and the maps that compute inputs which
  /// are not in memory; the others are null.
  SmallVector<TypedAttr> initialValues;
  SmallVector<MapOp> generators;
  /// The dimensions that the outer, the reduced and the inner index of the
  /// first step consist of, and the sizes of all of them.
  SmallVector<int64_t> outerDims, lengthDims, innerDims;
  SmallVector<Value> dimensionSizes;

  /// Whether there are inputs that are not in memory.
  bool generatesInputs() const {
    return llvm::any_of(generators, [](MapOp map) { return map != nullptr; });
  }
  /// Returns the inputs in memory.
  SmallVector<Value> getLoadedInputs();
  /// Returns how many accesses of `accessWidth` elements a thread has in
  /// flight: at least `least`, if the body is not too large.
  int64_t getUnroll(int64_t accessWidth, int64_t least);
  int64_t getUnroll(int64_t accessWidth) {
    return getUnroll(accessWidth, schedule.unroll);
  }
  /// Calls `emit` with the width of accesses to the rows of a step: the
  /// greatest one that divides all of `multiples`. If some of these are not
  /// known, the host code chooses between the width that divides the others and
  /// single elements.
  void chooseWidth(IndexBuilder &h, const ReduceStep &step,
                   ArrayRef<Value> multiples,
                   function_ref<void(IndexBuilder &, int64_t width)> emit);
  /// The same for rows of `size` elements that all start with a vector.
  void chooseRowWidth(IndexBuilder &h, const ReduceStep &step, Value size,
                      function_ref<void(IndexBuilder &, int64_t width)> emit);
  /// States whether neighboring threads access neighboring elements.
  void stateCoalescing(const ReduceStep &step);
  /// Starts a kernel for `step` that uses the host values `sizes`.
  ReduceKernel startKernel(OpBuilder &host, const ReduceStep &step,
                           ArrayRef<int64_t> blockSize, ValueRange sizes);
  /// Allocates one array of `size` elements for each one that is reduced.
  SmallVector<Value> allocate(IndexBuilder &h, Value size);

  /// Loads elements of all buffers, or of the inputs in memory, and extends
  /// them to the types of the accumulators.
  Elements load(IndexBuilder &b, ArrayRef<Value> buffers, ValueRange indices,
                int64_t accessWidth = 1);
  /// Returns the elements of all inputs at `indices` of the op's dimensions:
  /// those that were loaded, and those that are generated.
  Elements addGenerated(IndexBuilder &b, ValueRange loaded,
                        ArrayRef<Value> indices);
  /// Loads or generates lanes at `point` and the next ones along the
  /// innermost index of the step, the first of which is at `linear` in inputs
  /// without layouts. The elements of a lane are next to each other.
  Elements loadLanes(ReduceKernel &kernel, Value linear,
                     const ReducePoint &point, int64_t accessWidth);
  /// Stores several lanes of elements for each buffer as a vector, rounded to
  /// the type of the buffer.
  void store(IndexBuilder &b, ValueRange values, ArrayRef<Value> buffers,
             ValueRange indices);
  /// Splits loaded vectors into the elements of each lane.
  Elements getLanes(IndexBuilder &b, ValueRange vectors, int64_t accessWidth);
  /// Returns the initial values if they are combined in: those that are known,
  /// or the old elements of the outputs if `exists`. Starting this early hides
  /// its latency.
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
} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEKERNEL_H
