//===- RunProgram.cpp - Runs a program of the matrix machine --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "CompileProgram.h"
#include "InstanceReport.h"
#include "Outputs.h"
#include "ParseModule.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <chrono>
#include <cstdio>

using namespace zyn::tools;
using mlir::vm::Executable;
using mlir::vm::Status;
using mlir::zyn::Counter;
using mlir::zyn::VMEngine;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
namespace format = mlir::vm::executable;

bool zyn::tools::hasProgram(mlir::ModuleOp module, const std::string &entry) {
  auto programs = module.getOps<mlir::vm::ProgramOp>();
  if (entry.empty())
    return !programs.empty();
  return !programs.empty() && !module.lookupSymbol<mlir::func::FuncOp>(entry);
}

namespace {

/// A compiled program with its memory.
class ProgramRun {
public:
  ProgramRun(Context &context, const Executable &program, ProgramMemory &memory,
             HostJIT::Entry entry, const RunOptions &options)
      : context(context), program(program), memory(memory), entry(entry),
        options(options), phases(program.getPhases()) {
    for (uint32_t pc = 0; pc < program.getNumInstructions(); ++pc) {
      uint32_t opcode = program.getInstruction(pc).opcode;
      canSuspend |= opcode == format::kYield || opcode == format::kSend ||
                    opcode == format::kReceive;
    }
  }

  /// Runs all phases. With `inspect`, looks at each one's instances when it has
  /// ended, which takes time.
  Error run(bool inspect);

  /// Of the run that was inspected.
  int64_t getExecuted() const { return executed; }
  double getSeconds() const { return seconds.count(); }

private:
  Error runPhase(uint32_t number);
  Error inspectPhase(const Executable::Phase &phase);

  Context &context;
  const Executable &program;
  ProgramMemory &memory;
  const HostJIT::Entry entry;
  const RunOptions &options;
  const llvm::SmallVector<Executable::Phase> phases;
  /// Whether an instance may need more rounds than one.
  bool canSuspend = false;
  int64_t executed = 0;
  std::chrono::duration<double> seconds{};
};

} // namespace

Error ProgramRun::run(bool inspect) {
  executed = 0;
  seconds = {};
  for (auto [number, phase] : llvm::enumerate(phases)) {
    auto start = std::chrono::steady_clock::now();
    if (Error error = memory.enterPhase(number))
      return error;
    if (Error error = runPhase(number))
      return error;
    if (!inspect)
      continue;
    if (Error error = context.synchronize())
      return error;
    seconds += std::chrono::steady_clock::now() - start;
    if (Error error = inspectPhase(phase))
      return error;
  }
  return Error::success();
}

Error ProgramRun::runPhase(uint32_t number) {
  const Executable::Phase &phase = phases[number];
  for (int32_t round = 0;; ++round) {
    if (canSuspend)
      if (Error error = memory.clearCounters())
        return error;
    std::vector<void *> arguments = memory.getArguments(number, options, round);
    if (Error error = context.invoke(entry, arguments.data()))
      return error;
    if (!canSuspend)
      return Error::success();
    Expected<std::vector<uint32_t>> counters = memory.readCounters();
    if (!counters)
      return counters.takeError();
    auto get = [&](Counter counter) {
      return (*counters)[static_cast<unsigned>(counter)];
    };
    if (get(Counter::OutOfBudget))
      return InstanceReport(memory, program, phase, options)
          .describeStopped(Status::Running);
    if (!get(Counter::Unfinished))
      return Error::success();
    if (!get(Counter::Progress))
      return InstanceReport(memory, program, phase, options)
          .describeStopped(Status::Blocked);
  }
}

Error ProgramRun::inspectPhase(const Executable::Phase &phase) {
  Expected<std::vector<uint32_t>> counters = memory.readCounters();
  if (!counters)
    return counters.takeError();
  if ((*counters)[static_cast<unsigned>(Counter::OutOfBudget)])
    return InstanceReport(memory, program, phase, options)
        .describeStopped(Status::Running);
  Expected<std::vector<std::string>> traps =
      InstanceReport(memory, program, phase, options).describeTraps();
  if (!traps)
    return traps.takeError();
  for (const std::string &line : *traps)
    std::fprintf(stderr, "%s\n", line.c_str());
  if (!options.report)
    return Error::success();
  Expected<std::vector<int64_t>> counts =
      memory.readExecuted(memory.countPositions(phase));
  if (!counts)
    return counts.takeError();
  for (int64_t count : *counts)
    executed += count;
  return Error::success();
}

static VMEngine getEngine(const RunOptions &options) {
  return options.engine == "interpreter" ? VMEngine::Interpreter
         : options.engine == "epochs"    ? VMEngine::Epochs
                                         : VMEngine::AheadOfTime;
}

static Error checkOutputCount(const Executable &program,
                              const RunOptions &options) {
  size_t expected = 0;
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i)
    expected += program.getBuffer(i).isOutput();
  if (!options.outputs.empty() && options.outputs.size() != expected)
    return Error(options.file + ": error: program '" +
                 mlir::vm::escape(program.getName()) + "' has " +
                 std::to_string(expected) +
                 (expected == 1 ? " output buffer, " : " output buffers, ") +
                 std::to_string(options.outputs.size()) + " -o given");
  std::vector<std::string> paths = options.outputs;
  if (!options.state.empty())
    paths.push_back(options.state);
  return checkOutputs(paths);
}

