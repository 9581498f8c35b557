//===- RunModule.cpp - Runs a function of an .mlir file -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Outputs.h"
#include "Run.h"
#include "RunProgram.h"
#include "Zyn/Compiler/Verification.h"
#include "llvm/Support/MathExtras.h"

#include <cstdio>
#include <optional>

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;

static Error checkOutputCount(const RunOptions &options,
                              const Signature &signature) {
  size_t given = options.outputs.size(), expected = signature.results.size();
  if (given == 0 || given == expected)
    return Error::success();
  return Error(zyn::Diagnostic{
      zyn::Severity::Error,
      signature.location,
      "'" + signature.name + "' returns " + std::to_string(expected) +
          (expected == 1 ? " result, " : " results, ") + std::to_string(given) +
          " -o given",
      {}});
}

/// Runs `function` once.
static Expected<FunctionCall> runOnce(const CompiledFunction &function,
                                      Context &context,
                                      std::vector<Argument> arguments,
                                      const RunOptions &options) {
  Expected<FunctionCall> call = function.bind(context, std::move(arguments));
  if (!call)
    return call;
  RunOptions once = options;
  once.time = false;
  once.repeat = 1;
  if (Error error =
          zyn::tools::repeatRuns(context, once, [&] { return call->run(); }))
    return error;
  return call;
}

/// Compares the results of `call`, which has run once, with those of the second
/// device.
static Error compareWithReference(ReferenceFunction &reference,
                                  FunctionCall &call,
                                  const std::vector<Argument> &arguments,
                                  const RunOptions &options) {
  zyn::tools::setContextOptions(*reference.context, options);
  Expected<FunctionCall> expected =
      runOnce(reference.function, *reference.context, arguments, options);
  zyn::tools::printWarnings(*reference.context);
  if (!expected)
    return expected.takeError();
  Expected<Verification> verification =
      compareCalls(call, *expected, options.tolerance);
  if (!verification)
    return verification.takeError();
  for (const ValueComparison &value : verification->values)
    if (!value.comparison.mismatches)
      std::printf("%s\n", verification->describe(value).c_str());
  return verification->toError();
}

/// The same for `call` of `function` after all runs of the command line.
static Error verify(ReferenceFunction &reference,
                    const CompiledFunction &function, FunctionCall &call,
                    const std::vector<Argument> &arguments,
                    const RunOptions &options) {
  // Repeated runs may have modified memref arguments.
  if (!options.time && !options.lockstep && !options.graph &&
      !options.latency && options.runs() == 1)
    return compareWithReference(reference, call, arguments, options);
  Expected<FunctionCall> single =
      runOnce(function, call.context(), arguments, options);
  if (!single)
    return single.takeError();
  return compareWithReference(reference, *single, arguments, options);
}

/// The number of runs in a graph whose runs are timed together, so that
/// launching it takes less time than the runs, even if these are short.
static constexpr int64_t minRunsPerGraph = 16;

namespace {
/// The runs of the command line, which use the copies of the inputs in turn.
class Runs {
public:
  Runs(Context &context, std::vector<FunctionCall> &calls,
       const RunOptions &options)
      : context(context), calls(calls), usesGraphs(options.graph),
        areTimedTogether(options.lockstep) {
    if (usesGraphs && areTimedTogether)
      perCall = llvm::alignTo(minRunsPerGraph, calls.size());
  }

  /// The number of runs of a call of `run`.
  int64_t runsPerCall() const { return perCall; }
  Error run();

private:
  Error runNext() { return calls[next++ % calls.size()].run(); }
  /// Records graphs after the first runs.
  Error record();

  Context &context;
  std::vector<FunctionCall> &calls;
  const bool usesGraphs, areTimedTogether;
  int64_t perCall = 1;
  std::vector<zyn::runtime::Graph> graphs;
  size_t next = 0;
};
} // namespace

