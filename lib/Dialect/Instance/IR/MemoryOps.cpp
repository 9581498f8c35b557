//===- MemoryOps.cpp - Linear memory and its segments----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::instance;

LogicalResult MemoryOp::verify() {
  uint64_t minimum = getMinimum(), maximum = getMaximum().value_or(kMaxPages);
  if (minimum > kMaxPages || maximum > kMaxPages)
    return emitOpError("expected at most 65536 pages, found ")
           << std::max(minimum, maximum);
  if (minimum > maximum)
    return emitOpError("expected at least as many pages at most as at first, "
                       "found ")
           << minimum << " to " << maximum;
  return success();
}

LogicalResult LoadOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult StoreOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult MemorySizeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult MemoryGrowOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult MemoryFillOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols));
}

LogicalResult MemoryCopyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getDestinationAttr(), symbols) &&
                 lookUp<MemoryOp>(*this, getSourceAttr(), symbols));
}

LogicalResult MemoryInitOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<MemoryOp>(*this, getMemoryAttr(), symbols) &&
                 lookUp<DataOp>(*this, getDataAttr(), symbols));
}

LogicalResult DataDropOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(lookUp<DataOp>(*this, getDataAttr(), symbols));
}
