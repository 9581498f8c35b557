//===- RedundantPolls.cpp - Removes polls that loops do not need ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedundantPolls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using mlir::zyn::RedundantPollsPass;

/// Of a few hundred instructions each, these take less than 100 milliseconds.
static constexpr unsigned fewIterations = 1 << 16;

static bool hasCalleeWith(const CallBase &call, StringRef attribute) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->hasFnAttribute(attribute);
}

static bool isPoll(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && hasCalleeWith(*call, "zyn-poll");
}

/// Returns the branch that decides whether the only instructions of `block`,
/// a poll and a branch, are executed, or null.
static BranchInst *findCondition(BasicBlock &block) {
  BasicBlock *before = block.getSinglePredecessor();
  if (!before || block.sizeWithoutDebug() != 2 || !isPoll(block.front()))
    return nullptr;
  auto *branch = dyn_cast<BranchInst>(before->getTerminator());
  return branch && branch->isConditional() ? branch : nullptr;
}

/// Whether a loop ends soon, wherever its calls lead.
static bool endsSoon(const Loop &loop, ScalarEvolution &evolution) {
  if (!loop.isInnermost())
    return false;
  unsigned iterations = evolution.getSmallConstantMaxTripCount(&loop);
  if (iterations == 0 || iterations > fewIterations)
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() &&
          !isPoll(*call) && !hasCalleeWith(*call, "zyn-brief"))
        return false;
    }
  return true;
}

PreservedAnalyses RedundantPollsPass::run(Function &function,
                                          FunctionAnalysisManager &analyses) {
  SmallVector<BranchInst *> polls;
  for (BasicBlock &block : function)
    if (BranchInst *condition = findCondition(block))
      polls.push_back(condition);
  if (polls.empty())
    return PreservedAnalyses::all();

  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto isRedundant = [&](BranchInst *poll) {
    const Loop *loop = loops.getLoopFor(poll->getParent());
    return !loop || endsSoon(*loop, evolution) ||
           llvm::any_of(polls, [&](BranchInst *other) {
             return other != poll &&
                    loops.getLoopFor(other->getParent()) == loop &&
                    dominators.dominates(other, poll);
           });
  };
  SmallVector<BranchInst *> redundant =
      llvm::filter_to_vector(polls, isRedundant);
  for (BranchInst *branch : redundant) {
    bool pollsIfTrue = isPoll(branch->getSuccessor(0)->front());
    llvm::Value *condition = branch->getCondition();
    branch->setCondition(
        ConstantInt::getBool(function.getContext(), !pollsIfTrue));
    // Reading the clock has side effects, as far as LLVM knows.
    while (auto *unused = dyn_cast<Instruction>(condition)) {
      if (!unused->use_empty() || unused->getNumOperands() == 0)
        break;
      condition = unused->getOperand(0);
      unused->eraseFromParent();
    }
  }
  return redundant.empty() ? PreservedAnalyses::all()
                           : PreservedAnalyses::none();
}
