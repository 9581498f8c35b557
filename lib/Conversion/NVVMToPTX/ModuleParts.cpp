//===- ModuleParts.cpp - Parts of a module --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleParts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"

#include <memory>

using namespace mlir::zyn;
using llvm::Function;
using llvm::StringRef;

/// Each part reads the declarations of all symbols.
static constexpr size_t maxParts = 16;
/// Smaller parts take less time than a thread and a copy. Functions also have
/// copies of what they call.
static constexpr size_t minKernelInstructions = 500,
                        minFunctionInstructions = 2000;
/// LLVM inlines functions of this size wherever they are called.
static constexpr size_t fewInstructions = 40;

static bool isKernel(const Function &function) {
  return function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// Whether LLVM may inline a function into others, and keep it.
static bool isSmall(const Function &function) {
  return !isKernel(function) &&
         !function.hasFnAttribute(llvm::Attribute::NoInline) &&
         function.getInstructionCount() <= fewInstructions;
}

/// The functions that use a symbol, directly or in constants.
using Users = llvm::SmallSetVector<const Function *, 4>;

/// Returns false if a variable's initializer uses the value.
static bool addUsers(const llvm::Value &value, Users &users) {
  return llvm::all_of(value.users(), [&](const llvm::User *user) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      users.insert(instruction->getFunction());
      return true;
    }
    return !llvm::isa<llvm::GlobalValue>(user) && addUsers(*user, users);
  });
}

/// Whether parts can declare a variable that another one defines.
static bool isShareable(const llvm::GlobalVariable &variable) {
  constexpr unsigned globalSpace = 1, constantSpace = 4;
  unsigned space = variable.getAddressSpace();
  return variable.hasLocalLinkage() && variable.hasName() &&
         (space == globalSpace || space == constantSpace);
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

/// Which functions of a module use what.
class ModuleParts::Dependences {
public:
  explicit Dependences(const llvm::Module &module) {
    for (const Function &function : module)
      if (!function.isIntrinsic())
        separable &= addUsers(function, users[&function]) &&
                     !function.isDeclaration() &&
                     (isKernel(function) || function.hasLocalLinkage());
    for (const llvm::GlobalVariable &variable : module.globals())
      separable &= addUsers(variable, users[&variable]) &&
                   (variable.isDeclaration() || isShareable(variable) ||
                    (variable.hasLocalLinkage() && variable.hasName() &&
                     users[&variable].size() <= 1));
  }

  /// Whether the functions can be in different parts.
  bool areSeparable() const { return separable; }

  const Users &getUsers(const llvm::GlobalValue &symbol) const {
    return users.find(&symbol)->second;
  }

  /// Returns the function whose part a function belongs to: the only one that
  /// uses it, and so on.
  const Function *getLeader(const Function &function) const {
    const Function *leader = &function;
    llvm::SmallPtrSet<const Function *, 8> seen;
    while (leader->hasLocalLinkage() && getUsers(*leader).size() == 1 &&
           seen.insert(leader).second)
      leader = getUsers(*leader).front();
    return leader;
  }

private:
  llvm::DenseMap<const llvm::GlobalValue *, Users> users;
  bool separable = true;
};

//===----------------------------------------------------------------------===//
// ModuleParts
//===----------------------------------------------------------------------===//

ModuleParts::ModuleParts(llvm::Module &module) : module(module) {
  if (!module.debug_compile_units().empty() || !module.alias_empty() ||
      !module.ifunc_empty() || !module.getModuleInlineAsm().empty())
    return;
  // Parts do not know whether others use the arguments of a function.
  llvm::ModuleAnalysisManager analyses;
  llvm::DeadArgumentEliminationPass().run(module, analyses);
  Dependences dependences(module);
  if (!dependences.areSeparable())
    return;
  assignFunctions(dependences);
  if (size() == 1)
    return;
  assignVariables(dependences);
  shareSymbols(dependences);
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
}

void ModuleParts::assignFunctions(const Dependences &dependences) {
  llvm::MapVector<const Function *, size_t> sizes;
  size_t total = 0, desired = minKernelInstructions;
  for (const Function &function : module) {
    if (function.isIntrinsic())
      continue;
    size_t size = function.getInstructionCount();
    total += size;
    sizes[dependences.getLeader(function)] += size;
    if (!isKernel(function))
      desired = minFunctionInstructions;
  }
  desired = std::max(total / maxParts, desired);
  llvm::DenseMap<const Function *, unsigned> parts;
  size_t instructions = 0, left = total;
  for (auto [leader, size] : sizes) {
    if (instructions >= desired && left >= desired) {
      ++numParts;
      instructions = 0;
    }
    parts[leader] = numParts - 1;
    instructions += size;
    left -= size;
  }
  for (const Function &function : module)
    if (!function.isIntrinsic())
      symbols[&function].part = parts[dependences.getLeader(function)];
}

void ModuleParts::assignVariables(const Dependences &dependences) {
  for (const llvm::GlobalVariable &variable : module.globals()) {
    const Users &users = dependences.getUsers(variable);
    auto getPart = [&](const Function *user) { return symbols[user].part; };
    // PTX declares variables before their uses, so shared ones are in the first
    // part.
    unsigned part = 0;
    if (!users.empty() && llvm::all_equal(llvm::map_range(users, getPart)))
      part = getPart(users.front());
    symbols[&variable].part = part;
  }
}

void ModuleParts::shareSymbols(const Dependences &dependences) {
  auto isCopied = [](const llvm::GlobalValue &symbol) {
    if (auto *function = llvm::dyn_cast<Function>(&symbol))
      return isSmall(*function);
    return llvm::cast<llvm::GlobalVariable>(symbol).isConstant();
  };
  // Copies need what they use in each part.
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto &[symbol, location] : symbols) {
      auto isElsewhere = [&, part = location.part](const Function *user) {
        const Location &other = symbols.find(user)->second;
        return other.part != part || other.elsewhere == Location::Copied;
      };
      if (location.elsewhere != Location::Private || symbol->isDeclaration() ||
          llvm::none_of(dependences.getUsers(*symbol), isElsewhere))
        continue;
      location.elsewhere =
          isCopied(*symbol) ? Location::Copied : Location::Declared;
      if (llvm::isa<llvm::GlobalVariable>(symbol))
        location.part = 0;
      hasChanged = true;
    }
  }
  for (llvm::GlobalValue &symbol : module.global_values())
    if (auto found = symbols.find(&symbol);
        found != symbols.end() && found->second.elsewhere != Location::Private)
      shared.makeExternal(symbol);
}

