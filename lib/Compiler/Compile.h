//===- Compile.h - Compiles modules --------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_COMPILE_H
#define ZYN_LIB_COMPILER_COMPILE_H

#include "DeviceMemory.h"
#include "HostJIT.h"
#include "ProgramConstants.h"
#include "Zyn/Compiler/Compilation.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::compiler {

/// Compiled code and information about it.
struct CompiledCode {
  /// What the code refers to.
  ConstantList constants;
  HostJIT jit;
  Compilation compilation;
  /// What a call allocates at least, if the target lowers to kernels first.
  AllocationBound allocations;
};

/// The part of a module that is compiled.
struct CompileSource {
  /// The module, which is lowered in place.
  mlir::ModuleOp module;
  enum Kind { Function, Program, Instances };

  /// The function to call, or the program.
  std::string function;
  Kind kind;
  /// The file name of the module in diagnostics.
  std::string file;
  /// Has the constants of other functions of the same source; may be null.
  ConstantTable *constants = nullptr;
  /// A text that determines the module, whose lowered code is kept on disk;
  /// empty if it is not to be kept.
  std::string identity = {};
};

/// Compiles `source` for `device`.
runtime::Expected<CompiledCode> compile(const CompileSource &source,
                                        const runtime::Device &device,
                                        const CompileOptions &options);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_COMPILE_H
