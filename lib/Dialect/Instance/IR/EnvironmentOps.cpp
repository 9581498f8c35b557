//===- EnvironmentOps.cpp - What is outside of an instance ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::instance;

LogicalResult BufferReadOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult BufferWriteOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult BufferWriteOp::verify() {
  if (getBuffer() == Buffer::input)
    return emitOpError("expected 'shared' or 'output', found 'input'");
  return success();
}

LogicalResult AtomicUpdateOp::verify() {
  if (isa<FloatType>(getValue().getType()) && getKind() != AtomicKind::add)
    return emitOpError("expected 'add' for a float, found '")
           << stringifyAtomicKind(getKind()) << "'";
  return success();
}
