//===- Tasks.h - Parts of an op that run on threads -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op is divided into smaller ones, which access parts of its buffers, so
// that what their steps exchange stays in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOLINALG_TASKS_H
#define ZYN_LIB_CONVERSION_ZYNTOLINALG_TASKS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::zyn {

/// Creates loops from 0 to `upper`. `body` gets the first iterations of a task.
/// Tasks run on threads, unless `op`, whose place they take, already does so,
/// or unless `work`, the number of elements that it computes with, is known and
/// small.
void createTasks(OpBuilder &builder, Operation *op, ValueRange upper,
                 ValueRange steps, OpFoldResult work,
                 function_ref<void(OpBuilder &, ValueRange)> body);

/// Returns the view of `buffer`, which is accessed at `map` of some loops, that
/// the loops access whose first iterations and numbers are given. Dimensions
/// that are none of these loops are whole.
Value getBufferPart(OpBuilder &builder, Location loc, Value buffer,
                    AffineMap map, ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOLINALG_TASKS_H
