//===- ProductProducers.cpp - Maps that products may compute --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/ProductProducers.h"

#include "Zyn/Dialect/Zyn/Analysis/BufferWrites.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

/// The ops of a body that is computed for each use of an element.
static constexpr unsigned kMostBodyOps = 16;

MapOp mlir::zyn::findOnlyWriter(OpOperand &operand) {
  Value buffer = operand.get();
  auto view = buffer.getDefiningOp<memref::CollapseShapeOp>();
  if (view && view->hasOneUse())
    buffer = view.getSrc();
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return {};
  MapOp writer;
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    if (&use == &operand || (view && user == view) ||
        isa<memref::DimOp, memref::DeallocOp>(user))
      continue;
    auto map = dyn_cast<MapOp>(user);
    if (!map || writer || !map.isDpsInit(&use))
      return {};
    writer = map;
  }
  return writer;
}

/// Whether an element of the map is cheap to compute from elements of the
/// inputs.
static bool hasSimpleBody(MapOp map) {
  if (map.getInits().size() != 1 || map.getInputs().empty() ||
      map.getBlock()->getOperations().size() > kMostBodyOps)
    return false;
  for (Operation &op : map.getBlock()->without_terminator())
    if (isa<IndexOp>(op) || op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(map->getRegions(), captured);
  return llvm::all_of(
      captured, [](Value value) { return matchPattern(value, m_Constant()); });
}

MapOp mlir::zyn::findOperandProducer(OpOperand &operand) {
  Operation *product = operand.getOwner();
  MapOp map = findOnlyWriter(operand);
  if (!map || map->getBlock() != product->getBlock() || !hasSimpleBody(map) ||
      mayWrite(product, map.getInputs()) ||
      mayWriteBetween(map, product, map.getInputs()))
    return {};
  return map;
}
