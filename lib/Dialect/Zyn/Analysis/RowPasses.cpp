//===- RowPasses.cpp - The order of the reductions of a row ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"

#include "llvm/ADT/SetVector.h"

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

/// Adds the results of `ops` to those that need not be computed again.
static void addResults(ArrayRef<Operation *> ops, IRMapping &computed) {
  for (Operation *inner : ops)
    for (Value result : inner->getResults())
      computed.map(result, result);
}

SmallVector<Value> RowPasses::getHeld(unsigned pass) const {
  // What is known after this pass, and what it is computed from.
  IRMapping computed;
  llvm::DenseSet<Value> available;
  for (unsigned i = 0; i <= pass; ++i) {
    SmallVector<Value> needed = getNeeded(i);
    SmallVector<Operation *> slice = getSlice(needed, computed);
    for (Operation *inner : slice) {
      available.insert(inner->getResults().begin(), inner->getResults().end());
      forEachOperand(inner, [&](Value operand) { available.insert(operand); });
    }
    addResults(slice, computed);
    available.insert(needed.begin(), needed.end());
  }
  // What the passes after this one use of it.
  llvm::SetVector<Value> held;
  for (unsigned next = pass + 1; next < getNumPasses(); ++next) {
    SmallVector<Value> used = getNeeded(next);
    SmallVector<Operation *> slice = getSlice(used, computed);
    for (Operation *inner : slice)
      forEachOperand(inner, [&](Value operand) { used.push_back(operand); });
    addResults(slice, computed);
    for (Value value : used)
      if (available.contains(value) && isVarying(value))
        held.insert(value);
  }
  return held.takeVector();
}

int64_t RowPasses::getHeldBytes() const {
  int64_t most = 4;
  for (unsigned pass = 0; pass < getNumPasses(); ++pass) {
    int64_t bytes = 0;
    for (Value value : getHeld(pass)) {
      Type type = value.getType();
      bytes +=
          type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 32 ? 4 : 8;
    }
    most = std::max(most, bytes);
  }
  return most;
}
