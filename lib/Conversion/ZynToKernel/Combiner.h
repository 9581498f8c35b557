//===- Combiner.h - Combines the elements of threads ---------- -*- C++ -*-===//
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

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINER_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINER_H

#include "IndexBuilder.h"

namespace mlir::zyn {

/// The elements that a thread accumulates: those at `position`, `position` +
/// `stride`, and so on, below `size`, which is at least 1. `load` loads an
/// element, which may have several lanes for each array, and `fold` makes
/// `groups` accumulators for each array from several that were loaded.
struct StridedElements {
  Value position, stride, size;
  int64_t unroll; ///< loads that are in flight at the same time
  int64_t groups;
  function_ref<Elements(Value index)> load;
  function_ref<Elements(ArrayRef<Elements> loaded)> fold;
};

/// Combines the elements of several arrays with the regions of one reduction,
/// or of several, one after the other. A group has one element of each array.
class Combiner {
public:
  /// Each of `blocks` has the accumulators and the elements of some of the
  /// arrays as arguments; `elements` are the types of all accumulators.
  Combiner(ArrayRef<Block *> blocks, ArrayRef<Type> elements)
      : count(elements.size()), elements(elements), blocks(blocks) {}

  /// Number of arrays that are combined together.
  unsigned count;
  /// The types of the accumulators, which arrays may be narrower than.
  SmallVector<Type> elements;

  Elements combine(IndexBuilder &b, ValueRange left, ValueRange right);
  /// Combines `values` pairwise, neighbors first.
  Elements combineTree(IndexBuilder &b, SmallVector<Elements> values);
  /// Combines several groups of `count` values pairwise.
  Elements combineAll(IndexBuilder &b, ValueRange values);
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

private:
  SmallVector<Block *> blocks;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINER_H
