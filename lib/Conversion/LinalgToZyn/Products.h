//===- Products.h - What sums of products have in common --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_PRODUCTS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_PRODUCTS_H

#include "IndexedTensor.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// Why the body of `op` is not that of a matmul or convolution of zyn, or ""
/// if it is: the products of elements of two inputs, sign-extended or with more
/// bits, are added to those of the destination.
StringRef getProductBodyObstacle(linalg::LinalgOp op);

/// What becomes of the sums of a product.
struct ProductDestination {
  /// The destination, with the dimensions of the op of zyn.
  Value init;
  /// Whether sums are added to its elements.
  bool accumulates = false;
  /// A tensor whose elements are added to the sums, or null, and the map to its
  /// indices from those of the destination.
  Value bias;
  AffineMap biasMap;

  ValueRange getEpilogueInputs() const {
    return bias ? ValueRange(bias) : ValueRange();
  }
  ArrayAttr getEpilogueMaps(Builder &builder) const {
    return bias ? builder.getAffineMapArrayAttr(biasMap) : ArrayAttr();
  }
  UnitAttr getAccumulate(Builder &builder) const {
    return accumulates ? builder.getUnitAttr() : UnitAttr();
  }
};

/// Returns the destination of the product `op`, whose dimensions are
/// `loops`, in groups that are collapsed. An init that is filled with zero is
/// not read, and one that is broadcast becomes the bias of an epilogue.
ProductDestination getProductDestination(OpBuilder &builder,
                                         linalg::LinalgOp op,
                                         ArrayRef<LoopNumbers> groups);

/// Emits the epilogue of `product` that adds a bias, if there is one.
void emitBias(OpBuilder &builder, ProductOpInterface product,
              const ProductDestination &destination);

/// Replaces `op` with the result of `product`, which has the dimensions of
/// `getProductDestination`.
void replaceProduct(RewriterBase &rewriter, linalg::LinalgOp op, Value product,
                    ArrayRef<LoopNumbers> groups);

/// Returns the sizes of groups of loops.
SmallVector<unsigned> getGroupSizes(ArrayRef<LoopNumbers> groups);
/// Returns the loops of all groups.
LoopNumbers concatenate(ArrayRef<LoopNumbers> groups);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_PRODUCTS_H
