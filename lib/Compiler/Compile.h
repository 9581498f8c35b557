//===- Compile.h - From a module to code to call ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_COMPILE_H
#define ZYN_LIB_COMPILER_COMPILE_H

#include "HostJIT.h"
#include "Zyn/Compiler/Compilation.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::compiler {

/// Code to call, and what is known of it.
struct CompiledCode {
  HostJIT jit;
  Compilation compilation;
};

/// What of a module is compiled.
struct CompileSource {
  /// Is lowered in place.
  mlir::ModuleOp module;
  /// The function to call; a program has its name, too.
  std::string function;
  bool isProgram;
  /// Stands for the module in diagnostics.
  std::string file;
};

/// Compiles `source` for `device`.
runtime::Expected<CompiledCode> compile(const CompileSource &source,
                                        const runtime::Device &device,
                                        const CompileOptions &options);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_COMPILE_H
