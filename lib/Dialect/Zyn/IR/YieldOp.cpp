//===- YieldOp.cpp - The op zyn.yield -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult YieldOp::verify() {
  if (!isa_and_nonnull<ComputeOpInterface, ReduceRowOp>((*this)->getParentOp()))
    return emitOpError("expected to terminate the body of a zyn op");
  return success();
}
