//===- RowReductions.h - Reductions of the rows of results ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_ROWREDUCTIONS_H
#define ZYN_DIALECT_ZYN_ANALYSIS_ROWREDUCTIONS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir {
class RewriterBase;
}

namespace mlir::zyn {

/// An op on buffers that reduces the rows of a result, which the kernel that
/// computes it can do for strips of columns, so that the op only has to
/// combine what is left of each strip. The regions are copies, which use no
/// values from outside.
struct RowReduction {
  /// A `zyn.reduce` or `zyn.rows`, and the number of its input that is the
  /// result, or a view of it with the same rows.
  ComputeOpInterface op;
  unsigned input;
  /// Computes what is reduced from an element of the result. `zyn.index` is the
  /// index in the input. It may be executed for elements that do not exist.
  std::unique_ptr<Region> elements;
  /// Each combines some of the values that `elements` yields, in this order.
  SmallVector<std::unique_ptr<Region>> combiners;
  /// Whether nothing else reads the result.
  bool isOnlyReader = false;

  MemRefType getInputType() const {
    return cast<MemRefType>(op->getOperand(input).getType());
  }
  /// The types of what is reduced.
  SmallVector<Type> getTypes() const;
};

/// Returns the first reduction of the rows of the result of `writer`, the last
/// dimension, after it in the same block. All sizes must be known, and what is
/// reduced must be computed from one element of the result at a time. Returns
/// nullopt if there is none.
std::optional<RowReduction> findRowReduction(EpilogueOpInterface writer);

/// Makes the op reduce `strips`, one array for each value that is reduced. They
/// have the shape of the input, except for the number of strips instead of
/// columns.
void setStrips(RewriterBase &rewriter, RowReduction &reduction,
               ValueRange strips);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_ROWREDUCTIONS_H
