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
  /// `scale` is that of the scores. `mask` is the kernel's argument.
  AttentionMask(AttentionOp op, double scale, Value mask)
      : map(op.getMaskMapOrIdentity()), scale(scale), mask(mask) {}

  /// Whether masks of `op` are added, to scores that are scaled before.
  static bool isAdded(AttentionOp op);

  /// Applies the mask to `scores`, an accumulator whose first element of the
  /// thread is that of `query` and `key`. Queries and keys that do not exist
  /// get the mask of others.
  Value apply(IndexBuilder &b, Value scores, const AttentionWork &work,
              const AttentionGrid &grid, Value query, Value key) const;

private:
  AffineMap map;
  double scale;
  Value mask;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONMASK_H
