//===- CountedLoops.h - Loops in chunks of iterations --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_INSTANCETOKERNEL_COUNTEDLOOPS_H
#define ZYN_LIB_CONVERSION_INSTANCETOKERNEL_COUNTEDLOOPS_H

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/APInt.h"

#include <optional>

namespace mlir::zyn {

/// A loop whose last block goes back to the first one if a value that changes
/// by a constant in each iteration has not reached a limit that is the same in
/// all iterations.
class CountedLoop {
public:
  /// Returns nothing for another loop, and for one that may miss its limit.
  static std::optional<CountedLoop> match(CFGLoop &loop);

  /// Makes this a loop of at most 1,024 iterations within another one, whose
  /// first block, which is returned, computes the limit of the next ones.
  Block *splitIterations();

private:
  CountedLoop() = default;
  bool matchCounter(Value tested);
  Value buildLimit(OpBuilder &builder, Value counter);

  Block *header;
  /// At the end of the last block.
  cf::CondBranchOp branch;
  /// The loop goes on if `predicate` holds for `tested` and `limit`.
  arith::CmpIPredicate predicate;
  Value tested, limit;
  /// The argument of the header that changes by `step`. It is `tested`, or less
  /// by `offset`.
  unsigned counter;
  llvm::APInt step, offset;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_INSTANCETOKERNEL_COUNTEDLOOPS_H
