//===- X86Check.cpp - Check of x86-64 processors --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace zyn::compiler;

namespace {
/// Emits the check as clang does for `__builtin_cpu_supports`, and with `cpuid`
/// for what libgcc does not know.
class ConditionBuilder {
public:
  ConditionBuilder(IRBuilder<> &builder, const X86Features &features)
      : builder(builder), features(features),
        module(*builder.GetInsertBlock()->getModule()) {}

  Value *create();

private:
  using Registers = std::array<Value *, 4>;

  Value *loadWord(StringRef variable, uint64_t offset) {
    Constant *words =
        module.getOrInsertGlobal(variable, ArrayType::get(word(), 4));
    cast<GlobalVariable>(words)->setDSOLocal(true);
    return builder.CreateLoad(
        word(), builder.CreateConstGEP1_64(builder.getInt8Ty(), words, offset));
  }
  Value *createKnown();
  Registers createCPUID(uint32_t leaf, uint32_t subleaf);
  Value *createSavedState();
  Value *createOther(const CPUIDFeature &feature, Value *savedState);
  Type *word() { return builder.getInt32Ty(); }

  IRBuilder<> &builder;
  const X86Features &features;
  Module &module;
};

class X86Check : public ProcessorCheck {
public:
  explicit X86Check(const UsedFeatures &used) : features(used) {}

  StringRef getBaseline() const override { return "x86-64"; }
  bool isNeeded() const override { return !features.empty(); }
  Value *createCondition(IRBuilder<> &builder) const override {
    return ConditionBuilder(builder, features).create();
  }

private:
  X86Features features;
};
} // namespace

/// Returns whether all words of features have the bits of the mask.
Value *ConditionBuilder::createKnown() {
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

ConditionBuilder::Registers ConditionBuilder::createCPUID(uint32_t leaf,
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
Value *ConditionBuilder::createSavedState() {
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

Value *ConditionBuilder::createOther(const CPUIDFeature &feature,
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

Value *ConditionBuilder::create() {
  FunctionCallee init =
      module.getOrInsertFunction("__cpu_indicator_init", builder.getVoidTy());
  cast<GlobalValue>(init.getCallee())->setDSOLocal(true);
  builder.CreateCall(init);
  Value *hasAll = createKnown();
  if (features.others.empty())
    return hasAll;
  Value *savedState = createSavedState();
  for (const CPUIDFeature *feature : features.others)
    hasAll = builder.CreateAnd(hasAll, createOther(*feature, savedState));
  return hasAll;
}

std::unique_ptr<ProcessorCheck> zyn::compiler::createX86Check(
    const Module &module, const TargetMachine &machine, StringRef requested) {
  return std::make_unique<X86Check>(
      UsedFeatures(module, machine, requested, "x86-64", "llvm.x86."));
}
