//===- TensorCoreOps.cpp - A warp's matrix products -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::kernel;

LogicalResult MmaOp::verify() {
  Type lhs = cast<VectorType>(getLhs().getType()).getElementType();
  Type rhs = cast<VectorType>(getRhs().getType()).getElementType();
  if (lhs == rhs)
    return success();
  return emitOpError("expected A and B of one element type, found ")
         << lhs << " and " << rhs;
}

OpFoldResult MmaUnpackOp::fold(FoldAdaptor) {
  if (auto pack = getFragment().getDefiningOp<MmaPackOp>())
    return pack.getElements();
  return {};
}

OpFoldResult MmaPackOp::fold(FoldAdaptor) {
  auto unpack = getElements().getDefiningOp<MmaUnpackOp>();
  if (unpack && unpack.getFragment().getType() == getResult().getType())
    return unpack.getFragment();
  return {};
}
