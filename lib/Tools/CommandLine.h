//===- CommandLine.h - Command lines of upstream's tools --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_COMMANDLINE_H
#define ZYN_LIB_TOOLS_COMMANDLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace zyn::tools {

/// Prints a message to standard error. Control characters, which source file
/// names in bytecode may contain, are printed as '?'.
void printMessage(std::string message);

/// Hides all options that are registered so far, LLVM's own and those of its
/// code generators, from --help; --help-hidden lists them. Must be called
/// before a tool registers its own.
void hideBackendOptions();

/// Parses the command line with all registered options. Prints an error on one
/// line.
mlir::LogicalResult parseCommandLine(int argc, char **argv,
                                     llvm::StringRef overview);

/// Checks that the plugins on the command line (--load-dialect-plugin,
/// --load-pass-plugin) can be loaded; upstream's parser ignores those that
/// cannot. Prints an error on one line.
mlir::LogicalResult checkPlugins(int argc, char **argv);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_COMMANDLINE_H
