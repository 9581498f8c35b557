//===- CompiledProgram.cpp - Compiles programs of the matrix VM -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledProgram.h"
#include "CompiledProgramCode.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/InitAll.h"
#include "Zyn/Target/VMExecutable/Decode.h"

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/FormatVariadic.h"

using namespace zyn::compiler;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Error;
using zyn::runtime::Expected;
namespace vm = mlir::vm;

CompiledProgram::CompiledProgram(std::shared_ptr<const Code> code)
    : code(std::move(code)) {}

const vm::Executable &CompiledProgram::executable() const {
  return *code->executable;
}

const Compilation &CompiledProgram::compilation() const {
  return code->code->compilation;
}

mlir::zyn::VMEngine CompiledProgram::engine() const { return code->engine; }

Expected<CompiledProgram> CompiledProgram::compile(
    const std::string &bytes, const runtime::Device &device,
    const CompileOptions &options, const std::string &file) {
  auto code = std::make_shared<Code>();
  code->bytes = bytes;
  code->engine = options.engine;
  std::string message;
  code->executable = vm::Executable::load(code->bytes, message);
  if (!code->executable)
    return Error(Diagnostic{Severity::Error, {file}, message, {}});

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      vm::decodeProgram(*code->executable, &context);
  // Functions are named after the program, so it gets a unique name.
  static constexpr char name[] = "zyn_program";
  for (auto program : module->getOps<vm::ProgramOp>())
    program.setSymName(name);
  Expected<CompiledCode> compiled = zyn::compiler::compile(
      {*module, name, CompileSource::Program, file}, device, options);
  if (!compiled)
    return compiled.takeError();
  code->code = std::move(*compiled);
  return CompiledProgram(std::move(code));
}

Expected<ProgramResults>
CompiledProgram::run(runtime::Context &context,
                     const std::vector<Array> &inputs,
                     const ProgramOptions &options) const {
  ProgramMemory memory(context, executable(), options);
  if (Error error = memory.checkInputCount(inputs.size()))
    return error;
  if (Error error = memory.allocate())
    return error;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Error error = memory.setInput(i, inputs[i]))
      return Error(
          Diagnostic{Severity::Error, {options.file}, error.message(), {}});
  if (Error error = memory.reset())
    return error;
  ProgramRun run(*this, memory);
  if (Error error = run.run(/*inspect=*/true))
    return error;
  Expected<std::vector<Array>> outputs = memory.readOutputs();
  if (!outputs)
    return outputs.takeError();
  Expected<Array> states = run.readStates();
  if (!states)
    return states.takeError();
  return ProgramResults{
      std::move(*outputs), std::move(*states), run.getTraps(),
      llvm::formatv("{0}", llvm::json::Value(run.createReport())).str()};
}
