//===- SourceModule.h - A module to compile -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The compiler as a library. For example:
//
//   using namespace zyn::compiler;
//   auto module = SourceModule::parse(R"(
//     func.func @axpy(%a: f32, %x: tensor<?xf32>, %y: tensor<?xf32>)
//         -> tensor<?xf32> {
//       ...
//     })");
//   if (!module)
//     return module.takeError(); // with its diagnostics()
//   auto context = zyn::runtime::Context::create("auto");
//   ...
//   auto function = module->compile((*context)->device());
//   ...
//   auto results = function->call(**context, {2.0f, x, y});
//
// test/Compiler/CompilerTest.cpp has the whole of it.

#ifndef ZYN_COMPILER_SOURCEMODULE_H
#define ZYN_COMPILER_SOURCEMODULE_H

#include "Zyn/Compiler/CompiledFunction.h"

#include <memory>
#include <string>
#include <string_view>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace zyn::compiler {

class CompiledProgram;

/// A module that was parsed and verified: functions on tensors and buffers,
/// programs of the matrix VM. A copy is the same module. Immutable, and any
/// thread may use it; compilations of one module run one after the other, those
/// of different ones at the same time.
class SourceModule {
public:
  /// Parses MLIR, as text or bytecode. `name` stands for the file in
  /// diagnostics.
  static runtime::Expected<SourceModule> parse(std::string_view source,
                                               const std::string &name = "-");

  /// Reads and parses a file.
  static runtime::Expected<SourceModule> read(const std::string &path);

  /// A copy of a module of the caller's, in its context, which gets the
  /// dialects and interfaces that compilation needs. While the copy compiles,
  /// nobody else may use the context.
  static SourceModule clone(mlir::ModuleOp module,
                            const std::string &name = "-");

  /// The function that is chosen by `entry`, as in `CompileOptions`. Errors: it
  /// is not there, none or several could be meant, or it has a type that no
  /// caller could pass.
  runtime::Expected<Signature>
  findFunction(const std::string &entry = {}) const;

  /// Compiles a function for a device.
  runtime::Expected<CompiledFunction>
  compile(const runtime::Device &device,
          const CompileOptions &options = {}) const;

  /// Whether it is a program of the matrix VM that `entry` chooses.
  bool hasProgram(const std::string &entry = {}) const;

  /// The executable of the program called `entry`, or of the only one. Phases
  /// and buffers that it leaves open are laid out.
  runtime::Expected<std::string>
  encodeProgram(const std::string &entry = {}) const;

  /// Compiles a program for a device, by way of its executable.
  runtime::Expected<CompiledProgram>
  compileProgram(const runtime::Device &device,
                 const CompileOptions &options = {}) const;

private:
  struct Source;
  explicit SourceModule(std::shared_ptr<Source> source);
  std::shared_ptr<Source> source;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_SOURCEMODULE_H
