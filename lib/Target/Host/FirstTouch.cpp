//===- FirstTouch.cpp - Pages are touched before the first call -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first access to a page of code or of the stack is a page fault, which
// takes microseconds. Functions on critical paths are therefore in a section of
// their own, whose pages are read when the program is loaded. For a section
// whose name is an identifier in C, the linker defines its bounds,
// `__start_NAME` and `__stop_NAME`.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

/// The smallest pages of all processors; with larger ones, some accesses are
/// superfluous.
static constexpr uint64_t pageBytes = 4096;

static constexpr char section[] = "zyn_critical";

namespace {
/// Builds the function, of which a program has one for all object files.
class TouchBuilder {
public:
  explicit TouchBuilder(Module &module)
      : module(module), builder(module.getContext()) {}

  Function *build();

private:
  Constant *declareBound(StringRef prefix) {
    auto *bound = new GlobalVariable(
        module, builder.getInt8Ty(), /*isConstant=*/true,
        GlobalValue::ExternalLinkage, nullptr, Twine(prefix) + section);
    bound->setVisibility(GlobalValue::HiddenVisibility);
    return bound;
  }
  /// Accesses a byte of each page from `begin` on, in the current function.
  void createLoop(Value *begin, Value *end,
                  function_ref<void(Value *address)> access);

  Module &module;
  IRBuilder<> builder;
};
} // namespace

void TouchBuilder::createLoop(Value *begin, Value *end,
                              function_ref<void(Value *address)> access) {
  BasicBlock *before = builder.GetInsertBlock();
  Function *function = before->getParent();
  auto *body = BasicBlock::Create(module.getContext(), "", function);
  auto *after = BasicBlock::Create(module.getContext(), "", function);
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *address = builder.CreatePHI(builder.getPtrTy(), 2);
  access(address);
  Value *next = builder.CreatePtrAdd(address, builder.getInt64(pageBytes));
  address->addIncoming(begin, before);
  address->addIncoming(next, body);
  builder.CreateCondBr(builder.CreateICmpULT(next, end), body, after);
  builder.SetInsertPoint(after);
}

Function *TouchBuilder::build() {
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  Function *touch = Function::Create(type, GlobalValue::LinkOnceODRLinkage,
                                     zyn::compiler::touchFunction, module);
  touch->setVisibility(GlobalValue::HiddenVisibility);
  touch->setComdat(module.getOrInsertComdat(zyn::compiler::touchFunction));
  touch->addFnAttr(Attribute::NoInline);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", touch));
  Type *byte = builder.getInt8Ty();
  Value *stack = builder.CreateAlloca(
      ArrayType::get(byte, zyn::compiler::touchedStackBytes));
  createLoop(stack,
             builder.CreatePtrAdd(
                 stack, builder.getInt64(zyn::compiler::touchedStackBytes)),
             [&](Value *address) {
               builder.CreateStore(builder.getInt8(0), address,
                                   /*isVolatile=*/true);
             });
  // The section has a function at least.
  Constant *start = declareBound("__start_"), *stop = declareBound("__stop_");
  createLoop(start, stop, [&](Value *address) {
    builder.CreateLoad(byte, address, /*isVolatile=*/true);
  });
  // The last page may begin behind the last address of the loop.
  builder.CreateLoad(byte, builder.CreatePtrAdd(stop, builder.getInt64(-1)),
                     /*isVolatile=*/true);
  builder.CreateRetVoid();
  return touch;
}

void zyn::compiler::addFirstTouch(Module &module,
                                  const TargetMachine &machine) {
  if (!machine.getTargetTriple().isOSBinFormatELF())
    return;
  bool isCritical = false;
  for (Function &function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(Attribute::Hot))
      continue;
    function.setSection(section);
    isCritical = true;
  }
  if (!isCritical)
    return;
  Function *touch = TouchBuilder(module).build();
  appendToGlobalCtors(module, touch, /*Priority=*/65535, /*Data=*/touch);
}
