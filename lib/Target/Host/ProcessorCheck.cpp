//===- ProcessorCheck.cpp - Check of the processor at load time -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorCheck.h"

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace zyn::compiler;

/// Whether the code may have instructions that LLVM does not select on its own.
static bool usesIntrinsics(const Module &module, StringRef prefix) {
  for (const Function &function : module) {
    if (function.getName().starts_with(prefix))
      return true;
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        // Without instructions, it only hides a value from LLVM.
        if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand());
            assembly && !assembly->getAsmString().empty())
          return true;
  }
  return !module.getModuleInlineAsm().empty();
}

UsedFeatures::UsedFeatures(const Module &module, const TargetMachine &machine,
                           StringRef requested, StringRef baseline,
                           StringRef intrinsics)
    : hasIntrinsics(usesIntrinsics(module, intrinsics)) {
  const MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  std::unique_ptr<MCSubtargetInfo> always(
      machine.getTarget().createMCSubtargetInfo(machine.getTargetTriple(),
                                                baseline, ""));
  for (const SubtargetFeatureKV &feature : subtarget.getAllProcessorFeatures())
    if (subtarget.hasFeature(feature.Value) &&
        !always->hasFeature(feature.Value))
      features.insert(feature.Key);
  for (StringRef name : llvm::split(requested, ','))
    if (name.consume_front("+"))
      this->requested.insert(name);
}

bool UsedFeatures::contains(StringRef name, bool onlyIntrinsics) const {
  return features.contains(name) &&
         (!onlyIntrinsics || hasIntrinsics || requested.contains(name));
}

static std::unique_ptr<ProcessorCheck> createCheck(const Module &module,
                                                   const TargetMachine &machine,
                                                   StringRef requested) {
  const Triple &triple = machine.getTargetTriple();
  if (triple.isX86_64())
    return createX86Check(module, machine, requested);
  // Only Linux has the words that the check reads.
  if (triple.isAArch64() && triple.isOSLinux())
    return createAArch64Check(module, machine, requested);
  return nullptr;
}

static Function *buildFunction(Module &module, const ProcessorCheck &processor,
                               StringRef message) {
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  Function *check = Function::Create(type, GlobalValue::InternalLinkage,
                                     "zyn_check_processor", module);
  // It runs on processors that lack what the other functions use.
  check->addFnAttr("target-cpu", processor.getBaseline());
  check->addFnAttr("target-features", "");
  check->addFnAttr(Attribute::NoInline);
  auto *entry = BasicBlock::Create(context, "", check);
  auto *failed = BasicBlock::Create(context, "", check);
  auto *passed = BasicBlock::Create(context, "", check);

  builder.SetInsertPoint(entry);
  Value *condition = processor.createCondition(builder);
  builder.CreateCondBr(condition, passed, failed);

  builder.SetInsertPoint(failed);
  Type *word = builder.getInt32Ty(), *size = builder.getInt64Ty();
  FunctionCallee write =
      module.getOrInsertFunction("write", size, word, builder.getPtrTy(), size);
  builder.CreateCall(write,
                     {builder.getInt32(2), builder.CreateGlobalString(message),
                      builder.getInt64(message.size())});
  builder.CreateCall(
      module.getOrInsertFunction("_exit", builder.getVoidTy(), word),
      builder.getInt32(1));
  builder.CreateUnreachable();

  builder.SetInsertPoint(passed);
  builder.CreateRetVoid();
  return check;
}

void zyn::compiler::addProcessorCheck(Module &module,
                                      const TargetMachine &machine,
                                      StringRef requested) {
  std::unique_ptr<ProcessorCheck> check =
      createCheck(module, machine, requested);
  if (!check || !check->isNeeded())
    return;
  std::string message =
      ("zyn: error: this program has code for the processor '" +
       machine.getTargetCPU() +
       "', some of whose instructions this one lacks; compile it with --cpu=" +
       check->getBaseline() + " or the name of this processor\n")
          .str();
  // Before the program's own initializers, which may call the functions.
  appendToGlobalCtors(module, buildFunction(module, *check, message),
                      /*Priority=*/101);
}
