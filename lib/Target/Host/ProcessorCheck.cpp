//===- ProcessorCheck.cpp - Check of the processor at load time -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

/// Returns the features of `machine` that libgcc can detect, as the bits of its
/// `__cpu_model` and `__cpu_features2`, without those of every x86-64. Only
/// those with a priority, on which compilers select code: virtual machines hide
/// others, of which code makes no use. Not AVX10 either, which libgcc 12 does
/// not know; processors with AVX10 have the features of AVX-512, too.
static std::array<uint32_t, 4> getFeatureMask(const TargetMachine &machine) {
  struct Feature {
    StringRef name;
    unsigned priority;
  };
  static constexpr Feature detected[] = {
#define X86_FEATURE_COMPAT(ENUM, NAME, PRIORITY, ABI_VALUE) {NAME, PRIORITY},
#include "llvm/TargetParser/X86TargetParser.def"
  };
  const MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  std::unique_ptr<MCSubtargetInfo> always(
      machine.getTarget().createMCSubtargetInfo(machine.getTargetTriple(),
                                                "x86-64", ""));
  StringMap<unsigned> values;
  for (const SubtargetFeatureKV &feature : subtarget.getAllProcessorFeatures())
    values[feature.Key] = feature.Value;
  SmallVector<StringRef> names;
  for (auto [name, priority] : detected)
    if (auto value = values.find(name);
        priority && !name.starts_with("avx10") && value != values.end() &&
        subtarget.hasFeature(value->second) &&
        !always->hasFeature(value->second))
      names.push_back(name);
  return X86::getCpuSupportsMask(names);
}

namespace {
/// Builds the check as clang does for `__builtin_cpu_supports`.
class CheckBuilder {
public:
  CheckBuilder(Module &module, const std::array<uint32_t, 4> &mask)
      : module(module), mask(mask), builder(module.getContext()) {}

  Function *build(StringRef message);

private:
  Value *loadWord(StringRef variable, uint64_t offset) {
    Constant *words =
        module.getOrInsertGlobal(variable, ArrayType::get(word(), 4));
    cast<GlobalVariable>(words)->setDSOLocal(true);
    return builder.CreateLoad(
        word(), builder.CreateConstGEP1_64(builder.getInt8Ty(), words, offset));
  }
  Value *createCondition();
  Type *word() { return builder.getInt32Ty(); }

  Module &module;
  const std::array<uint32_t, 4> &mask;
  IRBuilder<> builder;
};
} // namespace

/// Returns whether all words of features have the bits of the mask.
Value *CheckBuilder::createCondition() {
  Value *hasAll = builder.getTrue();
  for (unsigned i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0)
      continue;
    // The first word is the last field of a struct with three others.
    Value *features = i == 0 ? loadWord("__cpu_model", 12)
                             : loadWord("__cpu_features2", 4 * (i - 1));
    Value *has = builder.CreateICmpEQ(builder.CreateAnd(features, mask[i]),
                                      builder.getInt32(mask[i]));
    hasAll = builder.CreateAnd(hasAll, has);
  }
  return hasAll;
}

Function *CheckBuilder::build(StringRef message) {
  LLVMContext &context = module.getContext();
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  Function *check = Function::Create(type, GlobalValue::InternalLinkage,
                                     "zyn_check_processor", module);
  // It runs on processors that lack what the other functions use.
  check->addFnAttr("target-cpu", "x86-64");
  check->addFnAttr("target-features", "");
  check->addFnAttr(Attribute::NoInline);
  auto *entry = BasicBlock::Create(context, "", check);
  auto *failed = BasicBlock::Create(context, "", check);
  auto *passed = BasicBlock::Create(context, "", check);

  builder.SetInsertPoint(entry);
  FunctionCallee init =
      module.getOrInsertFunction("__cpu_indicator_init", type);
  cast<GlobalValue>(init.getCallee())->setDSOLocal(true);
  builder.CreateCall(init);
  builder.CreateCondBr(createCondition(), passed, failed);

  builder.SetInsertPoint(failed);
  Type *size = builder.getInt64Ty();
  FunctionCallee write = module.getOrInsertFunction("write", size, word(),
                                                    builder.getPtrTy(), size);
  builder.CreateCall(write,
                     {builder.getInt32(2), builder.CreateGlobalString(message),
                      builder.getInt64(message.size())});
  builder.CreateCall(
      module.getOrInsertFunction("_exit", builder.getVoidTy(), word()),
      builder.getInt32(1));
  builder.CreateUnreachable();

  builder.SetInsertPoint(passed);
  builder.CreateRetVoid();
  return check;
}

void zyn::compiler::addProcessorCheck(Module &module,
                                      const TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86_64())
    return;
  std::array<uint32_t, 4> mask = getFeatureMask(machine);
  if (llvm::all_of(mask, [](uint32_t bits) { return bits == 0; }))
    return;
  std::string message =
      ("zyn: error: this program has code for the processor '" +
       machine.getTargetCPU() +
       "', some of whose instructions this one lacks; compile it with --cpu="
       "x86-64 or the name of this processor\n")
          .str();
  // Before the program's own initializers, which may call the functions.
  appendToGlobalCtors(module, CheckBuilder(module, mask).build(message),
                      /*Priority=*/101);
}
