//===- AttentionResult.h - Destinations of attention ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H

#include "AttentionSoftmax.h"
#include "AttentionWork.h"

namespace mlir::zyn {

/// The destinations of attention in a kernel.
struct AttentionResult {
  const AttentionGrid &grid;
  const AttentionSoftmax &softmax;
  Value destination, logSumExp; ///< the latter may be null

  /// Stores the results of the sums that `thread` holds.
  void store(IndexBuilder &b, const AttentionWork &work, Value thread,
             const SoftmaxRows &rows, SmallVector<Value> sums) const;

  /// Stores the log-sum-exps of the rows of `thread`, if there is a destination
  /// for them.
  void storeLogSumExps(IndexBuilder &b, const AttentionWork &work, Value thread,
                       const SoftmaxRows &rows) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONRESULT_H
