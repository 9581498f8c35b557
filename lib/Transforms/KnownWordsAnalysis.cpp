//===- KnownWordsAnalysis.cpp - Known words in a CFG ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/KnownWordsAnalysis.h"

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
  auto evaluable = dyn_cast<PartiallyEvaluableOpInterface>(terminator);
  SmallVector<KnownWords> passed;
  std::optional<unsigned> taken;
  if (evaluable && terminator->getNumSuccessors() != 0) {
    SmallVector<KnownWords> operands = getOperands(terminator);
    passed = evaluable.evaluate(operands);
    taken = evaluable.getKnownSuccessor(operands);
  }
  for (auto [number, successor] :
       llvm::enumerate(terminator->getSuccessors())) {
    if (taken && *taken != number)
      continue;
    SmallVector<KnownWords> known = passed;
    known.resize(successor->getNumArguments());
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
