//===- Verifiers.h - What verifiers of zyn ops share ---------- -*- C++ -*-===//
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

/// The map of operand `i` of a group with optional maps: the identity of
/// `numLoops` dimensions without them.
AffineMap getMapOrIdentity(std::optional<ArrayAttr> maps, unsigned i,
                           unsigned numLoops, MLIRContext *context);

/// Checks the maps of a group of operands, which messages call `what`: one for
/// each operand, with a result for each of its dimensions, that pick dimensions
/// of the destination. Without maps, operands have its rank.
LogicalResult verifyMaps(Operation *op, StringRef what, ValueRange operands,
                         std::optional<ArrayAttr> maps, unsigned numLoops);

/// The body takes `arguments`, yields `results`, and only computes.
LogicalResult verifyBody(Operation *op, Block &body, ArrayRef<Type> arguments,
                         ArrayRef<Type> results);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_IR_VERIFIERS_H
