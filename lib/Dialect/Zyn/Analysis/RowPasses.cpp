//===- RowPasses.cpp - The order of the reductions of a row ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"

using namespace mlir;
using namespace mlir::zyn;

/// Calls `visit` for each value that `op` and the ops in it use.
static void forEachOperand(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      visit(operand);
  });
}

RowPasses::RowPasses(RowsOp op) : op(op), varying(op.getVaryingValues()) {
  // The number of passes after which a value is known.
  DenseMap<Value, unsigned> known;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    unsigned pass = 0;
    forEachOperand(&inner, [&](Value operand) {
      pass = std::max(pass, known.lookup(operand));
    });
    if (auto reduction = dyn_cast<ReduceRowOp>(inner)) {
      if (pass == reductions.size())
        reductions.emplace_back();
      reductions[pass].push_back(reduction);
      ++pass;
    }
    for (Value result : inner.getResults())
      known[result] = pass;
  }
  for (unsigned i = 0, e = op.getInits().size(); i < e; ++i)
    hasElements |= !op.isPerRow(i);
}

SmallVector<Value> RowPasses::getNeeded(unsigned pass) const {
  SmallVector<Value> needed;
  if (pass < reductions.size()) {
    for (ReduceRowOp reduction : reductions[pass])
      llvm::append_range(needed, reduction.getElements());
    return needed;
  }
  RowsOp rows = op;
  Operation *yield = rows.getBlock()->getTerminator();
  for (auto [i, value] : llvm::enumerate(yield->getOperands()))
    if (!rows.isPerRow(i))
      needed.push_back(value);
  return needed;
}

SmallVector<Operation *> RowPasses::getSlice(ArrayRef<Value> values,
                                             const IRMapping &mapped) const {
  RowsOp rows = op;
  llvm::DenseSet<Operation *> slice;
  SmallVector<Value> remaining(values);
  while (!remaining.empty()) {
    Value value = remaining.pop_back_val();
    Operation *definition = value.getDefiningOp();
    if (!definition || mapped.contains(value) || isa<ReduceRowOp>(definition))
      continue;
    definition = rows.getBlock()->findAncestorOpInBlock(*definition);
    if (!definition || !slice.insert(definition).second)
      continue;
    forEachOperand(definition,
                   [&](Value operand) { remaining.push_back(operand); });
  }
  SmallVector<Operation *> ordered(slice.begin(), slice.end());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ordered;
}

int64_t RowPasses::getHeldBytes() const {
  int64_t most = 0;
  auto getBytes = [](Value value) -> int64_t {
    Type type = value.getType();
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 32 ? 4 : 8;
  };
  // A value that was computed in a pass and is used in a later one is held.
  IRMapping computed;
  llvm::DenseSet<Value> available;
  for (unsigned pass = 0; pass < getNumPasses(); ++pass) {
    SmallVector<Value> needed = getNeeded(pass);
    for (Operation *inner : getSlice(needed, computed)) {
      for (Value result : inner->getResults()) {
        computed.map(result, result);
        available.insert(result);
      }
      forEachOperand(inner, [&](Value operand) { available.insert(operand); });
    }
    available.insert(needed.begin(), needed.end());
    // What the passes after this one use of it.
    llvm::DenseSet<Value> held;
    IRMapping later = computed;
    for (unsigned next = pass + 1; next < getNumPasses(); ++next) {
      SmallVector<Value> used = getNeeded(next);
      for (Operation *inner : getSlice(used, later)) {
        forEachOperand(inner, [&](Value operand) { used.push_back(operand); });
        for (Value result : inner->getResults())
          later.map(result, result);
      }
      for (Value value : used)
        if (available.contains(value) && isVarying(value))
          held.insert(value);
    }
    int64_t bytes = 0;
    for (Value value : held)
      bytes += getBytes(value);
    most = std::max(most, bytes);
  }
  return std::max<int64_t>(most, 4);
}
