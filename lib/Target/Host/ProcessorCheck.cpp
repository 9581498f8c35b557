//===- ProcessorCheck.cpp - Check of the processor at load time -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorFeatures.h"

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace zyn::compiler;

namespace {
/// Builds the check as clang does for `__builtin_cpu_supports`, and with
/// `cpuid` for what libgcc does not know.
class CheckBuilder {
public:
  CheckBuilder(Module &module, const ProcessorFeatures &features)
      : module(module), features(features), builder(module.getContext()) {}

  Function *build(StringRef message);

private:
  using Registers = std::array<Value *, 4>;

  Value *loadWord(StringRef variable, uint64_t offset) {
    Constant *words =
        module.getOrInsertGlobal(variable, ArrayType::get(word(), 4));
    cast<GlobalVariable>(words)->setDSOLocal(true);
    return builder.CreateLoad(
        word(), builder.CreateConstGEP1_64(builder.getInt8Ty(), words, offset));
  }
  Value *createKnownCondition();
  Registers createCPUID(uint32_t leaf, uint32_t subleaf);
  Value *createSavedState();
  Value *createCondition(const CPUIDFeature &feature, Value *savedState);
  Value *createCondition();
  Type *word() { return builder.getInt32Ty(); }

  Module &module;
  const ProcessorFeatures &features;
  IRBuilder<> builder;
};
} // namespace

/// Returns whether all words of features have the bits of the mask.
Value *CheckBuilder::createKnownCondition() {
  Value *hasAll = builder.getTrue();
  for (auto [i, mask] : llvm::enumerate(features.known)) {
    if (mask == 0)
      continue;
    // The first word is the last field of a struct with three others.
    Value *words = i == 0 ? loadWord("__cpu_model", 12)
                          : loadWord("__cpu_features2", 4 * (i - 1));
    Value *has = builder.CreateICmpEQ(builder.CreateAnd(words, mask),
                                      builder.getInt32(mask));
    hasAll = builder.CreateAnd(hasAll, has);
  }
  return hasAll;
}

CheckBuilder::Registers CheckBuilder::createCPUID(uint32_t leaf,
                                                  uint32_t subleaf) {
  auto *results = StructType::get(word(), word(), word(), word());
  InlineAsm *cpuid = InlineAsm::get(
      FunctionType::get(results, {word(), word()}, /*isVarArg=*/false), "cpuid",
      "={ax},={bx},={cx},={dx},{ax},{cx}", /*hasSideEffects=*/true);
  Value *call = builder.CreateCall(
      cpuid, {builder.getInt32(leaf), builder.getInt32(subleaf)});
  Registers registers;
  for (auto [i, value] : llvm::enumerate(registers))
    value = builder.CreateExtractValue(call, i);
  return registers;
}

/// Returns XCR0, or 0 if the processor or the operating system has none: then
/// `xgetbv` is no instruction.
Value *CheckBuilder::createSavedState() {
  constexpr uint32_t osxsave = 1u << 27;
  Value *features = createCPUID(1, 0)[CPUIDFeature::ECX];
  BasicBlock *before = builder.GetInsertBlock();
  Function *function = before->getParent();
  auto *read = BasicBlock::Create(module.getContext(), "", function);
  auto *after = BasicBlock::Create(module.getContext(), "", function);
  builder.CreateCondBr(
      builder.CreateIsNotNull(builder.CreateAnd(features, osxsave)), read,
      after);
  builder.SetInsertPoint(read);
  InlineAsm *xgetbv = InlineAsm::get(
      FunctionType::get(StructType::get(word(), word()), {word()},
                        /*isVarArg=*/false),
      "xgetbv", "={ax},={dx},{cx}", /*hasSideEffects=*/true);
  Value *low = builder.CreateExtractValue(
      builder.CreateCall(xgetbv, {builder.getInt32(0)}), 0);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  PHINode *state = builder.CreatePHI(word(), 2);
  state->addIncoming(builder.getInt32(0), before);
  state->addIncoming(low, read);
  return state;
}

Value *CheckBuilder::createCondition(const CPUIDFeature &feature,
                                     Value *savedState) {
  // Beyond the last leaf, processors of Intel return the contents of another.
  constexpr uint32_t extended = 0x80000000;
  Value *has = builder.CreateICmpUGE(
      createCPUID(feature.leaf & extended, 0)[CPUIDFeature::EAX],
      builder.getInt32(feature.leaf));
  if (feature.subleaf)
    has = builder.CreateAnd(
        has,
        builder.CreateICmpUGE(createCPUID(feature.leaf, 0)[CPUIDFeature::EAX],
                              builder.getInt32(feature.subleaf)));
  Value *bits = createCPUID(feature.leaf, feature.subleaf)[feature.reg];
  has = builder.CreateAnd(
      has, builder.CreateIsNotNull(builder.CreateAnd(bits, feature.mask)));
  Value *saved =
      builder.CreateICmpEQ(builder.CreateAnd(savedState, feature.state),
                           builder.getInt32(feature.state));
  return builder.CreateAnd(has, saved);
}

Value *CheckBuilder::createCondition() {
  Value *hasAll = createKnownCondition();
  if (features.others.empty())
    return hasAll;
  Value *savedState = createSavedState();
  for (const CPUIDFeature *feature : features.others)
    hasAll = builder.CreateAnd(hasAll, createCondition(*feature, savedState));
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
                                      const TargetMachine &machine,
                                      StringRef requested) {
  if (!machine.getTargetTriple().isX86_64())
    return;
  ProcessorFeatures features = getUsedFeatures(module, machine, requested);
  if (features.empty())
    return;
  std::string message =
      ("zyn: error: this program has code for the processor '" +
       machine.getTargetCPU() +
       "', some of whose instructions this one lacks; compile it with --cpu="
       "x86-64 or the name of this processor\n")
          .str();
  // Before the program's own initializers, which may call the functions.
  appendToGlobalCtors(module, CheckBuilder(module, features).build(message),
                      /*Priority=*/101);
}
