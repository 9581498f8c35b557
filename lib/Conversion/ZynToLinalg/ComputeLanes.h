//===- ComputeLanes.h - Loop nests on vectors of points ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_COMPUTELANES_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_COMPUTELANES_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Builds checks of the indices at which `element` reads.
void checkComputeIndices(OpBuilder &builder, ElementOp element,
                         ValueRange indices);

/// Loads the element that `element` reads at `indices`, and checks these.
Value loadComputeElement(OpBuilder &builder, ElementOp element,
                         ValueRange indices);

/// Returns how many neighboring points along `loop` the body of `op` can
/// compute at once, or 1 if it cannot: if branches and lengths of loops differ
/// between points, or if there are ops that have no vectors.
int64_t getComputeLanes(ComputeOp op, unsigned loop);

/// Computes and stores `lanes` points, the first of which is at `indices`.
void emitComputeLanes(OpBuilder &builder, ComputeOp op, ArrayRef<Value> indices,
                      unsigned loop, int64_t lanes);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_COMPUTELANES_H
