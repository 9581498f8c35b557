//===- RuntimeChecks.cpp - Inserts run-time checks of sizes ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemovedChecks.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNINSERTRUNTIMECHECKS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Returns what messages call the expected size.
std::string describeExpected(ComputeOpInterface op,
                             const SizeConstraint &constraint) {
  if (constraint.formula)
    return constraint.description;
  const OperandDimension &source = constraint.sources[0];
  return ("that of dimension " + Twine(source.dim) + " of " +
          op.getOperandName(*source.operand))
      .str();
}

/// Returns the size that follows from the sizes of the sources.
Value computeExpected(OpBuilder &builder, Location loc,
                      const SizeConstraint &constraint) {
  SmallVector<Value> sizes = llvm::map_to_vector(
      constraint.sources, [&](const OperandDimension &source) -> Value {
        return builder.createOrFold<memref::DimOp>(loc, source.getValue(),
                                                   source.dim);
      });
  if (!constraint.formula)
    return sizes[0];
  SmallVector<Value> results =
      *affine::expandAffineMap(builder, loc, constraint.formula, sizes);
  return llvm::accumulate(ArrayRef(results).drop_front(), results.front(),
                          [&](Value x, Value y) -> Value {
                            return builder.createOrFold<arith::MaxSIOp>(loc, x,
                                                                        y);
                          });
}

void insertCheck(OpBuilder &builder, ComputeOpInterface op,
                 const SizeConstraint &constraint) {
  const OperandDimension &dimension = constraint.dimension;
  auto isKnown = [](const OperandDimension &size) {
    return !ShapedType::isDynamic(size.getStaticSize());
  };
  bool isSame = !constraint.formula &&
                dimension.getValue() == constraint.sources[0].getValue() &&
                dimension.dim == constraint.sources[0].dim;
  if (isSame ||
      (isKnown(dimension) && llvm::all_of(constraint.sources, isKnown)))
    return;
  Location loc = op.getLoc();
  Value size = builder.createOrFold<memref::DimOp>(loc, dimension.getValue(),
                                                   dimension.dim);
  Value expected = computeExpected(builder, loc, constraint);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        size, expected);
  std::string message =
      (getErrorPrefix(loc) + "size of dimension " + Twine(dimension.dim) +
       " of " + op.getOperandName(*dimension.operand) + " is not " +
       describeExpected(op, constraint))
          .str();
  cf::AssertOp::create(builder, loc, isEqual, message);
}

struct InsertRuntimeChecks
    : mlir::zyn::impl::ZynInsertRuntimeChecksBase<InsertRuntimeChecks> {
  void runOnOperation() override {
    RemovedChecks removed;
    getOperation()->walk([&](ComputeOpInterface op) {
      if (!op.hasPureBufferSemantics())
        return;
      OpBuilder builder(op, &removed);
      for (const SizeConstraint &constraint : op.getSizeConstraints())
        insertCheck(builder, op, constraint);
      removed.removeIfUnchecked(op);
      removed.countIfUnchecked(op, op.getNumIndexChecks());
    });
    removed.report();
  }
};

} // namespace
