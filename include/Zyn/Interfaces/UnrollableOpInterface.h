//===- UnrollableOpInterface.h - Ops with loops --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_UNROLLABLEOPINTERFACE_H
#define ZYN_INTERFACES_UNROLLABLEOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

struct UnrollOptions {
  /// The unroll factor; 0 unrolls loops with a known trip count completely.
  uint64_t factor = 0;
  /// The maximum number of iterations of a loop that is unrolled completely.
  uint64_t maxIterations = 64;
  /// The maximum number of ops that a loop is unrolled to.
  uint64_t maxInstructions = 512;
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/UnrollableOpInterface.h.inc"

#endif // ZYN_INTERFACES_UNROLLABLEOPINTERFACE_H
