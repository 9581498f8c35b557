//===- LspServerMain.cpp - Diagnostics and completion for editors ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Zyn/InitAll.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

/// Whether an argument asks for the help or the version, which upstream prints.
static bool asksForInformation(int argc, char **argv) {
  return llvm::any_of(llvm::ArrayRef(argv, argc).drop_front(),
                      [](llvm::StringRef argument) {
                        argument = argument.ltrim('-');
                        return argument.starts_with("help") ||
                               argument == "h" || argument == "version";
                      });
}

/// Checks the command line with the options of upstream's server, which it only
/// registers while it runs, and without their values.
static mlir::LogicalResult checkCommandLine(int argc, char **argv) {
  using llvm::cl::opt;
  opt<std::string> inputStyle("input-style"), log("log");
  opt<bool> pretty("pretty"), litTest("lit-test");
  mlir::LogicalResult result = zyn::tools::parseCommandLine(argc, argv, "");
  for (llvm::cl::Option *option : std::initializer_list<llvm::cl::Option *>{
           &inputStyle, &log, &pretty, &litTest})
    option->removeArgument();
  return result;
}

/// Upstream's server parses the command line itself and reports an unknown
/// option on two lines.
int zyn::lspServerMain(int argc, char **argv) {
  tools::hideBackendOptions();
  if (!asksForInformation(argc, argv) &&
      mlir::failed(checkCommandLine(argc, argv)))
    return 1;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
