//===- MergedRuns.h - Merges of sorted runs ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of zyn.sort with a comparator to the host and to kernels
// share. Merges are stable, and are divided where a diagonal crosses the merge
// path (Green, McColl and Bader, "GPU Merge Path", 2012).
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_MERGEDRUNS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_MERGEDRUNS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Two neighboring sorted runs, as the indices of their first elements and
/// those after their last ones.
struct Runs {
  Value first, firstEnd, second, secondEnd;
};

/// Returns whether the element at one index comes before that at another one.
using ComesBefore = function_ref<Value(Value, Value)>;

/// Returns the runs of `width` elements to whose merge the element at `index`
/// of a row of `length` elements belongs. The last run may be shorter or empty.
Runs getRuns(OpBuilder &builder, Location loc, Value index, Value width,
             Value length);

/// Returns how many of the first `diagonal` elements of the merged runs are of
/// the first run.
Value findSplit(OpBuilder &builder, Location loc, const Runs &runs,
                Value diagonal, ComesBefore comesBefore);

/// Builds the loop that merges `count` elements, of which the first one is
/// number `diagonal` of the merged runs. `move` copies the element at an index;
/// its second argument is the number of the element, from 0 on.
void mergeRuns(OpBuilder &builder, Location loc, const Runs &runs,
               Value diagonal, Value count, ComesBefore comesBefore,
               function_ref<void(Value, Value)> move);

/// Returns for each input of a sort whether its comparator uses the elements,
/// so that only these are loaded.
SmallVector<bool> getComparedInputs(SortOp op);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_MERGEDRUNS_H
