//===- TopKKernel.h - What all forms of topk share ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_TOPKKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_TOPKKERNEL_H

#include "KernelBuilder.h"
#include "Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::zyn {

/// A selection from contiguous rows, of which at least one element is selected.
class TopKKernels {
public:
  TopKKernels(KernelModules &kernels, TopKOp op);

  KernelModules &kernels;
  TopKOp op;
  TopKSchedule schedule{kernels.target};
  /// The type of ordered keys, and the number of passes of the radix select.
  IntegerType orderedType;
  int64_t passes;
  /// Host values. The buffers have one dimension.
  Value input, values, indices;
  Value rows, length, selected;
  /// The number of candidates of each row that `values` and `indices` hold,
  /// unless lanes select the results: at least `selected`.
  Value capacity;

  /// Returns an unsigned integer that comes first if the key does.
  Value getOrdered(IndexBuilder &b, Value key);
  /// Stores a selected key and its index in the row.
  void store(IndexBuilder &b, Value key, Value index, Value values,
             Value indices, Value position);
};

/// Radix select by a block: finds the last selected key, the threshold, by
/// counting the digits of those keys that start as it does, from the highest
/// digit on (Alabi et al., "Fast K-Selection Algorithms for Graphics Processing
/// Units", 2012), and collects the selected elements in the order of their
/// indices. Each warp collects from a range of its own. If there are few keys
/// up to those that start as the threshold does, all of them are candidates,
/// and the remaining digits do not matter.
class TopKBlock {
public:
  /// The threshold, with zeros for the digits that are not known yet, and how
  /// many of the keys that start with it are selected, as i64. If no further
  /// digits matter, the number is negative.
  struct Selection {
    Value threshold, equal;
  };
  /// The greatest number of elements that are collected in a single pass.
  static constexpr int64_t maxFew = 256;

  /// Numbers of elements of a row, as i64.
  struct RowSizes {
    Value selected, capacity;
  };
  /// Numbers of keys before and at the threshold, as i64.
  struct Counts {
    Value before, equal;
  };

  TopKBlock(KernelBuilder &kernel, TopKKernels &topk, int64_t threads,
            Value input);

  /// The position of the digit of a pass.
  Value getShift(Value pass);
  /// Counts the digits in the `counters` of i32 in shared memory, which are
  /// cleared first. All threads have to execute this.
  void countDigits(Value begin, Value end, Value threshold, Value shift,
                   Value counters);
  /// Adds a digit to the threshold. `count` is that of the digit with the
  /// number of the thread, as i64. All threads have to execute this, only once
  /// in the program.
  Selection choose(Value count, Selection selection, Value shift,
                   RowSizes sizes);
  /// Whether further digits matter.
  Value isOpen(Selection selection) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, selection.equal,
                                 literal(0));
  }
  /// Stores the elements of a row from `begin` to `end` whose keys are not
  /// after the threshold, of which there are at most `maxFew`, in a single
  /// pass. All threads have to execute this.
  void collectFew(Value begin, Value end, Value threshold, Value values,
                  Value indices, Value first);
  /// Counts the keys with the indices that a warp has.
  Counts count(Value begin, Value end, Value threshold);
  /// Stores the selected elements with the indices that a warp has, of a row
  /// that starts at `row`, from position `first` on. `counts` are those of the
  /// row before `begin`.
  void collect(Value row, Value begin, Value end, Selection selection,
               Counts counts, Value values, Value indices, Value first);

  /// Returns the sum over the lanes of a warp.
  Value sumLanes(Value value);

  Value widen(Value index) {
    return b.createOrFold<arith::IndexCastUIOp>(b.getI64Type(), index);
  }
  Value literal(int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI64Type(), value);
  }

  Value thread, lane, warp, isDigitThread;

private:
  /// Builds a loop in which `group` neighboring threads, of which the thread is
  /// number `member`, load keys from `begin` to `end`, which all of them agree
  /// on. `body` gets the indices of the thread's keys, the ordered keys, and
  /// whether they exist.
  SmallVector<Value> forEachKey(
      Value begin, Value end, int64_t group, Value member, ValueRange initial,
      function_ref<SmallVector<Value>(ArrayRef<Value> positions,
                                      ArrayRef<Value> keys,
                                      ArrayRef<Value> exist, ValueRange state)>
          body);

  KernelBuilder &kernel;
  TopKKernels &topk;
  IndexBuilder &b;
  int64_t threads, unroll;
  Value input;
};

/// Selects from rows of up to 32 elements, and sorts the results.
void emitTopKLanes(IndexBuilder &h, TopKKernels &topk);
/// Selects from each row by a block of `threads` threads.
void emitTopKRows(IndexBuilder &h, TopKKernels &topk, int64_t threads);
/// Selects from each row by several blocks, in a launch for each digit.
void emitTopKBlocks(IndexBuilder &h, TopKKernels &topk);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_TOPKKERNEL_H
