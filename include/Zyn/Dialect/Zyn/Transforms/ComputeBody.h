//===- ComputeBody.h - Clones bodies of loop nests ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_COMPUTEBODY_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_COMPUTEBODY_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::zyn {

/// Whether the body of `op` has loops, so that a point takes longer.
bool hasSequentialLoops(ComputeOp op);

/// Builds the read of an element at `indices`, and checks of these.
using ElementReader =
    function_ref<Value(OpBuilder &builder, ElementOp op, ValueRange indices)>;

/// Clones the body of `op` for the point at `indices`, and returns the elements
/// that it yields. `mapping` has the values of those that the body uses from
/// outside, unless they remain the same.
SmallVector<Value> cloneComputeBody(OpBuilder &builder, ComputeOp op,
                                    ValueRange indices, IRMapping mapping,
                                    ElementReader readElement);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_COMPUTEBODY_H
