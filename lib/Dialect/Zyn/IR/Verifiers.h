//===- Verifiers.h - Shared verification of zyn ops ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_IR_VERIFIERS_H
#define ZYN_LIB_DIALECT_ZYN_IR_VERIFIERS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

inline ShapedType getShapedType(Value value) {
  return cast<ShapedType>(value.getType());
}

SmallVector<Type> getElementTypes(ValueRange values);

/// Returns the map of operand `i` of a group with optional maps, or the
/// identity of `numLoops` dimensions if there are no maps.
AffineMap getMapOrIdentity(std::optional<ArrayAttr> maps, unsigned i,
                           unsigned numLoops, MLIRContext *context);

/// Checks the maps of a group of operands, called `what` in messages: one map
/// for each operand, with one result for each of its dimensions, which is a
/// dimension of the destination. Without maps, operands must have the rank of
/// the destination.
LogicalResult verifyMaps(Operation *op, StringRef what, ValueRange operands,
                         std::optional<ArrayAttr> maps, unsigned numLoops);

/// Checks that the body takes `arguments`, yields `results`, and has no side
/// effects.
LogicalResult verifyBody(Operation *op, Block &body, ArrayRef<Type> arguments,
                         ArrayRef<Type> results);

/// Checks the dimension of `shaped` that elements of `indices` select from, and
/// their type.
LogicalResult verifyIndexedDimension(Operation *op, ShapedType shaped,
                                     ShapedType indices, int64_t dimension);

/// Checks the type of keys, which have an order.
LogicalResult verifyKeys(Operation *op, Type type);

/// Checks the element types, the destination and the epilogue's operands of an
/// op that sums products. Messages call A and B `operands`.
LogicalResult verifyProduct(ProductOpInterface op, StringRef operands);

/// Checks the region of the epilogue.
LogicalResult verifyEpilogue(ProductOpInterface op);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_IR_VERIFIERS_H
