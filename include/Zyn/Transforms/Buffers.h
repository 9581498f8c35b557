//===- Buffers.h - Views and copies of buffers ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_BUFFERS_H
#define ZYN_TRANSFORMS_BUFFERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::zyn {

/// Returns the op that frees `alloc` in the same block, or null. Nothing else
/// frees it.
memref::DeallocOp findDeallocation(memref::AllocOp alloc);

/// Returns the bytes of a buffer with static sizes, or nullopt if they do not
/// fit into 64 bits.
std::optional<int64_t> getStaticBytes(MemRefType type,
                                      const DataLayout &layout);

/// Creates a one-dimensional view of `memref`, which must be contiguous, but
/// may have any rank and an offset.
Value flattenBuffer(OpBuilder &builder, Location loc, Value memref);

/// The sizes of contiguous arrays, seen as arrays of three dimensions: the
/// product of the dimensions before one of them, this one, and the product of
/// those after it.
struct LineSizes {
  Value outer, length, inner;
};

/// Returns the sizes of `buffers`, which have the same shape. Those that are
/// known of any of them are constants.
LineSizes getLineSizes(OpBuilder &builder, Location loc, ValueRange buffers,
                       int64_t dim);

/// One-dimensional, contiguous views of buffers. Those that are not contiguous
/// are represented by copies.
class ContiguousBuffers {
public:
  ContiguousBuffers(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// Returns a view or a copy of `buffer`.
  Value get(Value buffer);
  /// Returns a view of `buffer`, or a temporary buffer that `finish` copies to
  /// it, with its elements if `isRead`.
  Value getWritable(Value buffer, bool isRead);
  /// Returns a new copy of the elements of `buffer`.
  Value copy(Value buffer);
  /// Writes back and frees the temporary buffers.
  void finish();

private:
  Value allocate(Value buffer);

  OpBuilder &builder;
  Location loc;
  SmallVector<Value> temporaries;
  SmallVector<std::pair<Value, Value>> written; ///< temporary, buffer
};

} // namespace mlir::zyn

#endif // ZYN_TRANSFORMS_BUFFERS_H
