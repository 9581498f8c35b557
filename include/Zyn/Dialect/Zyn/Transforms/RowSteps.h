//===- RowSteps.h - Rows as maps and reductions --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// The values of the body that are in buffers, and how these are indexed by the
/// loops of `zyn.rows`.
using StoredRowValues = DenseMap<Value, std::pair<Value, AffineMap>>;

/// Computes reductions that belong to the same pass. Returns a buffer for each
/// result, which has the dimensions of the rows.
using CreateRowReductions = function_ref<SmallVector<Value>(
    ArrayRef<ReduceRowOp> reductions, const StoredRowValues &stored)>;

/// Creates maps and reductions on buffers that compute the same as `op`, which
/// is on buffers, too. What they exchange is in buffers that are freed again.
/// If it is given, `createReductions` is used instead of `zyn.reduce`, which
/// needs a buffer of all elements that it combines.
void createRowSteps(OpBuilder &builder, RowsOp op,
                    CreateRowReductions createReductions = nullptr);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_ROWSTEPS_H
