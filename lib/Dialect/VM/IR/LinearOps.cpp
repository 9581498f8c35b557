//===- LinearOps.cpp - The op vm.linear -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

using namespace mlir;
using namespace mlir::vm;

LogicalResult LinearOp::verify() {
  Type wordType = cast<StateType>(getState().getType()).getWordType();
  if (getMatrix().getWordType() != wordType)
    return emitOpError("expected a matrix of ")
           << wordType << ", found " << getMatrix().getWordType();
  return success();
}

OpFoldResult LinearOp::fold(FoldAdaptor) {
  return getMatrix().getRows() == 0 ? getState() : OpFoldResult();
}

InstructionClass LinearOp::getInstructionClass() {
  return InstructionClass::Linear;
}
uint32_t LinearOp::getReadWords() { return getMatrix().getReadWords(); }
uint32_t LinearOp::getWrittenWords() { return getMatrix().getRows(); }
bool LinearOp::hasEffect() { return false; }
