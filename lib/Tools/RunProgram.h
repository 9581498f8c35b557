//===- RunProgram.h - Runs a program of the matrix VM --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_RUNPROGRAM_H
#define ZYN_LIB_TOOLS_RUNPROGRAM_H

#include "Run.h"
#include "Zyn/Compiler/CompiledProgram.h"
#include "Zyn/Compiler/SourceModule.h"

namespace zyn::tools {

/// Runs the program of a module, or the one named by --entry, and writes or
/// prints its outputs.
runtime::Error runProgram(const compiler::SourceModule &module,
                          const RunOptions &options);

/// The same for an executable, a .vmx file.
runtime::Error runExecutable(const RunOptions &options);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_RUNPROGRAM_H
