//===- CodeGen.cpp - Code for the processor of the host -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "CodeParts.h"

#include "Zyn/Support/ParallelFor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/MergeFunctions.h"

using namespace llvm;
using zyn::compiler::CodeParts;
using zyn::compiler::MachineCreator;

/// Returns the names of the table, with commas.
template <typename Entry>
static std::string listNames(ArrayRef<Entry> table) {
  return join(map_range(table, [](const Entry &entry) { return entry.Key; }),
              ", ");
}

/// Returns the name of a processor or feature that LLVM does not know, such as
/// "feature 'avx1024'", with those that it knows, or an empty string.
static std::string findUnknown(const MCSubtargetInfo &subtarget, StringRef cpu,
                               ArrayRef<StringRef> features) {
  if (!subtarget.isCPUStringValid(cpu))
    return ("processor '" + cpu + "': expected native, " +
            listNames(subtarget.getAllProcessorDescriptions()))
        .str();
  for (StringRef name : features) {
    bool hasSign = name.consume_front("+") || name.consume_front("-");
    if (!hasSign || llvm::none_of(subtarget.getAllProcessorFeatures(),
                                  [&](const SubtargetFeatureKV &feature) {
                                    return name == feature.Key;
                                  }))
      return ("feature '" + name + "': expected '+' or '-' and one of " +
              listNames(subtarget.getAllProcessorFeatures()))
          .str();
  }
  return {};
}

Expected<std::unique_ptr<TargetMachine>>
zyn::compiler::createHostMachine(const HostProcessor &processor) {
  // The builder is not only for JIT compilers.
  Expected<orc::JITTargetMachineBuilder> builder =
      orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  if (processor.cpu != "native") {
    builder->setCPU(processor.cpu);
    builder->getFeatures() = SubtargetFeatures();
  }
  SmallVector<StringRef> names;
  StringRef(processor.features).split(names, ',', -1, /*KeepEmpty=*/false);
  builder->addFeatures(std::vector<std::string>(names.begin(), names.end()));
  builder->setRelocationModel(Reloc::PIC_);
  // The default is for JIT compilers, whose code may be far from the process's.
  builder->setCodeModel(CodeModel::Small);
  builder->setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
  const Triple &triple = builder->getTargetTriple();
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError(problem);
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, "", ""));
  problem = findUnknown(*subtarget, builder->getCPU(), names);
  if (!problem.empty())
    return createStringError("the code generator for " + triple.getArchName() +
                             " has no " + problem);
  return builder->createTargetMachine();
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

/// Makes functions internal that are not in `entries`. Their addresses are not
/// compared.
static void makeInternal(Module &module, ArrayRef<StringRef> entries) {
  for (Function &function : module) {
    if (function.isDeclaration() ||
        llvm::is_contained(entries, function.getName()))
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  }
}

void zyn::compiler::optimizeForHost(Module &module, TargetMachine &machine,
                                    ArrayRef<StringRef> entries) {
  if (!entries.empty())
    makeInternal(module, entries);
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

/// Compiles a part, or the module if there is only one.
static Error emitPart(Module &module, const CodeParts &parts, size_t number,
                      bool optimize, const MachineCreator &createMachine,
                      SmallVector<char, 0> &object) {
  Expected<std::unique_ptr<TargetMachine>> machine = createMachine();
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  std::unique_ptr<Module> copy;
  if (parts.size() > 1)
    copy = parts.read(number, context);
  Module &part = copy ? *copy : module;
  SmallVector<StringRef> entries(parts.getVisible(number));
  if (optimize)
    zyn::compiler::optimizeForHost(part, **machine, entries);
  Expected<SmallVector<char, 0>> bytes =
      zyn::compiler::emitObject(part, **machine);
  if (!bytes)
    return bytes.takeError();
  object = std::move(*bytes);
  return Error::success();
}

Expected<std::vector<SmallVector<char, 0>>>
zyn::compiler::emitObjects(Module &module, StringRef entry, bool optimize,
                           const MachineCreator &createMachine) {
  if (optimize) {
    makeInternal(module, entry);
    MergeFunctionsPass::runOnModule(module);
  }
  CodeParts parts(module, entry);
  std::vector<SmallVector<char, 0>> objects(parts.size());
  std::vector<std::optional<Error>> errors(parts.size());
  ::zyn::parallelFor(parts.size(), [&](size_t i) {
    errors[i] = emitPart(module, parts, i, optimize, createMachine, objects[i]);
  });
  Error all = Error::success();
  for (std::optional<Error> &error : errors)
    all = joinErrors(std::move(all), std::move(*error));
  if (all)
    return std::move(all);
  return objects;
}
