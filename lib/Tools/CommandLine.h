//===- CommandLine.h - Command lines of the tools on upstream's -*- C++ -*-===//
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

/// Prints a message to standard error. Control characters, which the name of a
/// source file in bytecode may have, are printed as '?'.
void printMessage(std::string message);

/// Leaves the options that are registered so far, LLVM's own and those of its
/// code generators, to --help-hidden. Comes before a tool registers its own.
void hideBackendOptions();

/// Parses the command line with all options that are registered. What is wrong
/// with it is printed on one line.
mlir::LogicalResult parseCommandLine(int argc, char **argv,
                                     llvm::StringRef overview);

/// Loads the plugins that the command line names (--load-dialect-plugin,
/// --load-pass-plugin), before upstream's parser does, which goes on without
/// one that it cannot load. Prints which it is, and why, on one line.
mlir::LogicalResult checkPlugins(int argc, char **argv);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_COMMANDLINE_H
