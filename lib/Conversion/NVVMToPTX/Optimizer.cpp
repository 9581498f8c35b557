//===- Optimizer.cpp - LLVM's optimizations of kernels --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimizer.h"

#include "RedundantPolls.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;

static constexpr size_t manyInstructions = 1000;
static constexpr unsigned manyAccesses = 32;

bool mlir::zyn::hasUnrolledBlock(const Function &function) {
  return any_of(function, [](const BasicBlock &block) {
    return block.size() >= manyInstructions;
  });
}

static OptimizationLevel getLevel(unsigned level) {
  constexpr const OptimizationLevel *levels[] = {
      &OptimizationLevel::O0, &OptimizationLevel::O1, &OptimizationLevel::O2,
      &OptimizationLevel::O3};
  return *levels[level];
}

static bool shouldRun(StringRef pass, Any ir) {
  auto **function = any_cast<const Function *>(&ir);
  return pass != "GVNPass" || !function ||
         !mlir::zyn::hasUnrolledBlock(**function);
}

/// Replaces a phi of an aggregate, of which only elements are used, with one
/// for each element. The code generator copies the whole aggregate for each
/// extraction from a phi, which is quadratic for the accumulators of a matmul.
static void splitPhi(PHINode &phi, StructType *type) {
  auto isElement = [](const User *user) {
    auto *extraction = dyn_cast<ExtractValueInst>(user);
    return extraction && extraction->getNumIndices() == 1;
  };
  if (!all_of(phi.users(), isElement))
    return;
  SmallVector<PHINode *> elements;
  for (Type *element : type->elements())
    elements.push_back(PHINode::Create(element, phi.getNumIncomingValues(), "",
                                       phi.getIterator()));
  // A block may precede more than once, with the same value.
  SmallDenseMap<BasicBlock *, SmallVector<Value *>> incoming;
  for (auto [block, value] : zip(phi.blocks(), phi.incoming_values())) {
    SmallVector<Value *> &values = incoming[block];
    IRBuilder<> builder(block->getTerminator());
    for (unsigned i = values.size(); i < elements.size(); ++i)
      values.push_back(builder.CreateExtractValue(value, i));
    for (auto [element, extracted] : zip(elements, values))
      element->addIncoming(extracted, block);
  }
  for (User *user : make_early_inc_range(phi.users())) {
    auto *extraction = cast<ExtractValueInst>(user);
    extraction->replaceAllUsesWith(elements[extraction->getIndices().front()]);
    extraction->eraseFromParent();
  }
  phi.eraseFromParent();
}

static void splitPhis(Function &function) {
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis()))
      if (auto *type = dyn_cast<StructType>(phi.getType()))
        splitPhi(phi, type);
}

void mlir::zyn::optimize(Module &module, unsigned level,
                         TargetMachine &target) {
  PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(shouldRun);
  PipelineTuningOptions options;
  options.SLPVectorization = true;
  // Finding out which memory a loop could keep in registers compares all of its
  // accesses. The loops that code is generated for keep sums there already.
  options.LicmMssaNoAccForPromotionCap = manyAccesses;
  PassBuilder builder(&target, options, /*PGOOpt=*/{}, &callbacks);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  // Parts of modules have copies of functions that they do not use.
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &manager, OptimizationLevel) {
        manager.addPass(GlobalDCEPass());
      });
  OptimizationLevel passes = getLevel(level);
  ModulePassManager manager =
      level ? builder.buildPerModuleDefaultPipeline(passes)
            : builder.buildO0DefaultPipeline(passes);
  if (level)
    manager.addPass(createModuleToFunctionPassAdaptor(RedundantPollsPass()));
  manager.run(module, modules);
  for (Function &function : module)
    splitPhis(function);
}
