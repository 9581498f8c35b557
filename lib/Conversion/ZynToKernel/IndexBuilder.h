//===- IndexBuilder.h - Index arithmetic and accesses --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// A quotient and its remainder.
struct Division {
  Value quotient, remainder;
};

/// One value for each array that is combined together, or several groups of
/// these.
using Elements = SmallVector<Value>;

/// Builds arithmetic on indices and folds constants immediately, so that no
/// arithmetic remains for static shapes.
class IndexBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value threadId(kernel::Dimension dimension);
  /// Returns the x index. Grids are one-dimensional, since x may have 2^31 - 1
  /// blocks, but y and z only 65535.
  Value blockId();

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value min(Value a, Value b);
  Value max(Value a, Value b);
  Value bitXor(Value a, Value b);
  Value land(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value mul(Value a, int64_t b) { return mul(a, constant(b)); }
  Value div(Value a, int64_t b) { return div(a, constant(b)); }
  Value rem(Value a, int64_t b) { return rem(a, constant(b)); }
  Value ceilDiv(Value a, int64_t b) { return ceilDiv(a, constant(b)); }
  Value ceilDiv(Value a, Value b);
  Division divide(Value a, Value b) { return {div(a, b), rem(a, b)}; }
  /// Converts an index below 2^32 to a number of 32 bits, and numbers back.
  Value narrow(Value index);
  Value widen(Value number);
  /// Divides numbers of at most 32 bits. Divisions of 64 bits are slower and,
  /// in machine code, calls: if a kernel calls a function, ptxas lets each
  /// `wgmma` wait for the one before, which takes 18 % longer.
  Division divideNarrow(Value a, Value b);
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

  /// Loads the element at `indices`, or a vector of `width` elements from
  /// there.
  Value load(Value memref, ValueRange indices, int64_t width = 1);
  void store(Value value, Value memref, ValueRange indices);

  /// Builds a branch without results, or only what is executed if `condition`
  /// is known.
  void buildIf(Value condition, function_ref<void()> buildThen,
               function_ref<void()> buildElse = nullptr);

  /// Clones the body of a zyn op with `elements` as its arguments and `indices`
  /// as the results of `zyn.index`. Returns the yielded values.
  SmallVector<Value> cloneBody(Block &body, ValueRange elements,
                               ValueRange indices = {});

  /// Clones the body of a loop nest for the point at `indices`. Elements of
  /// its inputs are loaded from `inputs`, at indices that are checked. Returns
  /// the yielded values.
  SmallVector<Value> cloneBody(ComputeOp op, ValueRange inputs,
                               ValueRange indices);

  /// Returns the values of the kernel for host values that bodies use.
  const IRMapping &getCaptures() const { return captures; }

protected:
  /// Maps host values that bodies use to values of the kernel.
  IRMapping captures;
};

/// Returns the indices that `map`, a projection, selects from `indices`.
SmallVector<Value> project(AffineMap map, ArrayRef<Value> indices);

/// Whether all buffers in `values` are contiguous and have no offset.
bool areContiguous(ValueRange values);

/// Returns the number of bits of an element in memory, or 0 if vector accesses
/// do not support its type.
int64_t getVectorizableBits(Type element);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_INDEXBUILDER_H
