//===- IndexedAccess.cpp - Accesses at the values of indices --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult zyn::verifyIndexType(Operation *op, StringRef what,
                                   ShapedType indices) {
  Type type = indices.getElementType();
  if (!type.isIndex() &&
      !(type.isSignlessInteger() &&
        llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth())))
    return op->emitOpError("expected ")
           << what << " of i8, i16, i32, i64 or index, found " << type;
  return success();
}

LogicalResult zyn::verifyIndexedDimension(Operation *op, ShapedType shaped,
                                          ShapedType indices,
                                          int64_t dimension) {
  int64_t rank = shaped.getRank();
  if (rank == 0)
    return op->emitOpError("expected a dimension to index, found ") << shaped;
  if (dimension < 0 || dimension >= rank)
    return op->emitOpError("expected a dimension from 0 to ")
           << rank - 1 << ", found " << dimension;
  return verifyIndexType(op, "indices", indices);
}

std::string zyn::describeBadIndex(ComputeOpInterface op, OpOperand &indices,
                                  const OperandDimension &dimension) {
  return ("an index of " + op.getOperandName(indices) +
          " is out of bounds of dimension " + Twine(dimension.dim) + " of " +
          op.getOperandName(*dimension.operand))
      .str();
}
