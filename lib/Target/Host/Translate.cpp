//===- Translate.cpp - Translation to LLVM IR and object files ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/Translate.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Pipelines/RunPipeline.h"
#include "Zyn/Target/ChipOption.h"
#include "Zyn/Target/Host/ObjectFile.h"
#include "Zyn/Target/Target.h"
#include "Zyn/Target/Translation/TranslationOptions.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

static LogicalResult translateToLLVMIR(ModuleOp module, raw_ostream &output) {
  MLIRContext *context = module.getContext();
  context->printOpOnDiagnostic(false);
  const auto &target = ::zyn::compiler::getHostTarget();
  if (failed(target.verifySource(module)))
    return failure();
  PassManager kernels(context), host(context);
  if (module.getOps<vm::ProgramOp>().empty())
    target.addFunctionPasses({kernels, host}, {});
  else
    target.addProgramPasses({kernels, host}, mlir::zyn::VMEngine::AheadOfTime,
                            {});
  if (failed(mlir::zyn::runPipeline(host, module)))
    return failure();
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, llvmContext);
  if (!translated)
    return failure();
  output << *translated;
  return success();
}

namespace {
struct ObjectFlags {
  llvm::cl::opt<std::string> device{
      "device", llvm::cl::init("cpu"), llvm::cl::value_desc("name"),
      llvm::cl::desc("--zyn-to-object: what runs the functions: cpu (default), "
                     "cuda or emulate")};
  llvm::cl::opt<std::string> header{
      "header", llvm::cl::value_desc("filename"),
      llvm::cl::desc("--zyn-to-object: write the declarations of the functions "
                     "in C to this file, or, if it is '-', to the standard "
                     "output")};
  llvm::cl::opt<std::string> cpu{
      "cpu", llvm::cl::init("native"), llvm::cl::value_desc("name"),
      llvm::cl::desc("--zyn-to-object: processor, such as x86-64-v3 or znver4 "
                     "(default: this machine's)")};
  llvm::cl::opt<std::string> features{
      "cpu-features", llvm::cl::value_desc("features"),
      llvm::cl::desc("--zyn-to-object: features that are added to those of the "
                     "processor or, with '-', removed, such as +avx512f,-fma")};
  llvm::cl::opt<bool> strict{
      "strict",
      llvm::cl::desc("--zyn-to-object: a function whose target_latency_ns is "
                     "less than its longest path of dependences takes, or "
                     "whose latency is not known, is an error")};
  llvm::cl::opt<bool> report{
      "latency-report",
      llvm::cl::desc("--zyn-to-object: print the longest path of dependences "
                     "of each function, with the source of its instructions, "
                     "to the standard error")};
};
} // namespace

static LogicalResult writeHeader(StringRef path, StringRef text) {
  std::string message;
  auto file = openOutputFile(path, &message);
  if (!file) {
    llvm::errs() << "zyn-translate: error: " << message << "\n";
    return failure();
  }
  file->os() << text;
  file->keep();
  return success();
}

/// Sets the target of the functions, and its options.
static LogicalResult setTarget(const ObjectFlags &flags,
                               ::zyn::compiler::ObjectOptions &options) {
  auto fail = [](const Twine &message) {
    llvm::errs() << "zyn-translate: error: " << message << "\n";
    return failure();
  };
  auto target = ::zyn::compiler::findTarget(flags.device);
  if (!target)
    return fail(target.takeError().message());
  options.target = *target;
  const auto &chips = ::zyn::compiler::getChipOption();
  if (!chips.getNumOccurrences())
    return success();
  if (!options.target->launchesKernels())
    return fail("--chip is the architecture of a GPU, but --device is '" +
                flags.device + "'");
  if (chips.size() != 1)
    return fail("expected one architecture in --chip, found " +
                Twine(chips.size()));
  options.targetOptions.chip = chips.front();
  if (auto error = options.target->verifyOptions(options.targetOptions))
    return fail(error.message());
  return success();
}

static LogicalResult translateToObject(ModuleOp module,
                                       const ObjectFlags &flags,
                                       raw_ostream &output) {
  module.getContext()->printOpOnDiagnostic(false);
  ::zyn::compiler::initializeTargets();
  bool hasName = !flags.header.empty() && flags.header != "-";
  StringRef name = llvm::sys::path::filename(hasName ? StringRef(flags.header)
                                                     : "functions.h");
  ::zyn::compiler::ObjectOptions options;
  options.processor = {flags.cpu, flags.features};
  options.isStrict = flags.strict;
  options.findsAllPaths = flags.report;
  if (failed(setTarget(flags, options)))
    return failure();
  // What is wrong on the command line has no place in the source.
  if (auto machine = ::zyn::compiler::createHostMachine(options.processor);
      !machine) {
    llvm::errs() << "zyn-translate: error: "
                 << llvm::toString(machine.takeError()) << "\n";
    return failure();
  }
  FailureOr<::zyn::compiler::ObjectFile> object =
      ::zyn::compiler::compileToObject(module, name, options);
  if (failed(object))
    return failure();
  if (flags.report)
    for (const ::zyn::compiler::DependencePath &path : object->paths)
      llvm::errs() << formatDependencePath(path, object->gigahertz);
  if (!flags.header.empty() &&
      failed(writeHeader(flags.header, object->header)))
    return failure();
  output.write(object->bytes.data(), object->bytes.size());
  return success();
}

void ::zyn::compiler::registerHostTranslation(
    void (*registerDialects)(DialectRegistry &registry)) {
  static ObjectFlags flags;
  (void)getChipOption();
  restrictOptions({"zyn-to-object"},
                  {&flags.device, &flags.header, &flags.cpu, &flags.features,
                   &flags.strict, &flags.report});
  addOutputOption(flags.header);
  addBinaryTranslation("zyn-to-object");
  TranslateFromMLIRRegistration toObject(
      "zyn-to-object", "Compile zyn to an object file whose functions C calls",
      [](ModuleOp module, raw_ostream &output) {
        return translateToObject(module, flags, output);
      },
      registerDialects);
  TranslateFromMLIRRegistration toLLVMIR(
      "zyn-to-llvmir", "Lower zyn or vm for the host and print the LLVM IR",
      translateToLLVMIR, registerDialects);
}
