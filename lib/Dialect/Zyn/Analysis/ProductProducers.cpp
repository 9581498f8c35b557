//===- ProductProducers.cpp - Maps that products may compute --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/ProductProducers.h"

#include "mlir/Analysis/AliasAnalysis/LocalAliasAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

/// The ops of a body that is computed for each use of an element, and between
/// a map and the matmul.
static constexpr unsigned kMostBodyOps = 16, kMostOpsBetween = 64;

/// Returns the map that alone writes `buffer`, an allocation that only `reader`
/// reads; or null.
static MapOp findOnlyWriter(Value buffer, Operation *reader) {
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return {};
  MapOp writer;
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    if (user == reader || isa<memref::DimOp, memref::DeallocOp>(user))
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

/// Whether two buffers may overlap. Upstream's analysis does not tell globals
/// and allocations apart.
static bool mayOverlap(MemrefValue a, MemrefValue b) {
  if (memref::skipViewLikeOps(a).getDefiningOp<memref::AllocOp>() &&
      memref::skipViewLikeOps(b).getDefiningOp<memref::GetGlobalOp>())
    return false;
  return !LocalAliasAnalysis().alias(a, b).isNo();
}

/// Whether `op` may change elements of `buffers`.
static bool mayWrite(Operation *op, ValueRange buffers) {
  if (isMemoryEffectFree(op))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(
      effects, [&](const MemoryEffects::EffectInstance &effect) {
        if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(
                effect.getEffect()))
          return false;
        auto written = dyn_cast_if_present<MemrefValue>(effect.getValue());
        return !written || llvm::any_of(buffers, [&](Value buffer) {
          return mayOverlap(written, cast<MemrefValue>(buffer));
        });
      });
}

MapOp mlir::zyn::findOperandProducer(OpOperand &operand) {
  Operation *product = operand.getOwner();
  Value buffer = operand.get();
  if (llvm::count(product->getOperands(), buffer) != 1)
    return {};
  MapOp map = findOnlyWriter(buffer, product);
  if (!map || map->getBlock() != product->getBlock() || !hasSimpleBody(map) ||
      mayWrite(product, map.getInputs()))
    return {};
  Operation *op = map->getNextNode();
  for (unsigned i = 0; op && op != product; ++i, op = op->getNextNode())
    if (i == kMostOpsBetween || mayWrite(op, map.getInputs()))
      return {};
  return op ? map : MapOp();
}
