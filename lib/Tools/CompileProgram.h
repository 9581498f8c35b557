//===- CompileProgram.h - From programs to code to call ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_COMPILEPROGRAM_H
#define ZYN_LIB_TOOLS_COMPILEPROGRAM_H

#include "HostJIT.h"
#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Target/VMExecutable/Executable.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::tools {

/// The executable of the program of a module: of the only one, or of `name`.
/// Errors have the place.
runtime::Expected<std::string> encodeProgram(mlir::ModuleOp module,
                                             const std::string &file,
                                             const std::string &name);

/// Compiles the function that runs a phase, see `mlir::zyn::MachineMemory`.
/// `file` is for messages.
runtime::Expected<HostJIT> compileProgram(mlir::MLIRContext &context,
                                          const mlir::vm::Executable &program,
                                          const runtime::Device &device,
                                          mlir::zyn::VMEngine engine,
                                          bool check, const std::string &file);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_COMPILEPROGRAM_H