void ModuleParts::keep(llvm::Module &copy, unsigned part) const {
  llvm::SmallVector<llvm::GlobalVariable *> dropped;
  auto next = symbols.begin();
  for (Function &function : llvm::make_early_inc_range(copy)) {
    if (function.isIntrinsic())
      continue;
    const Location &location = (next++)->second;
    if (location.part == part)
      continue;
    if (location.elsewhere == Location::Copied) {
      function.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
      continue;
    }
    // The body is not even read.
    function.deleteBody();
    if (location.elsewhere == Location::Private)
      function.eraseFromParent();
  }
  llvm::cantFail(copy.materializeAll());
  for (llvm::GlobalVariable &variable : copy.globals()) {
    const Location &location = (next++)->second;
    if (location.part == part)
      continue;
    if (location.elsewhere == Location::Copied)
      variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    else if (location.elsewhere == Location::Declared)
      variable.setInitializer(nullptr);
    else
      dropped.push_back(&variable);
  }
  for (llvm::GlobalVariable *variable : dropped) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
  }
}

void ModuleParts::visit(
    size_t part, llvm::function_ref<bool(llvm::Module &)> visitor) const {
  if (size() == 1) {
    visitor(module);
    return;
  }
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> copy =
      llvm::cantFail(llvm::getLazyBitcodeModule(
          {StringRef(bitcode.data(), bitcode.size()), module.getName()},
          *context));
  keep(*copy, part);
  if (!visitor(*copy)) {
    copy.release();
    context.release();
  }
}

std::string ModuleParts::join(llvm::ArrayRef<std::string> parts,
                              StringRef declaration) const {
  constexpr llvm::StringLiteral endOfHeader = ".address_size 64\n";
  auto [header, first] = StringRef(parts.front()).split(endOfHeader);
  std::string result = (header + endOfHeader + declaration).str();
  if (size() == 1)
    return result + first.str();
  llvm::SmallVector<StringRef> bodies;
  for (StringRef part : parts)
    bodies.push_back(part.split(endOfHeader).second);
  return result + shared.join(bodies);
}
