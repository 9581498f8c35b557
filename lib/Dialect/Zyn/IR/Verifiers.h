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

/// Checks the numbers of inputs and destinations of a reduction, and that a
/// destination has the element type of its input.
LogicalResult verifyReduction(Operation *op, ValueRange inputs,
                              ValueRange inits);

/// Checks that `dimensions` are some of the `rank` ones, in increasing order.
LogicalResult verifyReducedDimensions(Operation *op,
                                      ArrayRef<int64_t> dimensions,
                                      int64_t rank);

/// Checks a combiner of `elements`. The first arguments, the accumulators, may
/// be wider floats.
LogicalResult verifyCombiner(Operation *op, Block &body,
                             ArrayRef<Type> elements);

/// Checks that the attribute `name` has `count` numbers of at least `least`,
/// which are not so large that sizes overflow. `meaning` says what they are.
LogicalResult verifyNumbers(Operation *op, StringRef name,
                            ArrayRef<int64_t> numbers, size_t count,
                            StringRef meaning, int64_t least);

/// Returns the map from `numSizes` sizes to 0 and the number of windows in a
/// dimension of an array, whichever is greater. `padded` and `window` are the
/// sizes of the array with its padding and of a window.
AffineMap getNumWindows(unsigned numSizes, AffineExpr padded, AffineExpr window,
                        int64_t stride, int64_t dilation);

/// Checks the element type of `indices`, called `what` in messages.
LogicalResult verifyIndexType(Operation *op, StringRef what,
                              ShapedType indices);

/// Checks the dimension of `shaped` that elements of `indices` select from, and
/// their type.
LogicalResult verifyIndexedDimension(Operation *op, ShapedType shaped,
                                     ShapedType indices, int64_t dimension);

/// Checks the type of keys, which have an order.
LogicalResult verifyKeys(Operation *op, Type type);

/// Checks the element types, the destination and the epilogue's operands of an
/// op that sums products. Messages call A and B `operands`.
LogicalResult verifyProduct(ProductOpInterface op, StringRef operands);

/// Checks the epilogue's operands, without the region.
LogicalResult verifyEpilogueInputs(EpilogueOpInterface op);

/// Checks the region of the epilogue.
LogicalResult verifyEpilogue(EpilogueOpInterface op);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_IR_VERIFIERS_H
