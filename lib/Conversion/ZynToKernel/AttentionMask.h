//===- AttentionMask.h - Masks of scores in registers --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONMASK_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONMASK_H

#include "AttentionWork.h"

namespace mlir::zyn {

/// The mask of an attention in a kernel.
class AttentionMask {
public:
  /// `mask` is the kernel's argument.
  AttentionMask(AttentionOp op, Value mask);

  /// Returns the factor that turns products of queries and keys into exponents
  /// of 2. The size of a head is known.
  static double getFactor(AttentionOp op);
  /// Returns what is left of that factor after a mask, if there is one, was
  /// applied: products are scaled before a mask is added.
  static double getFactorAfter(AttentionOp op);

  /// Applies the mask to the scores of a block that `thread` holds. Queries and
  /// keys that do not exist get the mask of others.
  void apply(IndexBuilder &b, MutableArrayRef<Value> scores,
             const AttentionGrid &grid, const AttentionWork &work, Value block,
             Value thread) const;

private:
  AffineMap map;
  double factor;
  Value mask;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONMASK_H
