//===- SortKernel.h - What all forms of sorts share ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_SORTKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_SORTKERNEL_H

#include "KernelBuilder.h"
#include "Schedule.h"

namespace mlir::zyn {

/// A sort of contiguous rows, at least one of them, with at least one element.
class SortKernels {
public:
  SortKernels(KernelModules &kernels, SortOp op);

  KernelModules &kernels;
  KernelHints &hints;
  SortOp op;
  SortSchedule schedule{kernels.target};
  SmallVector<Type> elements;
  /// Number of passes of a radix sort, which keys without a comparator have.
  int64_t passes = 0;
  /// Host values. The buffers have one dimension.
  SmallVector<Value> inputs, outputs;
  Value rows, length;

  Type getKeyType() { return elements[0]; }
  /// Bytes of the widest element, in shared memory.
  int64_t getElementBytes();
  /// Elements of a tile that a thread has.
  int64_t getItems();
  Elements load(IndexBuilder &b, ArrayRef<Value> buffers, Value index);
  void store(IndexBuilder &b, ValueRange values, ArrayRef<Value> buffers,
             Value index);
};

/// The buffers and sizes of a kernel.
struct SortKernel {
  SortKernel(IndexBuilder &h, SortKernels &sort, ArrayRef<int64_t> blockSize,
             ArrayRef<Value> inputs, ArrayRef<Value> outputs,
             ArrayRef<Value> hostSizes);

  KernelBuilder builder;
  SmallVector<Value> in, out, sizes;
};

/// Ranks the elements of a block by a digit of their keys: those of a warp are
/// neighbors, of which element `i` of lane `l` is number `32 * i + l`. After
/// Onesweep (Adinets and Merrill, "Onesweep: A Faster Least Significant Digit
/// Radix Sort for GPUs", 2022), which matches the digits of a warp.
class BlockRanking {
public:
  static constexpr int64_t digitBits = 8, digits = 1 << digitBits;

  BlockRanking(KernelBuilder &kernel, int64_t threads, int64_t items);

  /// Number of an element in the block.
  Value getNumber(int64_t item);
  /// Returns the digit of `key`; elements that are not `isValid` have the
  /// greatest digit.
  Value getDigit(SortOp op, Value key, Value shift, Value isValid);
  /// Ranks elements by their digits. `publish` is executed by the first 256
  /// threads, with the number of elements that have the thread's digit, before
  /// the ranks are known to others.
  void rank(ArrayRef<Value> digits, function_ref<void(Value count)> publish);
  /// The position of element `item` among the sorted elements of the block, as
  /// i32.
  Value getPosition(int64_t item);
  /// The position of the first element of the thread's digit, for the first 256
  /// threads.
  Value getDigitStart() { return digitStart; }
  /// The number of elements that have the thread's digit.
  Value getDigitCount() { return digitCount; }

  Value thread, lane, warp, isDigitThread;

private:
  static constexpr int64_t rankBits = 16;

  Value constant(int64_t value);
  Value getCounter(Value digit);

  KernelBuilder &kernel;
  IndexBuilder &b;
  int64_t warps, items;
  Value counters, warpSums;
  /// For each element, its digit above `rankBits` bits of its rank among the
  /// warp's elements with this digit. The address of its counter, which takes
  /// two registers, is not kept, since it depends on a value unpacked later.
  SmallVector<Value> packed;
  Value digitStart, digitCount;
};

/// Returns the digit of `key`, as i32, whose lowest bit is number `shift`, an
/// integer with as many bits as the key.
Value getDigit(IndexBuilder &b, SortOp op, Value key, Value shift);

/// Exclusive scan of the values, of type `value.getType()`, of the first 256
/// threads of a block. All threads of the block must execute this; those that
/// are not `participates` get an undefined result.
Value scanDigits(KernelBuilder &kernel, Value value, Value lane, Value warp,
                 Value participates);

/// Returns the position that the ordered key `own` has among the sorted ones of
/// the first `length` lanes of each group of `lanes` lanes.
Value rankLanes(IndexBuilder &b, Value own, Value lane, Value length,
                int64_t lanes);

/// Sorts short rows by lanes of a warp, or longer ones by blocks.
void emitSortLanes(IndexBuilder &h, SortKernels &sort);
void emitSortBlocks(IndexBuilder &h, SortKernels &sort, int64_t items);
/// Sorts rows of any length in one pass over memory for each digit.
void emitSortSweeps(IndexBuilder &h, SortKernels &sort);
/// Sorts rows of any length by the comparator.
void emitSortMerges(IndexBuilder &h, SortKernels &sort);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_SORTKERNEL_H
