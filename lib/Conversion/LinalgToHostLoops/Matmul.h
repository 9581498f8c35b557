//===- Matmul.h - A matmul and its neighbors --------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMUL_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMUL_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::zyn {

/// `c += a * b` over one N dimension and any M, K and batch dimensions.
///
/// M and K may consist of several loops. Those of M are adjacent dimensions of
/// `c`, and those of K of `b`, so that these can be collapsed. `a` may be
/// accessed by windows: at any affine expressions of the loops.
struct Matmul {
  Location loc;
  Value a, b, c;
  AffineMap mapA, mapB, mapC;
  SmallVector<unsigned> m;
  unsigned n;
  SmallVector<unsigned> k;
  Type inputType, sumType;
  /// Whether the sums start at zero rather than with the contents of `c`.
  bool startsAtZero = false;
  /// The op that computes its results from `c`, if `c` is only a temporary.
  linalg::GenericOp epilogue;
};

/// Returns the dimensions of a buffer that is accessed through `map` which the
/// loops `loops` index, if they can be collapsed to one; none if `loops` do not
/// index it, and nullopt if it cannot be collapsed. `map` is a projected
/// permutation.
std::optional<ReassociationIndices>
getCollapsedDims(Value buffer, AffineMap map, ArrayRef<unsigned> loops);

/// Matches a contraction on buffers; returns nullopt if `op` is not one of this
/// form.
std::optional<Matmul> matchMatmul(linalg::LinalgOp op);

/// Fuses the fill before and the epilogue after the matmul into it. Adds `op`
/// and all ops that the matmul replaces to `erased`, users first. An epilogue
/// that may write to memory that the matmul reads is not fused: tiles are
/// computed in any order, and bufferization does reuse the buffer of a dead
/// operand for a later result.
void fuseNeighbors(Matmul &matmul, linalg::LinalgOp op, AliasAnalysis &aliases,
                   SmallVectorImpl<Operation *> &erased);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMUL_H
