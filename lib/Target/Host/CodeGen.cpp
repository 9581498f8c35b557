//===- CodeGen.cpp - Code for the processor of the host -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

/// Returns the name of a processor or feature that LLVM does not know, such as
/// "feature 'avx1024'", or an empty string.
static std::string findUnknown(const MCSubtargetInfo &subtarget, StringRef cpu,
                               StringRef features) {
  if (!subtarget.isCPUStringValid(cpu))
    return ("processor '" + cpu + "'").str();
  SmallVector<StringRef> names;
  features.split(names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    bool hasSign = name.consume_front("+") || name.consume_front("-");
    if (!hasSign || llvm::none_of(subtarget.getAllProcessorFeatures(),
                                  [&](const SubtargetFeatureKV &feature) {
                                    return name == feature.Key;
                                  }))
      return ("feature '" + name + "'").str();
  }
  return {};
}

static std::string getNativeFeatures() {
  SmallVector<std::string> features;
  for (auto &[name, isSupported] : sys::getHostCPUFeatures())
    features.push_back((isSupported ? "+" : "-") + name.str());
  llvm::sort(features);
  return llvm::join(features, ",");
}

Expected<std::unique_ptr<TargetMachine>>
zyn::compiler::createHostMachine(const HostProcessor &processor) {
  Triple triple(sys::getProcessTriple());
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError(problem);
  bool isNative = processor.cpu == "native";
  std::string cpu = isNative ? sys::getHostCPUName().str() : processor.cpu;
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, "", ""));
  problem = findUnknown(*subtarget, cpu, processor.features);
  if (!problem.empty())
    return createStringError("the code generator for " + triple.getArchName() +
                             " has no " + problem);
  std::string features = isNative ? getNativeFeatures() : "";
  if (!processor.features.empty())
    features += (features.empty() ? "" : ",") + processor.features;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, features, TargetOptions(), Reloc::PIC_, std::nullopt,
      CodeGenOptLevel::Aggressive));
}

/// Returns the level that `--zyn-lower-constraints` noted in the module.
static OptimizationLevel getLevel(const Module &module) {
  auto *note = dyn_cast_or_null<ConstantAsMetadata>(
      module.getModuleFlag("zyn-opt-level"));
  if (!note)
    return OptimizationLevel::O3;
  switch (cast<ConstantInt>(note->getValue())->getZExtValue()) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

void zyn::compiler::optimizeForHost(Module &module, TargetMachine &machine,
                                    ArrayRef<StringRef> entries) {
  if (!entries.empty())
    for (Function &function : module)
      if (!function.isDeclaration() &&
          !llvm::is_contained(entries, function.getName()))
        function.setLinkage(GlobalValue::InternalLinkage);
  OptimizationLevel level = getLevel(module);
  machine.setOptLevel(static_cast<CodeGenOptLevel>(level.getSpeedupLevel()));
  // A loop that starts a line of the cache takes the fewest fetches.
  if (llvm::any_of(module, [](const Function &function) {
        return function.hasFnAttribute(Attribute::Hot);
      }))
    machine.Options.LoopAlignment = 32;

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = true;
  PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  (level == OptimizationLevel::O0
       ? builder.buildO0DefaultPipeline(level)
       : builder.buildPerModuleDefaultPipeline(level))
      .run(module, modules);
}

Expected<SmallVector<char, 0>>
zyn::compiler::emitObject(Module &module, TargetMachine &machine) {
  SmallVector<char, 0> object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                  CodeGenFileType::ObjectFile))
    return createStringError("the target does not emit object files");
  passes.run(module);
  return object;
}
