//===- Architecture.cpp - Architectures of NVIDIA's GPUs ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Architecture.h"

#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <mutex>

using namespace mlir::kernel;
using llvm::StringRef;

static const llvm::Triple &getTriple() {
  static const llvm::Triple triple("nvptx64-nvidia-cuda");
  return triple;
}

static const llvm::Target &getCodeGenerator() {
  static const llvm::Target *target = [] {
    // Registers the code generator with LLVM, once.
    mlir::NVVM::SerializeGPUModuleBase::init();
    std::string problem;
    return llvm::TargetRegistry::lookupTarget(getTriple(), problem);
  }();
  return *target;
}

static const llvm::MCSubtargetInfo &getSubtargets() {
  static const std::unique_ptr<llvm::MCSubtargetInfo> subtargets(
      getCodeGenerator().createMCSubtargetInfo(getTriple(), /*CPU=*/"",
                                               /*Features=*/""));
  return *subtargets;
}

std::optional<Architecture> Architecture::parse(StringRef chip) {
  Architecture architecture;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, architecture.sm))
    return std::nullopt;
  if (!chip.empty() && chip != "a" && chip != "f")
    return std::nullopt;
  architecture.isSpecific = !chip.empty();
  return architecture;
}

int mlir::kernel::getPTXVersion(StringRef features) {
  int version = 0;
  if (!features.consume_front("+ptx") || features.consumeInteger(10, version))
    return 0;
  return version;
}

/// Returns the version that LLVM uses for an architecture without a feature.
static int readLowestPTXVersion(StringRef chip) {
  // LLVM's table is private, but the version is in the header of an empty
  // module.
  llvm::LLVMContext context;
  llvm::Module empty("", context);
  std::unique_ptr<llvm::TargetMachine> machine(
      getCodeGenerator().createTargetMachine(getTriple(), chip, /*Features=*/"",
                                             {}, {}));
  empty.setDataLayout(machine->createDataLayout());
  empty.setTargetTriple(getTriple());
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return 0;
  passes.run(empty);
  StringRef version = text.str().split(".version ").second;
  int major = 0, minor = 0;
  version.consumeInteger(10, major);
  version.consume_front(".");
  version.consumeInteger(10, minor);
  return 10 * major + minor;
}

int mlir::kernel::getLowestPTXVersion(StringRef chip) {
  if (!getSubtargets().isCPUStringValid(chip))
    return 0;
  // Setting up the code generator takes milliseconds.
  static std::mutex mutex;
  static llvm::StringMap<int> versions;
  std::lock_guard<std::mutex> lock(mutex);
  auto [version, isNew] = versions.try_emplace(chip, 0);
  if (isNew)
    version->second = readLowestPTXVersion(chip);
  return version->second;
}

static std::string formatVersion(int version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static bool isFeature(StringRef name) {
  return llvm::any_of(getSubtargets().getAllProcessorFeatures(),
                      [&](const llvm::SubtargetFeatureKV &feature) {
                        return name == feature.Key;
                      });
}

/// Returns the PTX versions from `lowest` on that LLVM generates, in order.
static std::string listPTXVersions(int lowest) {
  std::vector<int> versions;
  for (const llvm::SubtargetFeatureKV &feature :
       getSubtargets().getAllProcessorFeatures())
    if (int version = getPTXVersion(("+" + StringRef(feature.Key)).str());
        version >= lowest)
      versions.push_back(version);
  llvm::sort(versions);
  return llvm::join(llvm::map_range(versions, formatVersion), ", ");
}

std::string mlir::kernel::getTargetProblem(StringRef chip, StringRef features) {
  int lowest = getLowestPTXVersion(chip);
  if (lowest == 0 || !Architecture::parse(chip))
    return ("unknown chip '" + chip +
            "': expected an architecture such as sm_80 or sm_90a")
        .str();
  llvm::SmallVector<StringRef> names;
  features.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef name : names)
    if (int version = getPTXVersion(name); version == 0)
      return ("unknown feature '" + name +
              "': expected a PTX version such as +ptx80")
          .str();
    else if (!isFeature(name.drop_front()))
      return ("unknown PTX version " + formatVersion(version) + ": " + chip +
              " has " + listPTXVersions(lowest))
          .str();
  for (StringRef name : names)
    if (int version = getPTXVersion(name); version < lowest)
      return (chip + " requires PTX " + formatVersion(lowest) +
              " or later, found PTX " + formatVersion(version))
          .str();
  return "";
}

std::string mlir::kernel::getNewestChip(int capability) {
  int newest = 0;
  for (const llvm::SubtargetSubTypeKV &subtarget :
       getSubtargets().getAllProcessorDescriptions())
    if (std::optional<Architecture> known = Architecture::parse(subtarget.Key);
        known && known->sm <= capability)
      newest = std::max(newest, known->sm);
  return newest ? "sm_" + std::to_string(newest) : "";
}
