//===- LocalVariables.cpp - Local variables in SSA form--------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalVariables.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::wasm;

/// Calls `visit` with the terminator and the number of the successor of each
/// branch to `block`.
template <typename Function>
static void forEachBranch(Block *block, Function visit) {
  for (BlockOperand &use : block->getUses())
    visit(cast<BranchOpInterface>(use.getOwner()), use.getOperandNumber());
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Follows predecessors as long as there is only one. Returns the value, or
/// null with the block in `last` where several values may meet.
Value LocalVariables::find(Block *block, unsigned local, Block *&last) const {
  for (;; block = block->getUniquePredecessor()) {
    last = block;
    auto found = values.find({block, local});
    if (found != values.end())
      return found->second;
    if (block == entry || openBlocks.count(block) ||
        !llvm::hasSingleElement(block->getUses()))
      return {};
  }
}

/// Returns the value of `local` if it is the same in all predecessors of
/// `block`.
Value LocalVariables::findCommon(Block *block, unsigned local) const {
  Value common;
  for (Block *predecessor : block->getPredecessors()) {
    Block *last;
    Value value = find(predecessor, local, last);
    if (!value || (common && value != common))
      return {};
    common = value;
  }
  return common;
}

Value LocalVariables::read(Block *block, unsigned local) {
  Block *last;
  Value value = find(block, local, last);
  if (!value && last == entry)
    value = initialValue(types[local]);
  else if (!value && openBlocks.count(last)) {
    BlockArgument argument = addArgument(last, local);
    openBlocks[last].push_back({local, argument});
    value = argument;
  } else if (!value)
    value = addMerge(last, local);
  values[{last, local}] = value;
  values[{block, local}] = value;
  return value;
}

//===----------------------------------------------------------------------===//
// Block arguments
//===----------------------------------------------------------------------===//

BlockArgument LocalVariables::addArgument(Block *block, unsigned local) {
  BlockArgument argument =
      block->addArgument(types[local], entry->getParent()->getLoc());
  merges[block].push_back(argument);
  return argument;
}

/// The operands of an argument are read later if this is called while the
/// operands of another one are read.
Value LocalVariables::addMerge(Block *block, unsigned local) {
  if (Value common = findCommon(block, local))
    return common;
  BlockArgument argument = addArgument(block, local);
  values[{block, local}] = argument;
  pending.push_back({block, {local, argument}});
  if (!isCompleting)
    completeMerges();
  return argument;
}

void LocalVariables::completeMerges() {
  isCompleting = true;
  while (!pending.empty()) {
    auto [block, merge] = pending.front();
    pending.pop_front();
    addOperands(block, merge);
  }
  isCompleting = false;
}

void LocalVariables::addOperands(Block *block, ArrayRef<Merge> added) {
  SmallVector<BlockOperand *> uses;
  for (BlockOperand &use : block->getUses())
    uses.push_back(&use);
  for (BlockOperand *use : uses) {
    SmallVector<Value> operands;
    for (const Merge &merge : added)
      operands.push_back(read(use->getOwner()->getBlock(), merge.local));
    cast<BranchOpInterface>(use->getOwner())
        .getSuccessorOperands(use->getOperandNumber())
        .append(operands);
  }
}

void LocalVariables::close(Block *block) {
  // Reading the operands may add arguments to this block as long as it is open.
  bool wasCompleting = std::exchange(isCompleting, true);
  for (size_t numDone = 0; numDone < openBlocks[block].size();) {
    SmallVector<Merge> added(llvm::drop_begin(openBlocks[block], numDone));
    numDone += added.size();
    addOperands(block, added);
  }
  openBlocks.erase(block);
  isCompleting = wasCompleting;
  if (!isCompleting)
    completeMerges();
}

//===----------------------------------------------------------------------===//
// Trivial arguments
//===----------------------------------------------------------------------===//

/// Whether all operands of `argument` are itself or `value`.
bool LocalVariables::isTrivial(BlockArgument argument, Value &value) const {
  bool isTrivial = true;
  forEachBranch(argument.getOwner(), [&](BranchOpInterface branch, unsigned i) {
    Value operand = branch.getSuccessorOperands(i)[argument.getArgNumber()];
    if (operand == argument || operand == value)
      return;
    isTrivial &= !value;
    value = operand;
  });
  return isTrivial && value;
}

void LocalVariables::finish() {
  // Removing an argument can make others trivial. Deeply nested loops need more
  // rounds; LLVM removes what is left.
  constexpr unsigned numRounds = 4;
  llvm::DenseSet<BlockArgument> removed;
  for (unsigned round = 0; round < numRounds; ++round) {
    for (auto &[block, arguments] : llvm::reverse(merges)) {
      for (BlockArgument argument : arguments) {
        Value value;
        if (removed.contains(argument) || !isTrivial(argument, value))
          continue;
        argument.replaceAllUsesWith(value);
        removed.insert(argument);
      }
    }
  }
  auto isRemoved = [&](BlockArgument argument) {
    return removed.contains(argument);
  };
  for (auto &entry : merges) {
    Block *block = entry.first;
    if (llvm::none_of(entry.second, isRemoved))
      continue;
    forEachBranch(block, [&](BranchOpInterface branch, unsigned i) {
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      SmallVector<Value> kept;
      for (BlockArgument argument : block->getArguments())
        if (!isRemoved(argument))
          kept.push_back(operands[argument.getArgNumber()]);
      operands.getMutableForwardedOperands().assign(kept);
    });
    block->eraseArguments(isRemoved);
  }
}
