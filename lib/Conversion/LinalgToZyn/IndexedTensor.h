//===- IndexedTensor.h - Tensors accessed by loops --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXEDTENSOR_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXEDTENSOR_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::zyn {

using LoopNumbers = SmallVector<unsigned>;

/// A tensor and the loops of a linalg op that index its dimensions, each of
/// which is indexed by a loop of its own.
struct IndexedTensor {
  Value tensor;
  LoopNumbers loops;
};

/// Returns the tensor `operand` of `op`, or failure if it is a scalar or has a
/// dimension that is not indexed by a loop of its own.
FailureOr<IndexedTensor> getIndexedTensor(linalg::LinalgOp op,
                                          OpOperand &operand);

/// Returns the tensor that `access` is a transposed or broadcast copy of, with
/// the loops that index it, or `access` if it is no copy. If
/// `includesExtensions`, a copy's elements may be extended floats.
IndexedTensor lookThroughCopies(IndexedTensor access,
                                bool includesExtensions = false);

/// Returns the tensor with its dimensions in the order of `loops`, transposing
/// it if necessary.
Value transposeTo(OpBuilder &builder, Location loc, const IndexedTensor &access,
                  ArrayRef<unsigned> loops);

/// Returns `tensor` with a dimension of size 1 for each 0 in `groupSizes`,
/// which describes the dimensions of the result.
Value insertUnitDimensions(OpBuilder &builder, Location loc, Value tensor,
                           ArrayRef<unsigned> groupSizes);

/// The inverse of `insertUnitDimensions`.
Value dropUnitDimensions(OpBuilder &builder, Location loc, Value tensor,
                         ArrayRef<unsigned> groupSizes);

/// Returns `tensor` with each group of neighboring dimensions collapsed to one.
/// A group without dimensions becomes a dimension of size 1.
Value collapseGroups(OpBuilder &builder, Location loc, Value tensor,
                     ArrayRef<unsigned> groupSizes);

/// The inverse of `collapseGroups`: returns `tensor` with the shape of
/// `original`.
Value expandGroups(OpBuilder &builder, Location loc, Value tensor,
                   Value original, ArrayRef<unsigned> groupSizes);

/// Returns the elements of a tensor that are all the same scalar, or null.
Value getFilledElement(Value tensor);

/// Returns a tensor with the shape of the tensor and its dimensions in the
/// order of `loops`, for an op that does not read it.
Value createDestination(OpBuilder &builder, Location loc,
                        const IndexedTensor &access, ArrayRef<unsigned> loops);

/// Clones the body of `op`, with `arguments` in place of those of its block and
/// the values that `getIndex` returns in place of `linalg.index`. Returns the
/// yielded values.
SmallVector<Value>
cloneLinalgBody(OpBuilder &builder, linalg::LinalgOp op, ValueRange arguments,
                function_ref<Value(OpBuilder &, unsigned loop)> getIndex);

/// Creates a map, whose body is emitted by `emitBody` and yields the values
/// that it returns.
MapOp createMap(
    OpBuilder &builder, Location loc, ValueRange inputs, ValueRange inits,
    ArrayRef<AffineMap> maps,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> emitBody);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_INDEXEDTENSOR_H
