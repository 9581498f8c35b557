//===- IndexOp.cpp - The op zyn.index -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult IndexOp::verify() {
  auto parent = dyn_cast_or_null<ComputeOpInterface>((*this)->getParentOp());
  unsigned numIndices = parent ? parent.getNumBodyIndices() : 0;
  if (numIndices == 0)
    return emitOpError("expected to be in a body that may depend on indices, "
                       "such as that of zyn.map");
  if (getDimension() >= numIndices)
    return emitOpError("expected a dimension below ")
           << numIndices << ", found " << getDimension();
  return success();
}
