//===- RunProgram.cpp - Runs a program of the matrix VM -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "CommandLine.h"
#include "Inputs.h"
#include "Outputs.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace zyn::compiler;
using mlir::vm::Executable;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;
namespace format = mlir::vm::executable;

static Error errorIn(const RunOptions &options, std::string message) {
  return Error(
      Diagnostic{Severity::Error, {options.file}, std::move(message), {}});
}

static Error checkOutputCount(const Executable &program,
                              const RunOptions &options) {
  size_t expected = 0;
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i)
    expected += program.getBuffer(i).isOutput();
  if (!options.outputs.empty() && options.outputs.size() != expected)
    return errorIn(
        options,
        "program '" + mlir::vm::escape(program.getName()) + "' has " +
            std::to_string(expected) +
            (expected == 1 ? " output buffer, " : " output buffers, ") +
            std::to_string(options.outputs.size()) + " -o given");
  std::vector<std::string> paths = options.outputs;
  if (!options.state.empty())
    paths.push_back(options.state);
  return zyn::tools::checkOutputs(paths);
}

static Error checkOptions(const Executable &program,
                          const RunOptions &options) {
  if (options.hasFunctionOptions())
    return zyn::tools::functionOptionsError(options);
  if (!options.entry.empty() && program.getName() != options.entry)
    return errorIn(options, "no program '" + options.entry +
                                "' to run; the program is '" +
                                mlir::vm::escape(program.getName()) + "'");
  if (options.reportIsJSON && options.time)
    return Error("--time prints text, which does not go with --report=json");
  if (options.seed > UINT32_MAX)
    return Error("expected a 32-bit number for --seed of a program, found " +
                 std::to_string(options.seed));
  return Error::success();
}

static void print(llvm::json::Object report) {
  llvm::outs() << llvm::formatv("{0:2}\n",
                                llvm::json::Value(std::move(report)));
  llvm::outs().flush();
}

static bool hasInputs(const Executable &program) {
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i)
    if (program.getBuffer(i).isInput())
      return true;
  return false;
}

static ProgramOptions getProgramOptions(const RunOptions &options) {
  ProgramOptions program;
  program.instances = options.instances.value_or(program.instances);
  program.maxInstructions = options.maxEpochs;
  program.seed = static_cast<uint32_t>(options.seed);
  program.memoryLimit = options.memoryLimit;
  program.file = options.file;
  return program;
}

static Error readInputs(ProgramMemory &memory, const RunOptions &options) {
  if (Error error = memory.checkInputCount(options.inputs.size()))
    return error;
  for (auto [i, text] : llvm::enumerate(options.inputs)) {
    Expected<Array> array =
        zyn::tools::readArray(text, options.seed, i, memory.getContext());
    if (!array)
      return array.takeError();
    if (Error error = memory.setInput(i, *array))
      return zyn::tools::inputError(text, error);
  }
  return Error::success();
}

/// Runs as often as the command line says. Only the last run is inspected.
static Error repeatProgram(ProgramRun &execution, ProgramMemory &memory,
                           const RunOptions &options) {
  Context &context = memory.getContext();
  auto prepare = [&] { return memory.reset(); };
  // Timed runs are not inspected; another run is, which produces the results.
  if (options.time)
    if (Error error = zyn::tools::repeatRuns(
            context, options, [&] { return execution.run(false); }, prepare))
      return error;
  RunOptions untimed = options;
  untimed.time = false;
  if (options.time)
    untimed.repeat = 1;
  int64_t left = untimed.runs();
  Error error = zyn::tools::repeatRuns(
      context, untimed, [&] { return execution.run(/*inspect=*/--left == 0); },
      prepare);
  for (const Diagnostic &trap : execution.getTraps())
    zyn::tools::printMessage(trap.str());
  return error;
}

static Error writeResults(ProgramRun &execution, ProgramMemory &memory,
                          const RunOptions &options) {
  bool prints = !options.noOutput && !options.reportIsJSON;
  if (prints || !options.outputs.empty()) {
    Expected<std::vector<Array>> outputs = memory.readOutputs();
    if (!outputs)
      return outputs.takeError();
    if (Error error = zyn::tools::writeOutputs(options, *outputs))
      return error;
  }
  if (options.state.empty())
    return Error::success();
  Expected<Array> state = execution.readStates();
  if (!state)
    return state.takeError();
  return zyn::runtime::writeNpy(options.state, state->type(), state->shape(),
                                state->begin());
}

static Error run(const std::string &bytes, const RunOptions &options) {
  std::string message;
  std::optional<Executable> program = Executable::load(bytes, message);
  if (!program)
    return errorIn(options, message);
  if (Error error = checkOptions(*program, options))
    return error;
  // Describing an executable does not require inputs.
  bool wantsResults =
      options.time || !options.outputs.empty() || !options.state.empty();
  bool runs = !options.report || !options.inputs.empty() ||
              !hasInputs(*program) || wantsResults;
  if (options.report && !options.reportIsJSON)
    std::fputs(mlir::vm::formatReport(*program).c_str(), stdout);
  else if (options.report && !runs)
    print(mlir::vm::createReport(*program));
  if (!runs)
    return Error::success();
  if (Error error = checkOutputCount(*program, options))
    return error;
  Expected<std::unique_ptr<Context>> context =
      zyn::tools::createContext(options.device, options);
  if (!context)
    return context.takeError();
  ProgramMemory memory(**context, *program, getProgramOptions(options));
  if (Error error = memory.allocate())
    return error;
  if (Error error = readInputs(memory, options))
    return error;

  Expected<CompiledProgram> code = CompiledProgram::compile(
      bytes, (*context)->device(), zyn::tools::getCompileOptions(options),
      options.file);
  if (!code)
    return code.takeError();
  ProgramRun execution(*code, memory);
  if (Error error = repeatProgram(execution, memory, options))
    return error;
  zyn::tools::printWarnings(**context);
  if (options.reportIsJSON)
    print(execution.createReport());
  else if (options.report)
    std::printf("executed: %lld instructions in %g s, engine %s on %s\n",
                static_cast<long long>(execution.getExecuted()),
                execution.getSeconds(),
                options.engine.empty() ? "aot" : options.engine.c_str(),
                (*context)->device().label().c_str());
  return writeResults(execution, memory, options);
}

Error zyn::tools::runProgram(const SourceModule &module,
                             const RunOptions &options) {
  Expected<std::string> bytes = module.encodeProgram(options.entry);
  if (!bytes)
    return bytes.takeError();
  return run(*bytes, options);
}

Error zyn::tools::runExecutable(const RunOptions &options) {
  Expected<std::string> bytes = runtime::readFile(options.file);
  if (!bytes)
    return errorIn(options, "cannot read: " + bytes.takeError().message());
  return run(*bytes, options);
}
