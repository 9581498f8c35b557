//===- Tasks.cpp - Parts of an op that run on threads ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

void mlir::zyn::createTasks(OpBuilder &builder, Operation *op, ValueRange upper,
                            ValueRange steps, OpFoldResult work,
                            function_ref<void(OpBuilder &, ValueRange)> body) {
  // To wake threads takes as long as this.
  constexpr int64_t smallWork = 1 << 14;
  Location loc = op->getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> lower(upper.size(), zero);
  std::optional<int64_t> known = getConstantIntValue(work);
  if (op->getParentWithTrait<OpTrait::HasParallelRegion>() ||
      (known && *known <= smallWork))
    scf::buildLoopNest(
        builder, loc, lower, upper, steps,
        [&](OpBuilder &b, Location, ValueRange starts) { body(b, starts); });
  else
    scf::ParallelOp::create(
        builder, loc, lower, upper, steps,
        [&](OpBuilder &b, Location, ValueRange starts) { body(b, starts); });
}

Value mlir::zyn::getBufferPart(OpBuilder &builder, Location loc, Value buffer,
                               AffineMap map, ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> partOffsets, partSizes,
      strides(map.getNumResults(), builder.getIndexAttr(1));
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    bool isWhole = !loop || loop.getPosition() >= offsets.size();
    partOffsets.push_back(isWhole ? builder.getIndexAttr(0)
                                  : offsets[loop.getPosition()]);
    partSizes.push_back(isWhole
                            ? memref::getMixedSize(builder, loc, buffer, dim)
                            : sizes[loop.getPosition()]);
  }
  return memref::SubViewOp::create(builder, loc, buffer, partOffsets, partSizes,
                                   strides);
}
