//===- CodeParts.cpp - Parts of a module for the host ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeParts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/ExtractGV.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using zyn::compiler::CodeParts;

/// Each part reads the declarations of all functions.
static constexpr size_t maxParts = 16;
/// Smaller parts take less time than a thread and a copy.
static constexpr size_t minInstructions = 1000;

/// Whether a part may have all of the module except functions and variables.
static bool isSeparable(const Module &module) {
  return module.alias_empty() && module.ifunc_empty() &&
         module.getModuleInlineAsm().empty() &&
         llvm::none_of(module.globals(), [](const GlobalVariable &global) {
           return global.getName().starts_with("llvm.");
         });
}

namespace {
/// Functions that call each other.
struct Group {
  /// In the order of the module.
  size_t number;
  std::vector<const Function *> functions = {};
  size_t instructions = 0;
};
} // namespace

/// Returns the groups of functions, the largest one first.
static std::vector<Group> findGroups(const Module &module) {
  EquivalenceClasses<const Function *> classes;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    classes.insert(&function);
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction())
          if (!callee->isDeclaration())
            classes.unionSets(&function, callee);
  }
  std::vector<Group> groups;
  DenseMap<const Function *, size_t> numbers;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    const Function *leader = classes.getLeaderValue(&function);
    size_t number = numbers.try_emplace(leader, groups.size()).first->second;
    if (number == groups.size())
      groups.push_back({number});
    groups[number].functions.push_back(&function);
    groups[number].instructions += function.getInstructionCount();
  }
  llvm::sort(groups, [](const Group &a, const Group &b) {
    return std::pair(b.instructions, a.number) <
           std::pair(a.instructions, b.number);
  });
  return groups;
}

/// Joins groups to at most `count` of similar sizes, the largest one first.
static std::vector<Group> joinGroups(std::vector<Group> groups, size_t count) {
  if (groups.size() <= count)
    return groups;
  auto isSmaller = [](const Group &a, const Group &b) {
    return a.instructions < b.instructions;
  };
  auto middle = groups.begin() + count;
  for (const Group &group : llvm::make_range(middle, groups.end())) {
    Group &smallest = *std::min_element(groups.begin(), middle, isSmaller);
    llvm::append_range(smallest.functions, group.functions);
    smallest.instructions += group.instructions;
  }
  groups.erase(middle, groups.end());
  return groups;
}

CodeParts::CodeParts(Module &module) : name(module.getName()) {
  functions.resize(1);
  visible.resize(1);
  size_t total = 0;
  for (const Function &function : module)
    total += function.getInstructionCount();
  size_t count = std::min(total / minInstructions, maxParts);
  if (count < 2 || !isSeparable(module))
    return;
  for (GlobalValue &value : module.global_values())
    if (!value.hasName())
      value.setName("anonymous");

  std::vector<Group> groups = joinGroups(findGroups(module), count);
  DenseMap<const Function *, size_t> parts;
  for (auto [number, group] : llvm::enumerate(groups))
    for (const Function *function : group.functions)
      parts[function] = number;
  functions.assign(groups.size(), {});
  visible.assign(groups.size(), {});
  for (size_t i = 0; i < groups.size(); ++i)
    for (const Function *function : groups[i].functions) {
      functions[i].push_back(function->getName().str());
      bool isUsedByPart =
          llvm::all_of(function->users(), [&](const User *user) {
            auto *instruction = dyn_cast<Instruction>(user);
            return instruction && parts.at(instruction->getFunction()) == i;
          });
      if (!function->hasLocalLinkage() || !isUsedByPart)
        visible[i].push_back(function->getName().str());
    }
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
}

std::unique_ptr<Module> CodeParts::read(size_t part,
                                        LLVMContext &context) const {
  std::unique_ptr<Module> module = cantFail(getLazyBitcodeModule(
      {StringRef(bitcode.data(), bitcode.size()), name}, context));
  std::vector<GlobalValue *> kept;
  for (const std::string &function : functions[part])
    kept.push_back(module->getFunction(function));
  // Variables are those of the first part. Others know the values of constants.
  if (part == 0)
    for (GlobalVariable &global : module->globals())
      kept.push_back(&global);
  ModuleAnalysisManager none;
  ExtractGVPass(kept, /*deleteS=*/false, /*keepConstInit=*/true)
      .run(*module, none);
  cantFail(module->materializeAll());
  if (part != 0)
    for (GlobalVariable &global : module->globals())
      if (!global.isDeclaration())
        global.setLinkage(GlobalValue::AvailableExternallyLinkage);
  // Parts may be loaded far from each other.
  for (GlobalValue &value : module->global_values()) {
    value.setVisibility(GlobalValue::DefaultVisibility);
    value.setDSOLocal(false);
  }
  return module;
}
