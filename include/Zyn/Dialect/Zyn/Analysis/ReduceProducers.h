//===- ReduceProducers.h - Maps that reductions make redundant  -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_REDUCEPRODUCERS_H
#define ZYN_DIALECT_ZYN_ANALYSIS_REDUCEPRODUCERS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Returns the map that sets all elements of destination `i` to a constant
/// before `op`, a reduction of arrays or of windows, reads them, or null.
/// Nothing else accesses them in between, so that the reduction can use the
/// constant instead. `value` is set to it.
MapOp findInitialization(ComputeOpInterface op, unsigned i, TypedAttr &value);

/// Returns the map that computes input `i` from indices and constants, or null.
/// Only reductions read this input, which can compute its elements instead:
/// argmax does not need an array of indices in memory. A reduction has at least
/// one input for which this returns null.
MapOp findGenerator(ReduceOp op, unsigned i);

/// Whether `map` is an initialization or a generator of reductions, with which
/// it is lowered.
bool isReduceProducer(MapOp map);

/// Erases a producer after its reductions have been lowered, and its buffer,
/// unless that has other users.
void eraseReduceProducer(RewriterBase &rewriter, MapOp map);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_REDUCEPRODUCERS_H
