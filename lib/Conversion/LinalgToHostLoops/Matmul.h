//===- Matmul.h - A matmul and its neighbors ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_PRODUCT_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_PRODUCT_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::zyn {

/// `c += a * b` over one M, N and K dimension and any batch dimensions.
struct Matmul {
  Location loc;
  Value a, b, c;
  AffineMap mapA, mapB, mapC;
  unsigned m, n, k;
  Type inputType, sumType;
  /// The sums start as zero, not as what is in `c`.
  bool startsAtZero = false;
  /// What is computed from `c`, where it is only a temporary.
  linalg::GenericOp epilogue;
};

/// Reads a contraction on buffers; nothing if `op` is not one of this form.
std::optional<Matmul> matchMatmul(linalg::LinalgOp op);

/// Takes the fill before and the epilogue after the matmul into it. `erased`
/// gets `op` and all ops that the matmul replaces, users first. An epilogue
/// that may write where the matmul reads stays apart: tiles are computed in
/// any order, and bufferization does give a dead factor's buffer to a later
/// result.
void absorbNeighbors(Matmul &matmul, linalg::LinalgOp op,
                     AliasAnalysis &aliases,
                     SmallVectorImpl<Operation *> &erased);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_PRODUCT_H
