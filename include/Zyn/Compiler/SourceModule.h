//===- SourceModule.h - Modules to compile -------------------- -*- C++ -*-===//
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
// test/Compiler/CompilerTest.cpp contains the complete example.

#ifndef ZYN_COMPILER_SOURCEMODULE_H
#define ZYN_COMPILER_SOURCEMODULE_H

#include "Zyn/Compiler/CompiledFunction.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace mlir {
class Location;
class ModuleOp;
} // namespace mlir

namespace zyn::compiler {

class CompiledProgram;

/// A parsed and verified module with functions on tensors and buffers and
/// programs of the matrix VM. Copies share the same module. It is immutable and
/// thread-safe; compilations of the same module are serialized, those of
/// different ones run in parallel.
class SourceModule {
public:
  /// Parses MLIR as text or bytecode. `name` is the file name in diagnostics.
  static runtime::Expected<SourceModule> parse(std::string_view source,
                                               const std::string &name = "-");

  /// Reads and parses a file.
  static runtime::Expected<SourceModule> read(const std::string &path);

  /// Decodes an executable of the matrix VM as a module with its program.
  /// `name` is the file name in diagnostics. Error: it is damaged.
  static runtime::Expected<SourceModule>
  decodeProgram(const std::string &executable, const std::string &name = "-");

  /// Copies a module of the caller in its context, in which the dialects and
  /// interfaces that compilation needs are registered. The context must not be
  /// used otherwise while the copy is compiled.
  static SourceModule clone(mlir::ModuleOp module,
                            const std::string &name = "-");

  /// Prints the module as text, from which it can be parsed again.
  std::string str() const;
  /// The same as bytecode of the MLIR version that Zyn was built with.
  std::string bytecode() const;

  /// Returns a module of its own in the same context, which the functions of
  /// ModuleEdit.h may change.
  SourceModule copy() const;

  /// Calls `visitor` with the module, which it must not modify. Until it
  /// returns, nothing else uses the module's context.
  void visit(const std::function<void(mlir::ModuleOp)> &visitor) const;

  /// Returns the source location of an op of the module.
  SourceLocation locate(mlir::Location location) const;

  /// Returns the function selected by `entry`, as in `CompileOptions`. Returns
  /// an error if it does not exist, if it is ambiguous, or if it has a type
  /// that cannot be passed.
  runtime::Expected<Signature>
  findFunction(const std::string &entry = {}) const;

  /// Compiles a function for a device.
  runtime::Expected<CompiledFunction>
  compile(const runtime::Device &device,
          const CompileOptions &options = {}) const;

  /// Whether `entry` selects a program of the matrix VM.
  bool hasProgram(const std::string &entry = {}) const;

  /// Encodes the program named `entry`, or the only one, as an executable.
  /// Assigns launches to phases and offsets to buffers if the program does not
  /// specify them.
  runtime::Expected<std::string>
  encodeProgram(const std::string &entry = {}) const;

  /// Compiles a program for a device by encoding it as an executable.
  runtime::Expected<CompiledProgram>
  compileProgram(const runtime::Device &device,
                 const CompileOptions &options = {}) const;

private:
  friend class ModuleEditor;
  friend class PassPipeline;
  friend class Tuner;
  struct Source;
  explicit SourceModule(std::shared_ptr<Source> source);
  static runtime::Expected<SourceModule>
  parseBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
              const std::string &name);
  std::shared_ptr<Source> source;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_SOURCEMODULE_H
