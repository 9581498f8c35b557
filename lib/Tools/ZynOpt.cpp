//===- ZynOpt.cpp - Runs passes and pipelines -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "OptPage.h"
#include "Zyn/InitAll.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

/// Lists the pipelines of this project, which would be hard to find among
/// upstream's passes.
static std::string describePipelines() {
  std::string text = "zyn-opt: runs passes and pipelines on MLIR\n\n"
                     "Pipelines of Zyn:\n";
  llvm::ArrayRef<llvm::StringRef> names = mlir::zyn::getPipelineNames();
  size_t width = 0;
  for (llvm::StringRef name : names)
    width = std::max(width, name.size());
  for (llvm::StringRef name : names)
    text += "  --" + name.str() + std::string(width + 2 - name.size(), ' ') +
            mlir::PassPipelineInfo::lookup(name)->getPassDescription().str() +
            "\n";
  return text;
}

int zyn::optMain(int argc, char **argv) {
  tools::hideBackendOptions();
  if (mlir::failed(tools::checkPlugins(argc, argv)))
    return 1;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  std::string overview =
      mlir::registerCLIOptions(describePipelines(), registry);
  static llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                          llvm::cl::desc("<input file>"),
                                          llvm::cl::init("-"));
  static llvm::cl::opt<std::string> output(
      "o", llvm::cl::desc("Output filename"), llvm::cl::value_desc("filename"),
      llvm::cl::init("-"));
  tools::OptPageOptions page;
  if (mlir::failed(tools::parseCommandLine(argc, argv, overview)))
    return 1;
  if (!page.path.empty())
    return tools::writeOptPage(page, input,
                               output.getNumOccurrences()
                                   ? std::optional<llvm::StringRef>(output)
                                   : std::nullopt,
                               registry);
  uint64_t printed = llvm::errs().tell();
  if (mlir::succeeded(mlir::MlirOptMain(argc, argv, input, output, registry)))
    return 0;
  // The bytecode reader has errors without a message.
  if (llvm::errs().tell() == printed)
    llvm::errs() << "zyn-opt: error: '" << input << "' is not valid bytecode\n";
  return 1;
}
