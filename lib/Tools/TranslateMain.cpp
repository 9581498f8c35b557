//===- TranslateMain.cpp - Translates between formats ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Zyn/InitAll.h"
#include "Zyn/Target/Host/Translate.h"
#include "Zyn/Target/PTX/Translate.h"
#include "Zyn/Target/Translation/TranslationOptions.h"
#include "Zyn/Target/VMExecutable/Translate.h"
#include "Zyn/Target/Wasm/Translate.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

namespace cl = llvm::cl;

namespace mlir {
void registerToLLVMIRTranslation();
void registerFromLLVMIRTranslation();
} // namespace mlir

namespace {
struct TranslateFlags {
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-")};
  cl::opt<std::string> output{"o", cl::desc("Output filename"),
                              cl::value_desc("filename"), cl::init("-")};
  cl::opt<bool> allowUnregisteredDialects{
      "allow-unregistered-dialect",
      cl::desc("Allow operations of dialects that are not registered")};
  cl::opt<bool> splitInput{
      "split-input-file",
      cl::desc(
          "Translate each part of the input between '// -----' separately")};
  cl::opt<const mlir::Translation *, false, mlir::TranslationParser>
      translation{"", cl::desc("Translation to perform")};
};
} // namespace

/// Returns the name of the option that selects a translation.
static llvm::StringRef getTranslationName(TranslateFlags &flags) {
  using Value = cl::OptionValue<const mlir::Translation *>;
  const mlir::TranslationParser &parser = flags.translation.getParser();
  for (unsigned i = 0, size = parser.getNumOptions(); i < size; ++i)
    if (static_cast<const Value &>(parser.getOptionValue(i)).getValue() ==
        flags.translation.getValue())
      return parser.getOption(i);
  return {};
}

static mlir::LogicalResult
translateBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
                const TranslateFlags &flags, llvm::raw_ostream &output) {
  mlir::MLIRContext context;
  context.allowUnregisteredDialects(flags.allowUnregisteredDialects);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(*sources, &context);
  const mlir::Translation &translation = *flags.translation.getValue();
  return translation(sources, output, &context);
}

/// Does not use upstream's mlirTranslateMain, which parses the command line
/// itself and reports an unknown option on two lines.
int zyn::translateMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tools::hideBackendOptions();
  compiler::registerHostTranslation(registerAllDialects);
  compiler::registerPTXTranslation(registerAllDialects);
  mlir::vm::registerExecutableTranslations(registerAllDialects);
  mlir::wasm::registerWasmTranslation();
  mlir::registerToLLVMIRTranslation();
  mlir::registerFromLLVMIRTranslation();
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  mlir::registerTranslationCLOptions();
  static TranslateFlags flags;
  if (mlir::failed(tools::parseCommandLine(
          argc, argv, "zyn-translate: translates from and to other formats\n")))
    return 1;
  // Not cl::Required, which is reported once for each translation.
  if (!flags.translation.getValue()) {
    llvm::errs() << "zyn-translate: error: expected a translation, such as "
                    "--zyn-to-ptx; zyn-translate --help lists them\n";
    return 1;
  }
  std::string problem = compiler::findOptionProblem(
      getTranslationName(flags), flags.output, flags.splitInput);
  if (!problem.empty()) {
    llvm::errs() << "zyn-translate: error: " << problem << "\n";
    return 1;
  }

  std::string message;
  auto input = mlir::openInputFile(flags.input, &message);
  auto output = input ? mlir::openOutputFile(flags.output, &message) : nullptr;
  if (!output) {
    llvm::errs() << "zyn-translate: error: " << message << "\n";
    return 1;
  }
  auto translate = [&](std::unique_ptr<llvm::MemoryBuffer> buffer,
                       llvm::raw_ostream &stream) {
    return translateBuffer(std::move(buffer), flags, stream);
  };
  if (mlir::failed(mlir::splitAndProcessBuffer(
          std::move(input), translate, output->os(),
          flags.splitInput ? mlir::kDefaultSplitMarker : "")))
    return 1;
  output->keep();
  return 0;
}
