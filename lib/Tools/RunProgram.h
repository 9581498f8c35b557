//===- RunProgram.h - Runs a program of the matrix machine ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_RUNPROGRAM_H
#define ZYN_LIB_TOOLS_RUNPROGRAM_H

#include "Run.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::tools {

/// Whether it is a program of the matrix machine that a module is run for:
/// `entry`, or whatever there is.
bool hasProgram(mlir::ModuleOp module, const std::string &entry);

/// Runs the program of a module, or the one that --entry names, and writes or
/// prints its outputs.
runtime::Error runProgram(mlir::ModuleOp module, const RunOptions &options);

/// The same for an executable, a .vmx file.
runtime::Error runExecutable(const RunOptions &options);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_RUNPROGRAM_H
