//===- PaddedCopies.h - Copies of matrices with padded rows --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_PADDEDCOPIES_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_PADDEDCOPIES_H

#include "KernelBuilder.h"

namespace mlir::zyn {

/// The number of elements in 16 bytes, to which rows that TMA or vectors access
/// must be aligned.
int64_t getAlignedElements(Type element);

/// Whether rows of `type` are known to start at multiples of `width` elements,
/// because its strides are.
bool hasAlignedStrides(MemRefType type, int64_t width);

/// Whether vectors of `width` elements of a row of `buffer`, at multiples of
/// that, are known to be in bounds as a whole, and aligned.
bool hasAlignedVectors(Value buffer, int64_t width);

/// Whether the rows of `buffer` are not known to be aligned to `alignment`
/// bytes, on the host or in a kernel.
Value areRowsUnaligned(IndexBuilder &b, Value buffer, int64_t alignment);

/// Returns the strides of a buffer whose rows are `rowStride` elements apart.
SmallVector<OpFoldResult> getStrides(IndexBuilder &h, ArrayRef<Value> sizes,
                                     Value rowStride);

/// Returns a view of a contiguous buffer with other sizes, which is contiguous.
Value getContiguousView(IndexBuilder &h, Value buffer, ArrayRef<Value> sizes);

/// A buffer whose rows are padded to a multiple of 16 bytes, as TMA requires,
/// or to whole lines of L2 if they are long. TMA does not access the padding,
/// since the view does not include it.
struct PaddedBuffer {
  /// Allocates it unless `isNeeded` is false at run time. If `padsLines` is
  /// false, long rows are padded to 16 bytes like others.
  PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
               Value isNeeded = Value(), bool padsLines = true);

  Value getView(IndexBuilder &h) const;

  Value allocation;
  Value rowStride; ///< in elements

private:
  SmallVector<OpFoldResult> sizes, strides;
};

/// A copy of `source` to a padded buffer, if `isNeeded`. Up to a multiple of 16
/// bytes, the padding of rows is 0.
struct PaddedCopy {
  Value source, isNeeded;
  Value destination; ///< the allocation
  Value rowStride;   ///< of the destination, in elements

  PaddedCopy(Value source, Value isNeeded, const PaddedBuffer &destination)
      : source(source), isNeeded(isNeeded), destination(destination.allocation),
        rowStride(destination.rowStride) {}
};

/// Emits one kernel for all `copies`, and its launch: the operands of small
/// matmuls are copied in less time than a launch takes.
void emitPaddedCopies(KernelModules &kernels, IndexBuilder &h,
                      Operation *source, ArrayRef<PaddedCopy> copies);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_PADDEDCOPIES_H
