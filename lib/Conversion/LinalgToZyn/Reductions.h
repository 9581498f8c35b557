//===- Reductions.h - Combiners of reductions -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H
#define ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H

#include "IndexedTensor.h"

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

/// Returns the loops that index the destinations of `op`, in the order of their
/// dimensions, or failure if they are not the parallel loops, or not in the
/// same order for all of them.
FailureOr<LoopNumbers> getKeptLoops(linalg::LinalgOp op);

/// Creates a reduction of `values`, which the body of `op` computes, one for
/// each destination, to the destinations. Its combiner is empty.
ReduceOp createReduce(OpBuilder &builder, linalg::LinalgOp op,
                      ValueRange values, ArrayRef<unsigned> kept);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOZYN_REDUCTIONS_H
