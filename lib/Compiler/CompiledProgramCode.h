//===- CompiledProgramCode.h - Code of programs --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_COMPILEDPROGRAMCODE_H
#define ZYN_LIB_COMPILER_COMPILEDPROGRAMCODE_H

#include "Compile.h"
#include "Zyn/Compiler/CompiledProgram.h"

namespace zyn::compiler {

struct CompiledProgram::Code {
  std::string bytes;
  /// A view of `bytes`.
  std::optional<mlir::vm::Executable> executable;
  std::optional<CompiledCode> code;
  mlir::zyn::VMEngine engine;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_COMPILEDPROGRAMCODE_H
