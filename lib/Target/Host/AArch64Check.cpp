//===- AArch64Check.cpp - Check of AArch64 processors on Linux ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <array>

using namespace llvm;
using namespace zyn::compiler;

namespace {
/// A feature, by the bit of one of the two words in which Linux describes it
/// (`HWCAP_*` and `HWCAP2_*` of asm/hwcap.h).
struct Feature {
  std::string_view name;
  unsigned word, bit;
  /// Whether LLVM only uses it for intrinsics.
  bool onlyIntrinsics = false;
};

class AArch64Check : public ProcessorCheck {
public:
  explicit AArch64Check(const UsedFeatures &used);

  StringRef getBaseline() const override { return "generic"; }
  bool isNeeded() const override { return masks[0] || masks[1]; }
  Value *createCondition(IRBuilder<> &builder) const override;

private:
  /// The bits of both words that must be set.
  std::array<uint64_t, 2> masks{};
};
} // namespace

/// The features with instructions of user mode, without those of streaming
/// mode (SME), which code only enters if it is told to. Linux has no bits for
/// those of Armv9.6-A and later in these words.
static constexpr Feature features[] = {
    {"aes", 0, 3, true},      {"sha2", 0, 6, true},
    {"crc", 0, 7, true},      {"lse", 0, 8},
    {"fullfp16", 0, 9},       {"fullfp16", 0, 10},
    {"rdm", 0, 12},           {"jsconv", 0, 13, true},
    {"complxnum", 0, 14},     {"rcpc", 0, 15},
    {"sha3", 0, 17},          {"sm4", 0, 18, true},
    {"sm4", 0, 19, true},     {"dotprod", 0, 20},
    {"sha3", 0, 21},          {"sve", 0, 22},
    {"fp16fml", 0, 23},       {"lse2", 0, 25},
    {"rcpc-immo", 0, 26},     {"flagm", 0, 27, true},
    {"sb", 0, 29, true},      {"sve2", 1, 1},
    {"sve-aes", 1, 2, true},  {"sve-bitperm", 1, 4, true},
    {"sve-sha3", 1, 5, true}, {"sve-sm4", 1, 6, true},
    {"altnzcv", 1, 7, true},  {"fptoint", 1, 8, true},
    {"f32mm", 1, 10, true},   {"f64mm", 1, 11},
    {"i8mm", 1, 13},          {"bf16", 1, 14},
    {"rand", 1, 16, true},    {"mte", 1, 18, true},
    {"wfxt", 1, 31, true},    {"cssc", 1, 34},
    {"sve2p1", 1, 36},        {"mops", 1, 43},
    {"hbc", 1, 44, true},     {"sve-b16b16", 1, 45},
    {"rcpc3", 1, 46},         {"lse128", 1, 47},
    {"lut", 1, 49, true},     {"faminmax", 1, 50},
    {"fp8", 1, 51, true},     {"fp8fma", 1, 52, true},
    {"fp8dot4", 1, 53, true}, {"fp8dot2", 1, 54, true},
};

AArch64Check::AArch64Check(const UsedFeatures &used) {
  for (const Feature &feature : features)
    if (used.contains(feature.name, feature.onlyIntrinsics))
      masks[feature.word] |= uint64_t(1) << feature.bit;
}

Value *AArch64Check::createCondition(IRBuilder<> &builder) const {
  constexpr uint64_t types[] = {16, 26}; // AT_HWCAP, AT_HWCAP2
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *word = builder.getInt64Ty();
  FunctionCallee read = module.getOrInsertFunction("getauxval", word, word);
  Value *hasAll = builder.getTrue();
  for (auto [type, mask] : zip_equal(types, masks)) {
    if (mask == 0)
      continue;
    Value *bits = builder.CreateCall(read, builder.getInt64(type));
    Value *has = builder.CreateICmpEQ(builder.CreateAnd(bits, mask),
                                      builder.getInt64(mask));
    hasAll = builder.CreateAnd(hasAll, has);
  }
  return hasAll;
}

std::unique_ptr<ProcessorCheck> zyn::compiler::createAArch64Check(
    const Module &module, const TargetMachine &machine, StringRef requested) {
  return std::make_unique<AArch64Check>(
      UsedFeatures(module, machine, requested, "generic", "llvm.aarch64."));
}
