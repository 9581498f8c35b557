//===- ReduceMain.cpp - Reduces failing modules ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Zyn/InitAll.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace {
struct ReduceFlags {
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-")};
  cl::opt<std::string> output{"o", cl::desc("Output filename"),
                              cl::value_desc("filename"), cl::init("-")};
  mlir::PassPipelineCLParser passes{"", "Reduction passes to run"};
};
} // namespace

static int reduce(mlir::MLIRContext &context, llvm::raw_ostream &output,
                  std::unique_ptr<llvm::MemoryBuffer> buffer,
                  const ReduceFlags &flags) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;
  mlir::PassManager manager(&context);
  auto report = [&](const llvm::Twine &message) {
    llvm::errs() << "zyn-reduce: error: " << message << "\n";
    return mlir::failure();
  };
  if (mlir::failed(flags.passes.addToPipeline(manager, report)) ||
      mlir::failed(manager.run(*module)))
    return 1;
  module->print(output);
  return 0;
}

/// Does not use upstream's mlirReduceMain, which parses the command line itself
/// and reports an unknown option on two lines.
int zyn::reduceMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tools::hideBackendOptions();
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  mlir::registerReducerPasses();
  static ReduceFlags flags;
  if (mlir::failed(tools::parseCommandLine(
          argc, argv, "zyn-reduce: reduces a module that a script tests\n")))
    return 1;

  mlir::MLIRContext context(registry);
  std::string message;
  auto input = mlir::openInputFile(flags.input, &message);
  auto output = input ? mlir::openOutputFile(flags.output, &message) : nullptr;
  if (!output) {
    llvm::errs() << "zyn-reduce: error: " << message << "\n";
    return 1;
  }
  int status = reduce(context, output->os(), std::move(input), flags);
  if (status == 0)
    output->keep();
  return status;
}
