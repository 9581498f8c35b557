//===- MatmulOperands.h - Operands that TMA can access ---------- -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H

#include "MatmulEmitter.h"

namespace mlir::zyn {

/// A buffer whose rows are padded to a multiple of 16 bytes, as TMA requires.
/// TMA does not access the padding, since the view does not include it.
struct PaddedBuffer {
  /// Allocates it unless `isNeeded` is false at run time.
  PaddedBuffer(IndexBuilder &h, Type element, ArrayRef<Value> sizes,
               Value isNeeded = Value());

  Value getView(IndexBuilder &h) const;

  Value allocation;

private:
  SmallVector<OpFoldResult> sizes, strides;
};

/// The operands and the result of a matmul, or copies of those that kernels
/// cannot access:
/// - rows that are not aligned are padded;
/// - operands are transposed if K must be their last dimension;
/// - for `precision = tf32x3`, an operand becomes three parts along K, such
/// that
///   the product of the parts is the sum of the three products.
class MatmulOperands {
public:
  /// Creates the copies of the operands.
  MatmulOperands(IndexBuilder &h, const MatmulEmitter &emitter, MatmulOp op);

  AlignedMatmul get() const;

  /// Copies the result to its destination if necessary and frees the copies.
  void finish(IndexBuilder &h);

private:
  struct View {
    Value buffer, view;
    Value isPadded;   ///< null if known to be false
    Value allocation; ///< null if the view is that of the buffer
  };

  static View alignRows(IndexBuilder &h, Value buffer);
  static View copyWithKInnermost(IndexBuilder &h, Value buffer,
                                 bool isKInnermost);
  static View splitIntoParts(IndexBuilder &h, Value buffer, bool isKInnermost,
                             bool isLhs);
  AlignedOperand prepare(IndexBuilder &h, const MatmulEmitter &emitter,
                         bool isLhs);

  MatmulOp op;
  SmallVector<View, 3> views;
  AlignedOperand lhs, rhs;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULOPERANDS_H
