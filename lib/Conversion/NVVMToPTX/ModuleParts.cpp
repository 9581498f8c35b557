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
#include "llvm/IR/InstIterator.h"
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
/// LLVM inlines most functions of this size wherever they are called: the limit
/// of NVPTX is 11 times that of other targets, and a quarter of this for
/// functions of instances.
static constexpr size_t fewInstructions = 120;

static bool isKernel(const Function &function) {
  return function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// Returns the number of instructions of a function with those of the functions
/// that are always inlined, which have no code of their own.
static size_t getSize(const Function &function) {
  if (function.hasFnAttribute(llvm::Attribute::AlwaysInline))
    return 0;
  size_t size = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    bool isInlined =
        callee && callee->hasFnAttribute(llvm::Attribute::AlwaysInline);
    size += isInlined ? callee->getInstructionCount() : 1;
  }
  return size;
}

/// Whether each part that uses a symbol has a copy, which LLVM may inline.
static bool isCopied(const llvm::GlobalValue &symbol) {
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol))
    return variable->isConstant();
  auto &function = llvm::cast<Function>(symbol);
  return function.hasFnAttribute(llvm::Attribute::AlwaysInline) ||
         (!function.hasFnAttribute(llvm::Attribute::NoInline) &&
          getSize(function) <= fewInstructions);
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

/// Whether several parts may use a variable.
static bool isShareable(const llvm::GlobalVariable &variable) {
  constexpr unsigned globalSpace = 1, constantSpace = 4;
  unsigned space = variable.getAddressSpace();
  return space == globalSpace || space == constantSpace;
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
        separable &= add(function) && !function.isDeclaration() &&
                     (isKernel(function) ? function.use_empty()
                                         : function.hasLocalLinkage());
    for (const llvm::GlobalVariable &variable : module.globals())
      separable &=
          add(variable) &&
          (variable.isDeclaration() ||
           (variable.hasLocalLinkage() && variable.hasName() &&
            (isShareable(variable) || getUsers(variable).size() <= 1)));
    for (const Function &function : module)
      if (!function.isIntrinsic())
        findLeader(function);
  }

  /// Whether the functions can be in different parts.
  bool areSeparable() const { return separable; }

  const Users &getUsers(const llvm::GlobalValue &symbol) const {
    return users.find(&symbol)->second;
  }

  /// Returns the symbols that a function uses.
  llvm::ArrayRef<const llvm::GlobalValue *>
  getUsed(const Function &function) const {
    auto found = used.find(&function);
    if (found == used.end())
      return {};
    return found->second;
  }

  /// Returns the function whose part a function belongs to: the only one that
  /// uses it, and so on.
  const Function *getLeader(const Function &function) const {
    return leaders.find(&function)->second;
  }

private:
  /// Returns false if a variable's initializer uses the symbol.
  bool add(const llvm::GlobalValue &symbol) {
    Users &symbolUsers = users[&symbol];
    bool isUsedByFunctions = addUsers(symbol, symbolUsers);
    for (const Function *user : symbolUsers)
      used[user].push_back(&symbol);
    return isUsedByFunctions;
  }

  void findLeader(const Function &function) {
    llvm::SmallSetVector<const Function *, 8> chain;
    const Function *leader = &function;
    while (!leaders.contains(leader) && chain.insert(leader) &&
           leader->hasLocalLinkage() && getUsers(*leader).size() == 1)
      leader = getUsers(*leader).front();
    if (auto known = leaders.find(leader); known != leaders.end())
      leader = known->second;
    for (const Function *member : chain)
      leaders[member] = leader;
  }

  llvm::DenseMap<const llvm::GlobalValue *, Users> users;
  llvm::DenseMap<const Function *,
                 llvm::SmallVector<const llvm::GlobalValue *, 4>>
      used;
  llvm::DenseMap<const Function *, const Function *> leaders;
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
  nameSymbols();
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
}

void ModuleParts::assignFunctions(const Dependences &dependences) {
  llvm::MapVector<const Function *, size_t> sizes;
  size_t total = 0, desired = minKernelInstructions;
  for (const Function &function : module) {
    if (function.isIntrinsic())
      continue;
    size_t size = getSize(function);
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
  llvm::SmallVector<const llvm::GlobalValue *> shared;
  auto share = [&](const llvm::GlobalValue *symbol) {
    Location &location = symbols.find(symbol)->second;
    if (location.elsewhere != Location::Private || symbol->isDeclaration())
      return;
    location.elsewhere =
        isCopied(*symbol) ? Location::Copied : Location::Declared;
    // PTX declares variables before their uses.
    if (llvm::isa<llvm::GlobalVariable>(symbol))
      location.part = 0;
    shared.push_back(symbol);
  };
  for (auto &[symbol, location] : symbols)
    for (const Function *user : dependences.getUsers(*symbol))
      if (symbols.find(user)->second.part != location.part)
        share(symbol);
  // Copies need what they use in each part.
  for (size_t i = 0; i < shared.size(); ++i)
    if (auto *function = llvm::dyn_cast<Function>(shared[i]);
        function && isCopied(*function))
      for (const llvm::GlobalValue *symbol : dependences.getUsed(*function))
        share(symbol);
}

void ModuleParts::nameSymbols() {
  for (llvm::GlobalValue &symbol : module.global_values()) {
    auto found = symbols.find(&symbol);
    if (found == symbols.end() || symbol.isDeclaration())
      continue;
    // Parts would make the names of local symbols unique on their own.
    if (symbol.hasLocalLinkage())
      setPTXName(symbol);
    if (found->second.elsewhere == Location::Declared)
      shared.makeExternal(symbol);
    else if (found->second.elsewhere == Location::Copied)
      shared.makeExternal(symbol, llvm::GlobalValue::LinkOnceODRLinkage);
  }
}

void ModuleParts::keep(llvm::Module &copy, unsigned part) const {
  auto next = symbols.begin();
  for (Function &function : llvm::make_early_inc_range(copy)) {
    if (function.isIntrinsic())
      continue;
    const Location &location = (next++)->second;
    if (location.part == part || location.elsewhere == Location::Copied)
      continue;
    // The body is not even read.
    function.deleteBody();
    if (location.elsewhere == Location::Private)
      function.eraseFromParent();
  }
  llvm::cantFail(copy.materializeAll());
  for (llvm::GlobalVariable &variable : copy.globals()) {
    const Location &location = (next++)->second;
    if (location.part != part && location.elsewhere != Location::Copied &&
        !variable.isDeclaration()) {
      variable.setInitializer(nullptr);
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
}

void ModuleParts::nameAddedSymbols(llvm::Module &part, size_t number) const {
  if (size() == 1)
    return;
  for (llvm::GlobalValue &symbol : part.global_values())
    if (symbol.hasLocalLinkage() && !hasPTXName(symbol))
      symbol.setName(symbol.getName() + "_" + llvm::Twine(number) + "_");
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
  auto split = [](StringRef ptx) {
    size_t end = ptx.find('\n', ptx.find("\n.address_size") + 1);
    return std::pair(ptx.substr(0, end + 1), ptx.substr(end + 1));
  };
  auto [header, first] = split(parts.front());
  std::string result = (header + declaration).str();
  if (size() == 1)
    return result + first.str();
  llvm::SmallVector<StringRef> bodies;
  for (StringRef part : parts)
    bodies.push_back(split(part).second);
  return result + shared.join(bodies);
}
