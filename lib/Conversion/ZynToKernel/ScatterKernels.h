//===- ScatterKernels.h - The kernels of a scatter --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCATTERKERNELS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCATTERKERNELS_H

#include "KernelBuilder.h"
#include "Schedule.h"

#include "Zyn/Transforms/Buffers.h"

namespace mlir::zyn {

/// Builds the kernels of a scatter to a contiguous array, with at least one
/// element in the updates.
class ScatterKernels {
public:
  ScatterKernels(IndexBuilder &h, KernelModules &kernels, ScatterOp op);

  Value countElements(IndexBuilder &h) {
    return h.product({sizes.outer, count, sizes.inner});
  }
  void lower(IndexBuilder &h);

private:
  /// An update of the kernel: the number of its index in row-major order, and
  /// those of its line and of its element in the slice.
  struct Update {
    Value outer, number, inner;
  };

  /// Emits atomics on the destination.
  void emitAtomics(IndexBuilder &h, kernel::AtomicKind kind);
  /// Emits a thread's atomic for each update.
  void emitGlobalAtomics(IndexBuilder &h, kernel::AtomicKind kind);
  /// Emits blocks that combine their updates in shared memory, for each of the
  /// `numElements` elements of the destination, before they access it.
  void emitBlockAtomics(IndexBuilder &h, kernel::AtomicKind kind,
                        int64_t numElements);

  /// Returns the type of the sorted indices: the narrowest one that has all
  /// indices in bounds and one that is not, since each byte is a pass of the
  /// sort.
  IntegerType getKeyType(IndexBuilder &h);
  /// Returns the indices as elements of that type.
  Value getKeys(IndexBuilder &h);
  void emitSorted(IndexBuilder &h);
  /// Combines the updates with those of `keys`, the sorted indices, that are
  /// equal.
  void emitSegments(IndexBuilder &h, Value keys, Value positions);
  /// Combines `old` and the sorted updates that have `key`, of which `first` is
  /// the first one.
  Value combineSegment(IndexBuilder &b, KernelBuilder &kernel,
                       const Update &first, Value key, Value old);

  /// States how the kernels of all forms obey hints. Returns the number of
  /// threads of a block.
  int64_t applyHints(int64_t threads, int64_t unroll, StringRef reason);
  /// Emits a kernel with a thread for each update, which has `unroll` updates
  /// in flight.
  void emit(IndexBuilder &h, ArrayRef<Value> buffers, int64_t unroll,
            function_ref<void(IndexBuilder &, KernelBuilder &, Update)> body);

  /// Returns a buffer with `count` elements.
  Value allocate(IndexBuilder &h, Type element);
  /// Returns the checked index that is element `i` of `buffer`.
  Value loadIndex(IndexBuilder &b, Value buffer, Value i);
  /// Position of an element of the slice at `index` in the destination.
  Value getPosition(IndexBuilder &b, const Update &update, Value index) {
    return b.add(b.mul(b.add(b.mul(update.outer, length), index), inner),
                 update.inner);
  }
  /// Position of an element of the update at `number`.
  Value getUpdatePosition(IndexBuilder &b, const Update &update, Value number) {
    Value line = b.add(b.mul(update.outer, numbers), number);
    return b.add(b.mul(line, inner), update.inner);
  }

  KernelModules &kernels;
  ScatterOp op;
  ScatterSchedule schedule;
  LineSizes sizes;
  Value count;
  Value updates, indices, output;
  SmallVector<Value> temporaries;
  // Values of the kernel.
  Value numbers, length, inner;
};

/// Returns the atomic that has the combiner's effect, if all targets have one.
std::optional<kernel::AtomicKind> getAtomicKind(ScatterOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SCATTERKERNELS_H
