//===- X86Features.cpp - Features of x86-64 processors --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;
using namespace zyn::compiler;

namespace {
struct Feature {
  std::string_view name;
  /// The number of its bit in libgcc, or -1.
  int bit;
};
} // namespace

static constexpr Feature features[] = {
#define X86_FEATURE_COMPAT(ENUM, NAME, PRIORITY, ABI_VALUE) {NAME, ABI_VALUE},
#define X86_FEATURE(ENUM, NAME) {NAME, -1},
#include "llvm/TargetParser/X86TargetParser.def"
};

/// The last bit that libgcc 12 sets, that of AVX512-FP16.
static constexpr int lastKnownBit = 94;

/// Returns the feature whose bit in libgcc a feature has, or an empty name.
static constexpr std::string_view getKnownName(const Feature &feature) {
  if (feature.name == "crc32")
    return "sse4.2";
  return feature.bit >= 0 && feature.bit <= lastKnownBit ? feature.name : "";
}

static constexpr uint32_t avxState = 0x6, amxState = 0x60000,
                          apxState = 0x80000;

/// The features that libgcc 12 does not know, by Intel's and AMD's manuals.
static constexpr CPUIDFeature others[] = {
    {"invpcid", 7, 0, CPUIDFeature::EBX, 1u << 10},
    {"sha512", 7, 1, CPUIDFeature::EAX, 1u << 0, avxState},
    {"sm3", 7, 1, CPUIDFeature::EAX, 1u << 1, avxState},
    {"sm4", 7, 1, CPUIDFeature::EAX, 1u << 2, avxState},
    {"raoint", 7, 1, CPUIDFeature::EAX, 1u << 3},
    {"cmpccxadd", 7, 1, CPUIDFeature::EAX, 1u << 7},
    {"amx-fp16", 7, 1, CPUIDFeature::EAX, 1u << 21, amxState},
    {"avxifma", 7, 1, CPUIDFeature::EAX, 1u << 23, avxState},
    {"movrs", 7, 1, CPUIDFeature::EAX, 1u << 31},
    {"avxvnniint8", 7, 1, CPUIDFeature::EDX, 1u << 4, avxState},
    {"avxneconvert", 7, 1, CPUIDFeature::EDX, 1u << 5, avxState},
    {"amx-complex", 7, 1, CPUIDFeature::EDX, 1u << 8, amxState},
    {"avxvnniint16", 7, 1, CPUIDFeature::EDX, 1u << 10, avxState},
    {"prefetchi", 7, 1, CPUIDFeature::EDX, 1u << 14},
    {"usermsr", 7, 1, CPUIDFeature::EDX, 1u << 15},
    // The parts of APX have one bit.
    {"egpr", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"push2pop2", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"ppx", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"ndd", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"ccmp", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"nf", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"cf", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"zu", 7, 1, CPUIDFeature::EDX, 1u << 21, apxState},
    {"amx-fp8", 0x1e, 1, CPUIDFeature::EAX, 1u << 4, amxState},
    {"amx-tf32", 0x1e, 1, CPUIDFeature::EAX, 1u << 6, amxState},
    {"amx-avx512", 0x1e, 1, CPUIDFeature::EAX, 1u << 7, amxState},
    {"amx-movrs", 0x1e, 1, CPUIDFeature::EAX, 1u << 8, amxState},
    // A version of at least 2.
    {"avx10.2", 0x24, 0, CPUIDFeature::EBX, 0xfe, avxState},
    {"rdpru", 0x80000008, 0, CPUIDFeature::EBX, 1u << 4},
};

/// Features that have no instructions of their own: AVX10.1 has those of
/// AVX-512, which are features, too.
static constexpr std::string_view withoutInstructions[] = {
    "avx10.1",
    "evex512",
    "lvi-cfi",
    "lvi-load-hardening",
    "retpoline-external-thunk",
    "retpoline-indirect-branches",
    "retpoline-indirect-calls",
    "vzeroupper",
};

/// Features of every x86-64, and those that have a name, but no processor or
/// code generator.
static constexpr std::string_view withoutCheck[] = {
    "64bit", "apxf", "avx5124fmaps", "avx5124vnniw", "cx8", "fxsr", "x87"};

/// Features that LLVM only uses for intrinsics of x86. Virtual machines hide
/// many of these, although they have the rest of the processor that `--cpu`
/// names.
static constexpr std::string_view forIntrinsics[] = {
    "adx",       "amx-avx512", "amx-bf16",  "amx-complex", "amx-fp16",
    "amx-fp8",   "amx-int8",   "amx-movrs", "amx-tf32",    "amx-tile",
    "cldemote",  "clflushopt", "clwb",      "clzero",      "enqcmd",
    "fsgsbase",  "hreset",     "invpcid",   "kl",          "lwp",
    "movdir64b", "movdiri",    "mwaitx",    "pconfig",     "pku",
    "prefetchi", "ptwrite",    "rdpid",     "rdpru",       "rdrnd",
    "rdseed",    "rtm",        "serialize", "sgx",         "sha",
    "sha512",    "shstk",      "sm3",       "sm4",         "tsxldtrk",
    "uintr",     "usermsr",    "waitpkg",   "wbnoinvd",    "widekl",
    "xsave",     "xsavec",     "xsaveopt",  "xsaves",
};

template <typename RangeT>
static constexpr bool containsName(const RangeT &names, std::string_view name) {
  for (std::string_view other : names)
    if (other == name)
      return true;
  return false;
}

static constexpr const CPUIDFeature *findOther(std::string_view name) {
  for (const CPUIDFeature &other : others)
    if (other.name == name)
      return &other;
  return nullptr;
}

/// Whether LLVM has a feature that no check covers.
static constexpr bool coversAll() {
  for (const Feature &feature : features)
    if (getKnownName(feature).empty() && !findOther(feature.name) &&
        !containsName(withoutInstructions, feature.name) &&
        !containsName(withoutCheck, feature.name))
      return false;
  return true;
}
static_assert(coversAll(), "a feature of LLVM's table has no check");

X86Features::X86Features(const UsedFeatures &used) {
  SmallVector<StringRef> names;
  for (const Feature &feature : features) {
    if (!used.contains(feature.name, containsName(forIntrinsics, feature.name)))
      continue;
    if (std::string_view name = getKnownName(feature); !name.empty())
      names.push_back(name);
    else if (const CPUIDFeature *other = findOther(feature.name))
      others.push_back(other);
  }
  known = X86::getCpuSupportsMask(names);
}

bool X86Features::empty() const {
  return others.empty() &&
         llvm::all_of(known, [](uint32_t bits) { return bits == 0; });
}
