//===- ReduceProducers.cpp - Maps that reductions make redundant ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on buffers. An allocation has no other names than its users, so that
// these are all the ops that may access it.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns whether `a` is before `b`, another op of its block. Patterns that
/// insert ops between others make the block number all of its ops again, so
/// that neighbors are looked for first.
static bool isBefore(Operation *a, Operation *b) {
  constexpr unsigned maxDistance = 256;
  Operation *previous = a, *next = a;
  for (unsigned i = 0; i < maxDistance && (previous || next); ++i) {
    previous = previous ? previous->getPrevNode() : nullptr;
    next = next ? next->getNextNode() : nullptr;
    if (previous == b || next == b)
      return next == b;
  }
  return a->isBeforeInBlock(b);
}

/// Returns the only destination of `map` if it is an allocation and there are
/// no inputs.
static Value getGeneratedBuffer(MapOp map) {
  if (!map.getInputs().empty() || map.getInits().size() != 1 ||
      !map.getInits()[0].getDefiningOp<memref::AllocOp>())
    return {};
  return map.getInits()[0];
}

//===----------------------------------------------------------------------===//
// Initializations
//===----------------------------------------------------------------------===//

/// Returns the constant that `map` stores in all elements, or null.
static TypedAttr getConstant(MapOp map) {
  Attribute value;
  if (!getGeneratedBuffer(map) ||
      !matchPattern(map.getBlock()->getTerminator()->getOperand(0),
                    m_Constant(&value)))
    return {};
  // Those of other types, such as complex numbers, are no constants of arith.
  return isa<IntegerAttr, FloatAttr>(value) ? cast<TypedAttr>(value)
                                            : TypedAttr();
}

MapOp mlir::zyn::findInitialization(ComputeOpInterface op, unsigned i,
                                    TypedAttr &value) {
  Value buffer = op.getDpsInits()[i];
  MapOp found;
  for (Operation *user : buffer.getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor)
      return {};
    if (user == op || isa<memref::DimOp>(user) || isBefore(op, ancestor))
      continue;
    auto map = dyn_cast<MapOp>(user);
    if (!map || found || ancestor != user)
      return {};
    found = map;
  }
  if (!found || llvm::count(op->getOperands(), buffer) != 1)
    return {};
  value = getConstant(found);
  return value ? found : MapOp();
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

/// Whether the body of `map` only depends on indices and constants.
static bool isGenerator(MapOp map) {
  if (!getGeneratedBuffer(map))
    return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(map->getRegions(), captured);
  return llvm::all_of(
      captured, [](Value value) { return matchPattern(value, m_Constant()); });
}

/// Whether `user` reads `buffer` as an input of a reduction after `map`.
static bool isReducedAfter(MapOp map, Operation *user, Value buffer) {
  auto reduce = dyn_cast<ReduceOp>(user);
  return reduce && !llvm::is_contained(reduce.getInits(), buffer) &&
         reduce->getBlock() == map->getBlock() && isBefore(map, reduce);
}

/// Returns the generator of `buffer` if only reductions read it, or null.
static MapOp findGenerator(Value buffer) {
  MapOp found;
  for (Operation *user : buffer.getUsers())
    if (auto map = dyn_cast<MapOp>(user)) {
      if (found || !isGenerator(map) || getGeneratedBuffer(map) != buffer)
        return {};
      found = map;
    }
  if (!found)
    return {};
  bool isOnlyReduced = llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    return user == found || isa<memref::DimOp, memref::DeallocOp>(user) ||
           isReducedAfter(found, user, buffer);
  });
  return isOnlyReduced ? found : MapOp();
}

MapOp mlir::zyn::findGenerator(ReduceOp op, unsigned i) {
  bool hasOtherInput = llvm::any_of(
      op.getInputs(), [](Value input) { return !::findGenerator(input); });
  return hasOtherInput ? ::findGenerator(op.getInputs()[i]) : MapOp();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool mlir::zyn::isReduceProducer(MapOp map) {
  Value buffer = getGeneratedBuffer(map);
  if (!buffer)
    return false;
  bool isInput = false;
  for (OpOperand &use : buffer.getUses()) {
    Operation *owner = use.getOwner();
    if (!isa<ReduceOp, ReduceWindowOp>(owner))
      continue;
    auto reduction = cast<ComputeOpInterface>(owner);
    if (!reduction.isDpsInit(&use)) {
      auto reduce = dyn_cast<ReduceOp>(owner);
      if (!reduce || findGenerator(reduce, use.getOperandNumber()) != map)
        return false;
      isInput = true;
      continue;
    }
    TypedAttr value;
    unsigned init = use.getOperandNumber() - reduction.getNumDpsInputs();
    if (findInitialization(reduction, init, value) == map)
      return true;
  }
  return isInput;
}

void mlir::zyn::eraseReduceProducer(RewriterBase &rewriter, MapOp map) {
  Value buffer = map.getInits()[0];
  rewriter.eraseOp(map);
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    if (isOpTriviallyDead(user)) // a view
      rewriter.eraseOp(user);
  if (!llvm::all_of(buffer.getUsers(), llvm::IsaPred<memref::DeallocOp>))
    return;
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    rewriter.eraseOp(user);
  rewriter.eraseOp(buffer.getDefiningOp());
}
