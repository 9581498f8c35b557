//===- RowStrips.h - Reduces the rows of a kernel's result ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSTRIPS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSTRIPS_H

#include "Combiner.h"

#include "Zyn/Dialect/Zyn/Analysis/RowReductions.h"

namespace mlir::zyn {

/// The columns of a strip. The last one of a row may have fewer.
inline constexpr int64_t kStripColumns = 32;

/// What a kernel does for the op that reduces its rows next.
struct ReducedRows {
  /// How rows are reduced; null if they are not.
  const RowReduction *reduction = nullptr;
  /// The arrays of one dimension for what is reduced of each strip, on the
  /// host.
  SmallVector<Value> strips = {};

  /// Whether the result is stored, and not only reduced.
  bool isStored() const { return !reduction || !reduction->isOnlyReader; }
};

/// Has `emit` emit a kernel that computes `result`, a buffer, and reduces its
/// rows, and makes the op of `reduction` reduce what is left of their strips.
/// `emit` gets a view without memory instead of a result that is not stored:
/// kernels may only use its sizes.
void emitWithStrips(
    IndexBuilder &h, RowReduction &reduction, Value result,
    function_ref<void(const ReducedRows &rows, Value result)> emit);

/// A part of a kernel that reduces strips of the rows of a result.
class RowStrips {
public:
  /// `buffers` are the strips, as arrays of one dimension.
  RowStrips(const RowReduction &reduction, SmallVector<Value> buffers);

  /// Reduces the strip of row `row`, of all rows of all matrices, that starts
  /// at `firstColumn`. Four neighboring lanes have two neighbors of each eight
  /// columns; `elements` are those of the thread. All lanes of the warp must
  /// execute this; the first one of a row gets the result.
  Elements reduce(IndexBuilder &b, ArrayRef<Value> elements, Value row,
                  Value firstColumn, Value lane) const;
  /// Stores what is left of that strip, by the first lane of the row, if the
  /// row `exists` and the column does.
  void store(IndexBuilder &b, ArrayRef<Value> reduced, Value row,
             Value firstColumn, Value lane, Value exists) const;

private:
  Elements getElements(IndexBuilder &b, Value element, Value row,
                       Value column) const;

  Block *elementBody;
  Combiner combiner;
  SmallVector<int64_t> shape; ///< of the input that is reduced
  SmallVector<Value> buffers;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSTRIPS_H
