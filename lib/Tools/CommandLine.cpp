//===- CommandLine.cpp - Command lines of upstream's tools ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

void zyn::tools::printMessage(std::string message) {
  for (char &c : message)
    if (c != '\n' && llvm::isASCII(c) && !llvm::isPrint(c))
      c = '?';
  llvm::errs() << message << "\n";
}

void zyn::tools::hideBackendOptions() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (!name.starts_with("help") && name != "h" && name != "version" &&
        option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
}

mlir::LogicalResult zyn::tools::parseCommandLine(int argc, char **argv,
                                                 StringRef overview) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (llvm::cl::ParseCommandLineOptions(argc, argv, overview, &stream))
    return mlir::success();
  std::string tool = llvm::sys::path::filename(argv[0]).str();
  auto [first, rest] = StringRef(errors).split('\n');
  first.consume_front(tool + ": ");
  StringRef suggestion = rest.split('\n').first;
  suggestion.consume_front(tool + ": Did you mean ");
  // "Unknown command line argument '--x'.  Try: 'zyn-opt --help'".
  if (StringRef unknown = first; unknown.consume_front("Unknown command line "
                                                       "argument ")) {
    llvm::errs() << tool << ": error: unknown option "
                 << unknown.split(".  Try:").first;
    if (!suggestion.empty())
      llvm::errs() << "; did you mean " << suggestion;
    else
      llvm::errs() << "; " << tool << " --help lists them";
    llvm::errs() << "\n";
  } else {
    llvm::errs() << tool << ": error: " << first << "\n";
  }
  return mlir::failure();
}

/// Returns the value of `option` at `argv[i]`, "--option=value" or "--option
/// value"; empty if it is another option.
static StringRef valueAt(int argc, char **argv, int i, StringRef option) {
  StringRef word = argv[i];
  if (!word.consume_front("--") && !word.consume_front("-"))
    return {};
  if (!word.consume_front(option))
    return {};
  if (word.consume_front("="))
    return word;
  return word.empty() && i + 1 < argc ? argv[i + 1] : StringRef();
}

template <typename Plugin>
static mlir::LogicalResult checkPlugin(StringRef tool, StringRef path) {
  if (path.empty())
    return mlir::success();
  auto plugin = Plugin::load(path.str());
  if (plugin)
    return mlir::success();
  std::string why = llvm::toString(plugin.takeError());
  llvm::errs() << tool << ": error: cannot load the plugin '" << path
               << "': " << StringRef(why).split('\n').first
               << "; a plugin is built for one version of MLIR\n";
  return mlir::failure();
}

mlir::LogicalResult zyn::tools::checkPlugins(int argc, char **argv) {
  StringRef tool = llvm::sys::path::filename(argv[0]);
  for (int i = 1; i < argc; ++i)
    if (mlir::failed(checkPlugin<mlir::DialectPlugin>(
            tool, valueAt(argc, argv, i, "load-dialect-plugin"))) ||
        mlir::failed(checkPlugin<mlir::PassPlugin>(
            tool, valueAt(argc, argv, i, "load-pass-plugin"))))
      return mlir::failure();
  return mlir::success();
}
