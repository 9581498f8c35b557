//===- TransposingMaps.h - Maps that transpose ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_TRANSPOSINGMAPS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_TRANSPOSINGMAPS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/Builders.h"

namespace mlir::zyn {

/// Whether `map` only moves the elements of its input: the result is the
/// input, transposed as its map of the loops says.
bool isTransposing(MapOp map);

/// Creates such a map of `tensor`, whose dimensions are accessed by `access`, a
/// permutation of the loops. `init` is the destination. Returns the result.
Value createTransposingMap(OpBuilder &builder, Location loc, Value tensor,
                           AffineMap access, Value init);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_TRANSPOSINGMAPS_H
