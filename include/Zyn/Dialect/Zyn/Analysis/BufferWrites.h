//===- BufferWrites.h - Ops that may change buffers ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_BUFFERWRITES_H
#define ZYN_DIALECT_ZYN_ANALYSIS_BUFFERWRITES_H

#include "mlir/IR/Operation.h"

namespace mlir::zyn {

/// Whether `op` may change elements of `buffers`.
bool mayWrite(Operation *op, ValueRange buffers);

/// Whether ops between `first` and `last` may change elements of `buffers`.
/// That is assumed if there are many, or if `last` is not after `first` in the
/// same block.
bool mayWriteBetween(Operation *first, Operation *last, ValueRange buffers);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_BUFFERWRITES_H
