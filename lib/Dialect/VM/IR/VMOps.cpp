//===- VMOps.cpp - Verifiers of the vm ops --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::vm;

/// A position that is given twice would have two values.
static LogicalResult verifyPositions(LinearOp op, SparseElementsAttr matrix) {
  auto coordinates = matrix.getIndices().getValues<int64_t>();
  llvm::SmallDenseSet<std::pair<int64_t, int64_t>> seen;
  for (size_t i = 0; i + 1 < static_cast<size_t>(coordinates.size()); i += 2) {
    int64_t row = coordinates[i], column = coordinates[i + 1];
    if (!seen.insert({row, column}).second)
      return op.emitOpError("expected each position of the sparse matrix once, "
                            "found [")
             << row << ", " << column << "] twice";
  }
  return success();
}

LogicalResult LinearOp::verify() {
  ShapedType found = getMatrix().getShapedType();
  int64_t size = StateType::kNumWords;
  auto expected = RankedTensorType::get(
      {size, size}, cast<StateType>(getState().getType()).getWordType());
  if (found != expected)
    return emitOpError("expected a matrix of type ")
           << expected << ", found " << found;
  if (auto sparse = dyn_cast<SparseElementsAttr>(getMatrix()))
    return verifyPositions(*this, sparse);
  if (!isa<DenseElementsAttr>(getMatrix()))
    return emitOpError("expected a matrix given as dense or sparse elements, "
                       "found ")
           << getMatrix();
  return success();
}

#define GET_OP_CLASSES
#include "Zyn/Dialect/VM/IR/VMOps.cpp.inc"
