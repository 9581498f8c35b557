//===- SortedRows.h - Rows of keys and their order ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of zyn.sort and zyn.topk to the host and to kernels share.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_SORTEDROWS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_SORTEDROWS_H

#include "mlir/IR/Builders.h"

namespace mlir::zyn {

/// Returns an unsigned integer, with as many bits as `key`, whose order is that
/// of the keys: equal keys have equal integers. Keys are integers and floats as
/// `zyn.sort` supports them.
Value getOrderedKey(OpBuilder &builder, Location loc, Value key,
                    bool isDescending);

/// Returns a key of type `type` that no other one comes after.
TypedAttr getLastKey(Type type, bool isDescending);

/// Returns a view of a one-dimensional buffer of `count` rows with `length`
/// elements, with a dimension for each.
Value viewRows(OpBuilder &builder, Location loc, Value buffer, Value count,
               Value length);

/// The lines of buffers along a dimension as contiguous rows, one after the
/// other. If they are not, they are copied by maps.
class ContiguousRows {
public:
  ContiguousRows(OpBuilder &builder, Location loc, int64_t dim)
      : builder(builder), loc(loc), dim(dim) {}

  /// Returns a one-dimensional buffer with the rows of `buffer`.
  Value getInput(Value buffer);
  /// Returns a one-dimensional buffer for the rows of `buffer`.
  Value getOutput(Value buffer);
  /// Stores the rows of outputs and frees the copies.
  void finish();

private:
  bool areContiguous(Value buffer);
  Value allocate(Value buffer);
  /// Copies lines to rows, or rows to lines.
  void copy(Value source, Value target, bool toRows);

  OpBuilder &builder;
  Location loc;
  int64_t dim;
  SmallVector<Value> copies;
  SmallVector<std::pair<Value, Value>> written; ///< rows, buffer
};

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_SORTEDROWS_H
