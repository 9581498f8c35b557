//===- RedundantPolls.cpp - Removes polls that loops do not need ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedundantPolls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using mlir::zyn::RedundantPollsPass;

/// These take about a millisecond. The poll around a loop reads the flag of the
/// host once in hundreds of iterations.
static constexpr uint64_t fewInstructions = 1 << 18;

static bool hasCalleeWith(const CallBase &call, StringRef attribute) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->hasFnAttribute(attribute);
}

static bool isPoll(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && hasCalleeWith(*call, "zyn-poll");
}

/// Returns the branch that decides whether the only instructions of `block`, a
/// poll and a branch, are executed before its other successor, or null.
static BranchInst *findCondition(BasicBlock &block) {
  BasicBlock *before = block.getSinglePredecessor();
  if (!before || block.sizeWithoutDebug() != 2 || !isPoll(block.front()))
    return nullptr;
  auto *branch = dyn_cast<BranchInst>(before->getTerminator());
  if (!branch || !branch->isConditional())
    return nullptr;
  bool pollsIfTrue = branch->getSuccessor(0) == &block;
  return branch->getSuccessor(pollsIfTrue ? 1 : 0) == block.getSingleSuccessor()
             ? branch
             : nullptr;
}

/// Whether a loop ends soon, wherever its branches lead.
static bool endsSoon(const Loop &loop, ScalarEvolution &evolution) {
  if (!loop.isInnermost())
    return false;
  uint64_t iterations = evolution.getSmallConstantMaxTripCount(&loop);
  if (iterations == 0)
    return false;
  uint64_t size = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      ++size;
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() &&
          !isPoll(*call) && !hasCalleeWith(*call, "zyn-brief"))
        return false;
    }
  return iterations * size <= fewInstructions;
}

namespace {
/// The polls of a function.
class Polls {
public:
  Polls(Function &function, FunctionAnalysisManager &analyses)
      : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)) {
    for (BasicBlock &block : function)
      if (BranchInst *condition = findCondition(block))
        conditions[loops.getLoopFor(condition->getParent())].push_back(
            condition);
  }

  SmallVector<BranchInst *> findRedundant() const {
    SmallVector<BranchInst *> redundant;
    for (auto &[loop, polls] : conditions) {
      if (isPolledElsewhere(loop)) {
        llvm::append_range(redundant, polls);
        continue;
      }
      // One of each iteration suffices.
      for (BranchInst *poll : polls)
        if (loop && llvm::any_of(polls, [&](BranchInst *other) {
              return other != poll && dominators.dominates(other, poll);
            }))
          redundant.push_back(poll);
    }
    return redundant;
  }

private:
  /// Whether each iteration of a loop polls, outside of inner loops.
  bool hasPoll(const Loop &loop) const {
    SmallVector<BasicBlock *> latches;
    loop.getLoopLatches(latches);
    auto polls = conditions.find(&loop);
    return polls != conditions.end() &&
           llvm::any_of(polls->second, [&](const BranchInst *poll) {
             return llvm::all_of(latches, [&](const BasicBlock *latch) {
               return dominators.dominates(poll->getParent(), latch);
             });
           });
  }

  /// Whether a loop, or what no loop is around if it is null, does not have to
  /// poll: it ends soon, and what is around it polls or ends soon as well.
  bool isPolledElsewhere(const Loop *loop) const {
    if (loop && !endsSoon(*loop, evolution))
      return false;
    if (loop && loop->getParentLoop())
      return hasPoll(*loop->getParentLoop());
    return function.getCallingConv() == CallingConv::PTX_Kernel ||
           function.doesNotRecurse();
  }

  Function &function;
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  /// Those outside of all loops have a null key.
  MapVector<const Loop *, SmallVector<BranchInst *>> conditions;
};
} // namespace

PreservedAnalyses RedundantPollsPass::run(Function &function,
                                          FunctionAnalysisManager &analyses) {
  if (llvm::none_of(instructions(function), isPoll))
    return PreservedAnalyses::all();
  SmallVector<BranchInst *> redundant =
      Polls(function, analyses).findRedundant();
  if (redundant.empty())
    return PreservedAnalyses::all();
  for (BranchInst *branch : redundant) {
    bool pollsIfTrue = isPoll(branch->getSuccessor(0)->front());
    llvm::Value *condition = branch->getCondition();
    branch->setCondition(
        ConstantInt::getBool(function.getContext(), !pollsIfTrue));
    // Reading the clock has side effects, as far as LLVM knows.
    while (auto *unused = dyn_cast<Instruction>(condition)) {
      auto *clock = dyn_cast<IntrinsicInst>(unused);
      bool isClock = clock && clock->getIntrinsicID() ==
                                  Intrinsic::nvvm_read_ptx_sreg_clock64;
      if (!unused->use_empty() ||
          (!isClock && !isInstructionTriviallyDead(unused)))
        break;
      // The operand of the intrinsic is itself.
      condition = unused->getOperand(0);
      unused->eraseFromParent();
    }
  }
  analyses.invalidate(function, PreservedAnalyses::none());
  return SimplifyCFGPass().run(function, analyses);
}
