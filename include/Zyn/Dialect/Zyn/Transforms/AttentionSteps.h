//===- AttentionSteps.h - Attention as several ops ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of zyn.attention to the host and to kernels share.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_ATTENTIONSTEPS_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_ATTENTIONSTEPS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn {

/// Creates matmuls, maps and reductions that compute the same as `op`, which is
/// on buffers, and keep all scores in memory.
void createAttentionSteps(OpBuilder &builder, AttentionOp op);

/// Creates a map of buffers that stores what `compute` returns for the elements
/// of `inputs`, which `maps` accesses; without it, all are identities.
void createMap(ImplicitLocOpBuilder &b, ValueRange inputs, ArrayAttr maps,
               Value destination, function_ref<Value(ValueRange)> compute);

/// Computes the epilogue of `op` for the result and the elements of the inputs,
/// `arguments`, and returns what is stored.
Value cloneEpilogue(OpBuilder &builder, AttentionOp op, ValueRange arguments);

/// Returns the scale of the scores, of the accumulator's type.
Value getAttentionScale(OpBuilder &builder, AttentionOp op);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_ATTENTIONSTEPS_H
