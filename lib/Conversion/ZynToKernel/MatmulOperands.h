//===- MatmulOperands.h - Operands that kernels can access ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H

#include "MatmulEmitter.h"
#include "PaddedCopies.h"

namespace mlir::zyn {

/// Returns a view of a result that TMA accepts, or null if its rows are known
/// not to be aligned.
Value getTmaView(IndexBuilder &h, Value buffer);

/// The operands and the result of a matmul, or copies of operands that kernels
/// cannot access:
/// - rows that are not aligned are padded;
/// - operands are transposed if K must be their last dimension;
/// - for `precision = tf32x3`, an operand becomes three parts along K, such
///   that the product of the parts is the sum of the three products.
class MatmulOperands {
public:
  /// Creates the copies.
  MatmulOperands(IndexBuilder &h, const MatmulEmitter &emitter, MatmulOp op);

  const AlignedMatmul &get() const { return matmul; }

  /// Frees the copies.
  void finish(IndexBuilder &h);

private:
  AlignedOperand prepare(IndexBuilder &h, const MatmulEmitter &emitter,
                         bool isLhs);
  Value alignRows(IndexBuilder &h, const MatmulEmitter &emitter, Value buffer,
                  bool isLhs);
  Value copyWithKInnermost(IndexBuilder &h, Value buffer, bool isKInnermost);
  Value splitIntoParts(IndexBuilder &h, Value buffer, bool isKInnermost,
                       bool isLhs);

  MatmulOp op;
  AlignedMatmul matmul;
  SmallVector<PaddedCopy, 2> copies;
  SmallVector<Value, 3> allocations;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H
