//===- SpmmKernels.h - Kernels of sparse matmuls -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SPMMKERNELS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SPMMKERNELS_H

#include "MatmulResult.h"
#include "Schedule.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::zyn {

/// Builds the kernels of a sparse matmul with a result that is not empty. A
/// warp computes a strip of a row, a block a strip of a long row. Those of very
/// long rows are divided among blocks.
class SpmmKernels {
public:
  SpmmKernels(KernelModules &kernels, SpmmOp op)
      : kernels(kernels), hints(kernels.getHints()), op(op),
        element(getElementTypeOrSelf(op.getDense())),
        accumulator(op.getAccumulatorType()) {}

  void lower(IndexBuilder &h);

private:
  /// Sums of the columns of a lane.
  using Sums = SmallVector<Value>;
  /// Elements of a row of A: the number of the first one, and how many.
  struct Range {
    Value first, count;
  };
  /// A column and a value of A.
  struct Entry {
    Value column, value;
  };

  /// Emits a kernel with accesses of `width` elements.
  void emit(IndexBuilder &h, int64_t width);
  void chooseLanes(IndexBuilder &h);
  /// Loads the row offsets of the block's rows, checks them, and computes the
  /// rows.
  void emitRows(IndexBuilder &b, const MatmulResult &result, Value firstRow);
  /// Computes the sums of a range with all warps of the block. `store` is built
  /// for a column of the strip and its sum.
  void emitLongRange(IndexBuilder &b, Range range,
                     function_ref<void(Value column, Value sum)> store);
  void assertOffsets(IndexBuilder &b, Value first, Value end);
  Value loadOffset(IndexBuilder &b, Value row);

  // Rows that are divided among blocks (SpmmParts.cpp).

  /// Chooses the size of parts, if any row may be divided.
  void chooseParts(IndexBuilder &h);
  /// Computes the sums of the row that is divided at part number `part`, if
  /// any.
  void emitPart(IndexBuilder &b, Value part);
  /// Returns the number of row offsets that are at most `position`.
  Value countOffsets(IndexBuilder &b, Value position);
  /// Emits the kernel that adds the sums of parts, and its launch.
  void emitCombineParts(IndexBuilder &h, const AlignedMatmul &matmul);
  /// Adds the sums of the parts of the row with elements `first` to `end`.
  Value combineParts(IndexBuilder &b, Value first, Value end, Value column);

  Value zero(IndexBuilder &b, Type type) {
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  }
  /// Builds what computes sums if `condition`, which are `otherwise` if not.
  Sums sumIf(IndexBuilder &b, Value condition, const Sums &otherwise,
             function_ref<Sums()> compute);
  /// Loads the lane's element among the 32 of a row from `position` on, or the
  /// row's last one.
  Entry loadEntry(IndexBuilder &b, Range range, Value position);
  Sums sumRange(IndexBuilder &b, Range range);
  Sums sumStaged(IndexBuilder &b, Value count, Sums sums);
  /// Adds the products of `unroll` staged elements for each group of lanes,
  /// from number `first` on, of which only those before `end` exist if it is
  /// given.
  Sums addProducts(IndexBuilder &b, Value first, Value end, Sums sums);
  /// Adds the sums of all groups of lanes.
  Sums sumGroups(IndexBuilder &b, Sums sums);
  /// Stores the sums of the first group of lanes.
  void store(IndexBuilder &b, const MatmulResult &result, ArrayRef<Value> sums,
             Value row);

  KernelModules &kernels;
  KernelHints &hints;
  SpmmOp op;
  Type element, accumulator;
  SpmmSchedule schedule;
  Value hostOffsets, hostColumns, hostValues, hostDense;
  /// Null if no row may be divided.
  Value hostNumParts, hostPartSize, hostPartSums;
  int64_t fullWidth = 1;
  // Of the kernel that is emitted.
  int64_t width, warps, lanes, groups, unroll;

  // Values of the kernel.
  Value offsets, columns, values, dense;
  Value numRows, numColumns, numInner, numValues;
  Value warp, lane;
  Value group;      ///< of lanes
  Value strip;      ///< its first column
  Value column;     ///< first one of the lane
  Value readColumn; ///< a column that exists
  /// [warp][number] of the staged elements, and [warp][column] of the sums of
  /// parts of a row.
  Value stagedColumns, stagedValues, partialSums;
  /// Rows with more than `splitRow` elements are divided.
  Value numParts, partSize, splitRow, partSums;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SPMMKERNELS_H