Error Runs::run() {
  if (!usesGraphs)
    return runNext();
  if (graphs.empty())
    if (Error error = record())
      return error;
  return graphs[next++ % graphs.size()].launch();
}

Error Runs::record() {
  // The first runs load kernels, and find errors.
  for (size_t i = 0; i < calls.size(); ++i)
    if (Error error = runNext())
      return error;
  if (Error error = context.synchronize())
    return error;
  size_t numGraphs = areTimedTogether ? 1 : calls.size();
  std::vector<zyn::runtime::Graph> recorded;
  for (size_t i = 0; i < numGraphs; ++i) {
    Expected<zyn::runtime::Graph> graph =
        context.mainStream().capture([&]() -> Error {
          for (int64_t k = 0; k < perCall; ++k)
            if (Error error = runNext())
              return error;
          return Error::success();
        });
    if (!graph)
      return graph.takeError();
    recorded.push_back(*std::move(graph));
  }
  graphs = std::move(recorded);
  return Error::success();
}

Error zyn::tools::runModule(const RunOptions &options) {
  Expected<SourceModule> module = SourceModule::read(options.file);
  if (!module)
    return module.takeError();
  if (module->hasProgram(options.entry))
    return runProgram(*module, options);
  if (options.hasProgramOptions())
    return programOptionsError(options);
  Expected<Signature> signature = module->findFunction(options.entry);
  if (!signature)
    return signature.takeError();
  if (Error error = checkOutputCount(options, *signature))
    return error;
  if (Error error = checkOutputs(options.outputs))
    return error;
  if (!options.trace.empty())
    if (Error error = checkOutputs({options.trace}))
      return error;
  // Without --latency, a core that does not exist is an error as well.
  Expected<LatencyGoal> goal = readLatencyGoal(*module, options.entry);
  if (!goal)
    return goal.takeError();
  Expected<std::unique_ptr<Context>> context =
      createContext(options.device, options);
  if (!context)
    return context.takeError();
  if (options.graph && !(*context)->isAsynchronous())
    return Error("--graph needs a GPU, found " + (*context)->device().label());
  Expected<std::vector<Argument>> arguments =
      readArguments(*signature, options.inputs, options.seed, **context);
  if (!arguments)
    return arguments.takeError();

  if (options.tune)
    if (Error error = tuneModule(*module, **context, *arguments, options))
      return error;
  Expected<CompiledFunction> function =
      module->compile((*context)->device(), getCompileOptions(options));
  if (!function)
    return function.takeError();
  std::optional<ReferenceFunction> reference;
  if (options.verify) {
    Expected<ReferenceFunction> found = ReferenceFunction::compile(
        *module, (*context)->device(), getCompileOptions(options));
    if (!found)
      return found.takeError();
    reference = *std::move(found);
  }
  std::vector<FunctionCall> calls;
  for (int64_t i = 0; i < options.copies; ++i) {
    Expected<FunctionCall> call = function->bind(**context, *arguments);
    if (!call)
      return call.takeError();
    calls.push_back(*std::move(call));
  }
  Runs runs(**context, calls, options);
  auto run = [&] { return runs.run(); };
  Error error = options.latency ? reportLatency(**context, *goal, options, run)
                : options.profile  ? reportProfile(**context, options, run)
                : options.lockstep ? timeInLockstep(**context, options, run,
                                                    runs.runsPerCall())
                                   : repeatRuns(**context, options, run);
  printWarnings(**context);
  if (error)
    return error;
  if (reference)
    if (Error error =
            verify(*reference, *function, calls.front(), *arguments, options))
      return error;
  if ((options.noOutput || options.reportIsJSON) && options.outputs.empty())
    return Error::success();
  Expected<std::vector<Array>> results = calls.front().readResults();
  if (!results)
    return results.takeError();
  std::vector<std::string> numbers;
  for (const ValueType &type : signature->results)
    numbers.push_back(type.isArray ? "" : type.text);
  return writeOutputs(options, *results, numbers);
}
