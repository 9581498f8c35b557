//===- RowStrips.h - Reduces the rows of a product's result --- -*- C++ -*-===//
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

/// The columns of a strip. The parts of tiles that warps and warpgroups compute
/// have whole strips.
inline constexpr int64_t kStripColumns = 32;

/// Allocates the arrays in which the kernel of a product stores what is reduced
/// of each strip of columns.
SmallVector<Value> allocateStrips(IndexBuilder &h,
                                  const RowReduction &reduction);

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
