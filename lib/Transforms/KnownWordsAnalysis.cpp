//===- KnownWordsAnalysis.cpp - Known words in a graph of blocks ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/KnownWordsAnalysis.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<KnownWords> KnownWordsAnalysis::getOperands(Operation *op) const {
  SmallVector<KnownWords> known;
  for (Value operand : op->getOperands())
    known.push_back(values.lookup(operand));
  return known;
}

void KnownWordsAnalysis::evaluate(Block *block) {
  for (Operation &op : *block) {
    auto evaluable = dyn_cast<PartiallyEvaluableOpInterface>(op);
    if (!evaluable || op.getNumResults() == 0)
      continue;
    for (auto [result, known] :
         llvm::zip(op.getResults(), evaluable.evaluate(getOperands(&op))))
      values[result] = known;
  }
}

void KnownWordsAnalysis::forEachEdge(
    Block *block,
    function_ref<void(Block *, ArrayRef<KnownWords>)> visit) const {
  Operation *terminator = block->getTerminator();
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  std::optional<unsigned> taken;
  if (auto evaluable = dyn_cast<PartiallyEvaluableOpInterface>(terminator))
    taken = evaluable.getKnownSuccessor(getOperands(terminator));
  for (auto [number, successor] :
       llvm::enumerate(terminator->getSuccessors())) {
    if (taken && *taken != number)
      continue;
    SmallVector<KnownWords> known(successor->getNumArguments());
    if (branch) {
      SuccessorOperands operands = branch.getSuccessorOperands(number);
      for (unsigned i = 0; i < operands.size(); ++i)
        if (Value operand = operands[i])
          known[i] = values.lookup(operand);
    }
    visit(successor, known);
  }
}

void KnownWordsAnalysis::run(Block *first, ArrayRef<KnownWords> arguments,
                             EdgeFilter isFollowed) {
  for (auto [argument, known] : llvm::zip(first->getArguments(), arguments))
    values[argument] = known;
  executable.insert(first);
  llvm::SetVector<Block *> work;
  work.insert(first);
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    evaluate(block);
    forEachEdge(block, [&](Block *next, ArrayRef<KnownWords> known) {
      if (!isFollowed(block, next))
        return;
      bool changed = executable.insert(next).second;
      for (auto [argument, words] : llvm::zip(next->getArguments(), known)) {
        if (changed)
          values[argument] = words;
        else if (values[argument].meet(words))
          work.insert(next);
      }
      if (changed)
        work.insert(next);
    });
  }
}
