//===- Axpy.cpp - The axpy dialect ----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axpy.h"

#include "mlir/IR/DialectImplementation.h"

#include "AxpyDialect.cpp.inc"

void axpy::AxpyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "AxpyOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "AxpyOps.cpp.inc"

using namespace mlir;

SmallVector<utils::IteratorType> axpy::AxpyOp::getLoopIteratorTypes() {
  return {utils::IteratorType::parallel};
}

zyn::OperandAccess axpy::AxpyOp::getOperandAccess(OpOperand &) {
  return zyn::OperandAccess(AffineMap::getMultiDimIdentityMap(1, getContext()));
}

bool axpy::AxpyOp::readsDestination(OpOperand &) { return true; }

void axpy::AxpyOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  zyn::getComputeEffects(*this, effects);
}
