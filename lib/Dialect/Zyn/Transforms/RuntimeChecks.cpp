//===- RuntimeChecks.cpp - Inserts run-time checks of sizes ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNINSERTRUNTIMECHECKS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Returns "file:line:column: error: ", or "" if the source location is
/// unknown.
std::string getLocationPrefix(Operation *op) {
  auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return "";
  return (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
          Twine(loc.getColumn()) + ": error: ")
      .str();
}

void insertCheck(OpBuilder &builder, ComputeOpInterface op,
                 const SizeConstraint &constraint) {
  const OperandDimension &first = constraint.dimension;
  const OperandDimension &second = constraint.expected;
  bool isKnown = !ShapedType::isDynamic(first.getStaticSize()) &&
                 !ShapedType::isDynamic(second.getStaticSize());
  bool isSame =
      first.getValue() == second.getValue() && first.dim == second.dim;
  if (isKnown || isSame)
    return;
  Location loc = op.getLoc();
  Value firstSize =
      builder.createOrFold<memref::DimOp>(loc, first.getValue(), first.dim);
  Value secondSize =
      builder.createOrFold<memref::DimOp>(loc, second.getValue(), second.dim);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        firstSize, secondSize);
  std::string message =
      (getLocationPrefix(op) + "size of dimension " + Twine(first.dim) +
       " of " + op.getOperandName(*first.operand) +
       " is not that of dimension " + Twine(second.dim) + " of " +
       op.getOperandName(*second.operand))
          .str();
  cf::AssertOp::create(builder, loc, isEqual, message);
}

bool isUnchecked(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return false;
  auto constraints =
      function->getAttrOfType<ConstraintsAttr>(kConstraintsAttrName);
  return constraints && constraints.getUnchecked();
}

struct InsertRuntimeChecks
    : mlir::zyn::impl::ZynInsertRuntimeChecksBase<InsertRuntimeChecks> {
  void runOnOperation() override {
    getOperation()->walk([](ComputeOpInterface op) {
      if (!op.hasPureBufferSemantics() || isUnchecked(op))
        return;
      OpBuilder builder(op);
      for (const SizeConstraint &constraint : op.getSizeConstraints())
        insertCheck(builder, op, constraint);
    });
  }
};

} // namespace
