//===- SplitKernels.cpp - Parts of a module of kernels --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitKernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace mlir::zyn;
using llvm::StringRef;

/// Each part reads the declarations of all kernels.
static constexpr size_t maxParts = 16;
/// Smaller parts take less time than a thread and a copy.
static constexpr size_t minInstructions = 500;

static bool isKernel(const llvm::Function &function) {
  return !function.isDeclaration() &&
         function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// Adds the functions that use a value, directly or in constants.
static void addUsers(const llvm::Value &value,
                     llvm::SmallPtrSetImpl<const llvm::Function *> &functions) {
  for (const llvm::User *user : value.users()) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      functions.insert(instruction->getFunction());
    else
      addUsers(*user, functions);
  }
}

/// Whether kernels share nothing except intrinsics and dynamic shared memory.
static bool areSeparable(const llvm::Module &module) {
  if (!module.debug_compile_units().empty() || !module.alias_empty() ||
      !module.ifunc_empty() || !module.getModuleInlineAsm().empty())
    return false;
  for (const llvm::Function &function : module)
    if (!isKernel(function) && !function.isIntrinsic())
      return false;
  return llvm::all_of(module.globals(), [](const llvm::GlobalVariable &global) {
    if (global.isDeclaration())
      return true;
    llvm::SmallPtrSet<const llvm::Function *, 2> users;
    addUsers(global, users);
    return global.hasName() && global.hasLocalLinkage() && users.size() <= 1;
  });
}

KernelParts::KernelParts(llvm::Module &module) : module(module), first{0} {
  if (areSeparable(module))
    split();
  else
    first.push_back(0);
}

void KernelParts::split() {
  size_t total = 0;
  for (const llvm::Function &function : module)
    total += function.getInstructionCount();
  size_t desired = std::max(total / maxParts, minInstructions);
  size_t number = 0, instructions = 0;
  for (const llvm::Function &function : module) {
    if (!isKernel(function))
      continue;
    if (instructions >= desired) {
      first.push_back(number);
      instructions = 0;
    }
    instructions += function.getInstructionCount();
    ++number;
  }
  first.push_back(number);
  if (size() == 1)
    return;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
}

void KernelParts::visit(
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
  // The bodies of the others are not even read.
  size_t number = 0;
  for (llvm::Function &function : llvm::make_early_inc_range(*copy)) {
    if (function.isIntrinsic())
      continue;
    size_t current = number++;
    if (current >= first[part] && current < first[part + 1])
      continue;
    function.deleteBody();
    function.eraseFromParent();
  }
  llvm::cantFail(copy->materializeAll());
  for (llvm::GlobalVariable &global :
       llvm::make_early_inc_range(copy->globals())) {
    global.removeDeadConstantUsers();
    if (global.use_empty())
      global.eraseFromParent();
  }
  if (!visitor(*copy)) {
    copy.release();
    context.release();
  }
}

std::string mlir::zyn::joinPTX(const std::vector<std::string> &parts) {
  if (parts.size() == 1)
    return parts.front();
  std::string result;
  llvm::StringSet<> declared;
  for (const std::string &part : parts) {
    StringRef rest = part;
    if (!result.empty())
      rest = rest.substr(rest.find(".address_size")).split('\n').second;
    while (!rest.empty()) {
      auto [line, next] = rest.split('\n');
      if (!line.starts_with(".extern .shared") || declared.insert(line).second)
        result += (line + "\n").str();
      rest = next;
    }
  }
  return result;
}
