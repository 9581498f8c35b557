//===- ComputeOp.cpp - The op zyn.compute ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

AffineMap ComputeOp::getDestinationMap(unsigned i) {
  return getMapOrIdentity(getDestinationMaps(), i, getNumLoops(), getContext());
}

bool ComputeOp::isChecked() { return !getUnchecked() && !isUnchecked(*this); }

unsigned ComputeOp::getNumIndexChecks() {
  unsigned checks = 0;
  if (!getUnchecked())
    getBody().walk([&](ElementOp element) {
      checks += element.getUnprovedDimensions().size();
    });
  return checks;
}

LogicalResult ComputeOp::verify() {
  if (getInits().empty())
    return emitOpError("expected at least one destination in 'outs'");
  if (!getDestinationMaps())
    return success();
  if (failed(verifyMaps(*this, "destination", getInits(), getDestinationMaps(),
                        getNumLoops())))
    return failure();
  for (unsigned i = 0, e = getInits().size(); i < e; ++i)
    if (AffineMap map = getDestinationMap(i); !map.isPermutation())
      return emitOpError("expected destination map #")
             << i
             << " to be a permutation of the loops, so that each element is "
                "computed once, found "
             << AffineMapAttr::get(map);
  return success();
}

/// Bodies work on scalars, one point at a time.
static LogicalResult verifyBodyOp(Operation *op) {
  if (op->hasTrait<OpTrait::HasParallelRegion>())
    return op->emitOpError("is a parallel loop in the body of 'zyn.compute'; "
                           "use scf.for, since only the loops of its "
                           "destinations are parallel");
  if (llvm::any_of(op->getRegions(), [](Region &region) {
        return !region.empty() && !region.hasOneBlock();
      }))
    return op->emitOpError("has a region of several blocks in the body of "
                           "'zyn.compute'; use scf.if, scf.for and scf.while");
  auto isArray = [](Type type) {
    return isa<TensorType, BaseMemRefType>(type);
  };
  for (Type type : op->getOperandTypes())
    if (isArray(type))
      return op->emitOpError("has an operand of type ")
             << type
             << " in the body of 'zyn.compute', which works on scalars; make "
                "it an input and read its elements with zyn.element";
  for (Type type : op->getResultTypes())
    if (isArray(type))
      return op->emitOpError("creates ")
             << type << " in the body of 'zyn.compute', which works on scalars";
  return success();
}

LogicalResult ComputeOp::verifyRegions() {
  if (failed(verifyBody(*this, *getBlock(), {}, getElementTypes(getInits()))))
    return failure();
  WalkResult walk = getBody().walk(
      [](Operation *op) { return WalkResult(verifyBodyOp(op)); });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> ComputeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getNumLoops(),
                                          utils::IteratorType::parallel);
}

OperandAccess ComputeOp::getOperandAccess(OpOperand &operand) {
  if (!isDpsInit(&operand))
    return OperandAccess::indirect();
  return OperandAccess(
      getDestinationMap(operand.getOperandNumber() - getInputs().size()));
}

unsigned ComputeOp::getNumBodyIndices() { return getNumLoops(); }
