//===- IndexBuilder.h - Arithmetic on indices, and accesses --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Arithmetic on indices that folds constants as it goes, so that static
/// shapes leave no arithmetic behind.
class IndexBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value threadId(kernel::Dimension dimension);
  /// Grids are one-dimensional: only x is limited to 2^31 - 1 rather than 65535
  /// blocks.
  Value blockId();

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value min(Value a, Value b);
  Value bitXor(Value a, Value b);
  Value land(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value mul(Value a, int64_t b) { return mul(a, constant(b)); }
  Value div(Value a, int64_t b) { return div(a, constant(b)); }
  Value rem(Value a, int64_t b) { return rem(a, constant(b)); }
  Value ceilDiv(Value a, int64_t b) { return ceilDiv(a, constant(b)); }
  Value ceilDiv(Value a, Value b);
  /// Unsigned comparisons.
  Value less(Value a, Value b);
  Value lessEqual(Value a, Value b);
  Value equal(Value a, Value b);

  /// Size of dimension `dim` of `memref`.
  Value size(Value memref, int64_t dim);
  /// Sizes of all dimensions of `memref`.
  SmallVector<Value> sizes(Value memref);
  /// Product of the sizes.
  Value product(ValueRange sizes);
  /// Splits a linear index into one index for each of `sizes`, the last
  /// changing fastest.
  SmallVector<Value> delinearize(Value linear, ArrayRef<Value> sizes);

  /// The element at `indices`, or a vector of the `width` elements from there.
  Value load(Value memref, ValueRange indices, int64_t width = 1);
  void store(Value value, Value memref, ValueRange indices);

  /// Clones a zyn body: `elements` for its arguments, `indices` for
  /// `zyn.index`. Returns what it yields.
  SmallVector<Value> cloneBody(Block &body, ValueRange elements,
                               ValueRange indices = {});

protected:
  /// Host values that zyn bodies use, as the kernel has them.
  IRMapping captures;
};

/// The indices that `map`, a projection, picks of `indices`.
SmallVector<Value> project(AffineMap map, ArrayRef<Value> indices);

/// Whether all `values`, buffers, are contiguous from their first element on.
bool areContiguous(ValueRange values);

/// The number of bits of an element in memory; 0 where vector accesses do not
/// work.
int64_t getVectorizableBits(Type element);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H
