//===- Reductions.h - Combiners of reductions -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::zyn {

/// How a linalg op combines values into an element of a destination.
struct Reduction {
  /// What is combined at each point, in the body of the op.
  Value value;
  /// The op that combines it with the element. It is associative and
  /// commutative.
  Operation *combiner;
};

/// Returns how `op` computes each destination, or failure if one of them is
/// not a reduction with a known combiner.
FailureOr<SmallVector<Reduction>> getReductions(linalg::LinalgOp op);

/// Emits the block of a zyn op that combines elements with the combiners.
void emitCombiners(OpBuilder &builder, Location loc, Region &region,
                   ArrayRef<Reduction> reductions);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H
