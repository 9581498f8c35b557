//===- CausalMask.h - Masks of later keys -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_CAUSALMASK_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_CAUSALMASK_H

#include "MaskedRows.h"

namespace mlir::zyn {

/// If `condition`, which `body` computes, is that the index of the key is at
/// most that of the query plus a constant, returns this constant. `dimensions`
/// are those of zyn.attention's scores for each loop of the body.
std::optional<int64_t> matchCausal(const ScoreExpression::Condition &condition,
                                   const MaskBody &body,
                                   ArrayRef<int64_t> dimensions);

/// If the mask of `op` is such a condition for all batches and heads, and the
/// last query and the last key are at the same position, makes the op causal
/// instead.
LogicalResult replaceCausalMask(AttentionOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_CAUSALMASK_H
