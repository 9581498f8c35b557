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
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
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
  std::vector<const Function *> functions;
  size_t instructions = 0;
};
} // namespace

/// Returns the functions that `entry` and variables refer to, directly or in
/// constants and by way of others.
static SetVector<const Function *> findReachable(const Function &entry) {
  SetVector<const Function *> reachable;
  SmallVector<const llvm::Value *> remaining = {&entry};
  for (const GlobalVariable &global : entry.getParent()->globals())
    remaining.push_back(&global);
  SmallPtrSet<const llvm::Value *, 16> seen(remaining.begin(), remaining.end());
  auto visitOperands = [&](const User &user) {
    for (const llvm::Value *operand : user.operands())
      if (isa<Constant>(operand) && seen.insert(operand).second)
        remaining.push_back(operand);
  };
  while (!remaining.empty()) {
    const llvm::Value *value = remaining.pop_back_val();
    auto *function = dyn_cast<Function>(value);
    if (function && !function->isDeclaration())
      reachable.insert(function);
    if (auto *user = dyn_cast<User>(value))
      visitOperands(*user);
    if (function)
      for (const Instruction &instruction : instructions(*function))
        visitOperands(instruction);
  }
  return reachable;
}

/// Returns the groups of functions.
static std::vector<Group>
findGroups(const SetVector<const Function *> &functions) {
  EquivalenceClasses<const Function *> classes;
  for (const Function *function : functions) {
    classes.insert(function);
    for (const Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction())
          if (!callee->isDeclaration())
            classes.unionSets(function, callee);
  }
  std::vector<Group> groups;
  DenseMap<const Function *, size_t> numbers;
  for (const Function *function : functions) {
    const Function *leader = classes.getLeaderValue(function);
    size_t number = numbers.try_emplace(leader, groups.size()).first->second;
    if (number == groups.size())
      groups.emplace_back();
    groups[number].functions.push_back(function);
    groups[number].instructions += function->getInstructionCount();
  }
  return groups;
}

/// Joins groups to at most `maxParts` of similar sizes, each of which is worth
/// a thread. The one with `entry` is the first.
static std::vector<Group> joinGroups(std::vector<Group> groups,
                                     const Function *entry) {
  // The largest ones first.
  llvm::SmallVector<Group *> ordered = llvm::to_vector(
      llvm::map_range(groups, [](Group &group) { return &group; }));
  llvm::sort(ordered, [](const Group *a, const Group *b) {
    return std::pair(b->instructions, a) < std::pair(a->instructions, b);
  });
  std::vector<Group> joined;
  auto join = [&](const Group &group) {
    Group &smallest =
        *llvm::min_element(joined, [](const Group &a, const Group &b) {
          return a.instructions < b.instructions;
        });
    llvm::append_range(smallest.functions, group.functions);
    smallest.instructions += group.instructions;
  };
  auto isLarge = [](const Group &group) {
    return group.instructions >= minInstructions;
  };
  for (Group *group : ordered) {
    if (joined.size() < maxParts && llvm::all_of(joined, isLarge))
      joined.push_back(std::move(*group));
    else
      join(*group);
  }
  if (joined.size() > 1 && !isLarge(joined.back())) {
    Group last = std::move(joined.back());
    joined.pop_back();
    join(last);
  }
  std::swap(joined.front(), *llvm::find_if(joined, [&](const Group &group) {
              return llvm::is_contained(group.functions, entry);
            }));
  return joined;
}

CodeParts::CodeParts(Module &module, StringRef entry)
    : functions(1), visible{{entry.str()}}, name(module.getName()) {
  if (!isSeparable(module))
    return;
  const Function *first = module.getFunction(entry);
  std::vector<Group> groups =
      joinGroups(findGroups(findReachable(*first)), first);
  if (groups.size() == 1)
    return;
  for (GlobalValue &value : module.global_values())
    if (!value.hasName())
      value.setName("anonymous");

  DenseMap<const Function *, size_t> parts;
  for (auto [number, group] : llvm::enumerate(groups))
    for (const Function *function : group.functions)
      parts[function] = number;
  functions.assign(groups.size(), {});
  visible.resize(groups.size());
  for (size_t i = 0; i < groups.size(); ++i)
    for (const Function *function : groups[i].functions) {
      functions[i].push_back(function->getName().str());
      bool isUsedByPart =
          llvm::all_of(function->users(), [&](const User *user) {
            auto *instruction = dyn_cast<Instruction>(user);
            return instruction &&
                   parts.lookup_or(instruction->getFunction(), i) == i;
          });
      if (!isUsedByPart && function->getName() != entry)
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
  // Other parts know the values of constants, too.
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