/// An instance of a launch has a lane of the instance buffers.
static Error checkLaunches(const Executable &program, const RunOptions &options,
                           uint64_t lanes) {
  if (program.getHeader(format::kInstanceWords) == 0)
    return Error::success();
  for (const Executable::Phase &phase : program.getPhases())
    for (const Executable::Launch &launch : phase.launches)
      if (launch.instances > lanes)
        return Error(options.file + ": error: phase @" +
                     mlir::vm::escape(phase.name) + " launches " +
                     std::to_string(launch.instances) + " instances of @" +
                     mlir::vm::escape(program.getRoutine(launch.routine).name) +
                     ", and instance buffers have " + std::to_string(lanes) +
                     " lanes: --instances " + std::to_string(launch.instances) +
                     " or more");
  return Error::success();
}

static Error writeResults(ProgramMemory &memory, const Executable &program,
                          const RunOptions &options) {
  if (!options.noOutput || !options.outputs.empty()) {
    Expected<std::vector<Array>> outputs = memory.readOutputs();
    if (!outputs)
      return outputs.takeError();
    if (Error error = writeOutputs(options, *outputs))
      return error;
  }
  if (options.state.empty())
    return Error::success();
  uint64_t positions = memory.countPositions(program.getPhases().back());
  Expected<Array> state = memory.readState(positions);
  if (!state)
    return state.takeError();
  return zyn::runtime::writeNpy(options.state, state->type(), state->shape(),
                                state->begin());
}

static Error checkOptions(const Executable &program,
                          const RunOptions &options) {
  if (!options.entry.empty() && program.getName() != options.entry)
    return Error(options.file + ": error: no program '" + options.entry +
                 "' to run; the program is '" +
                 mlir::vm::escape(program.getName()) + "'");
  if (options.seed > UINT32_MAX)
    return Error("--seed of a program is a number of 32 bits, found " +
                 std::to_string(options.seed));
  return Error::success();
}

static bool hasInputs(const Executable &program) {
  for (uint32_t i = 0; i < program.getCount(format::kBuffers); ++i)
    if (program.getBuffer(i).isInput())
      return true;
  return false;
}

static Error run(mlir::MLIRContext &mlirContext, const std::string &bytes,
                 const RunOptions &options) {
  std::string message;
  std::optional<Executable> program = Executable::load(bytes, message);
  if (!program)
    return Error(options.file + ": error: " + message);
  if (Error error = checkOptions(*program, options))
    return error;
  if (options.report) {
    std::fputs(mlir::vm::formatReport(*program).c_str(), stdout);
    // A look at an executable takes no inputs.
    bool wantsResults =
        options.time || !options.outputs.empty() || !options.state.empty();
    if (options.inputs.empty() && hasInputs(*program) && !wantsResults)
      return Error::success();
  }
  if (Error error = checkOutputCount(*program, options))
    return error;
  uint64_t lanes = options.instances.value_or(1024);
  if (Error error = checkLaunches(*program, options, lanes))
    return error;
  Expected<std::unique_ptr<Context>> created =
      createContext(options.device, options);
  if (!created)
    return created.takeError();
  Context &context = **created;
  ProgramMemory memory(context, *program, lanes);
  if (Error error = memory.allocate(options))
    return error;

  Expected<HostJIT> code =
      compileProgram(mlirContext, *program, context.device(),
                     getEngine(options), options.check, options.file);
  if (!code)
    return code.takeError();
  ProgramRun execution(context, *program, memory, code->entry(), options);
  auto prepare = [&] { return memory.reset(); };
  // A run that is timed is not inspected: one more is, and gives the results.
  if (options.time)
    if (Error error = repeatRuns(
            context, options, [&] { return execution.run(false); }, prepare))
      return error;
  // Only the last run is looked at.
  RunOptions untimed = options;
  untimed.time = false;
  if (options.time)
    untimed.repeat = 1;
  int64_t left = untimed.runs();
  if (Error error = repeatRuns(
          context, untimed,
          [&] { return execution.run(/*inspect=*/--left == 0); }, prepare))
    return error;
  for (const std::string &warning : context.emulatorWarnings())
    std::fprintf(stderr, "%s\n", warning.c_str());
  if (options.report) {
    std::printf("executed: %lld instructions in %g s, engine %s on %s\n",
                static_cast<long long>(execution.getExecuted()),
                execution.getSeconds(),
                options.engine.empty() ? "aot" : options.engine.c_str(),
                context.device().label().c_str());
  }
  return writeResults(memory, *program, options);
}

Error zyn::tools::runProgram(mlir::ModuleOp module, const RunOptions &options) {
  Expected<std::string> bytes =
      encodeProgram(module, options.file, options.entry);
  if (!bytes)
    return bytes.takeError();
  return run(*module.getContext(), *bytes, options);
}

Error zyn::tools::runExecutable(const RunOptions &options) {
  Expected<std::string> bytes = runtime::readFile(options.file);
  if (!bytes)
    return Error(options.file +
                 ": error: cannot read: " + bytes.takeError().message());
  std::unique_ptr<mlir::MLIRContext> context = createMLIRContext();
  return run(*context, *bytes, options);
}
