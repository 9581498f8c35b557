//===- RunWasm.cpp - Runs WebAssembly modules -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "InstanceArrays.h"
#include "InstanceResults.h"
#include "Run.h"
#include "WasmValues.h"
#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/Wasi/WasiModule.h"
#include "Zyn/Support/Escape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>

using namespace zyn::runtime;
using llvm::StringRef;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::compiler::CompiledWasm;
using zyn::tools::RunOptions;

static Error errorIn(const std::string &file, std::string message) {
  return Error(Diagnostic{Severity::Error, {file}, std::move(message), {}});
}

static Error checkOptions(const RunOptions &options) {
  if (!options.entry.empty())
    return Error("--entry applies to .mlir files; use --invoke to choose a "
                 "function of a .wasm file");
  if (options.hasMachineOptions())
    return zyn::tools::programOptionsError(options);
  if (options.hasFunctionOptions())
    return zyn::tools::functionOptionsError(options);
  if (!options.outputs.empty() && options.outputRows.empty() &&
      options.sharedArray.empty())
    return Error("-o applies to --output-rows and --shared-array of .wasm "
                 "files; use --results to write the results to a file");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The words of each line.
using ArgumentLines = std::vector<std::vector<std::string>>;

/// Reads a file with the arguments of an instance in each line, quoted as in a
/// shell.
static Expected<ArgumentLines> readArgumentLines(const std::string &file) {
  Expected<std::string> text = readFile(file);
  if (!text)
    return errorIn(file, "cannot read: " + text.takeError().message());
  ArgumentLines lines;
  llvm::SmallVector<StringRef> rows;
  StringRef rest = *text;
  rest.consume_back("\n");
  rest.split(rows, '\n');
  for (StringRef row : rows) {
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *> words;
    llvm::cl::TokenizeGNUCommandLine(row, saver, words);
    lines.emplace_back(words.begin(), words.end());
  }
  return lines;
}

/// Appends numbers for the last parameters of the function.
static Error parseNumbers(const std::vector<std::string> &texts,
                          const InstanceRequest &request, const CallType &type,
                          const std::string &file,
                          std::vector<uint64_t> &numbers) {
  size_t first = numbers.size();
  for (auto [i, text] : llvm::enumerate(texts)) {
    ValueKind kind = type.parameters[first + i];
    if (!zyn::tools::parseValue(text, kind, numbers.emplace_back()))
      return errorIn(file, "expected a number of type " +
                               std::string(toText(kind)) + " for argument " +
                               std::to_string(first + i + 1) + " of '" +
                               request.function + "', found '" + text + "'");
  }
  return Error::success();
}

/// Sets the arguments of a function with parameters.
static Error setArguments(InstanceRequest &request, const CallType &type,
                          const ArgumentLines &lines,
                          const RunOptions &options) {
  size_t expected = type.parameters.size();
  for (size_t i = 0, e = std::max<size_t>(lines.size(), 1); i < e; ++i) {
    std::string file = options.file;
    std::vector<std::string> own;
    if (!lines.empty()) {
      file = options.argumentsFile + ":" + std::to_string(i + 1);
      own = lines[i];
    }
    size_t given = options.inputs.size() + own.size();
    if (given != expected)
      return errorIn(
          file, "'" + request.function + "' takes " + std::to_string(expected) +
                    (expected == 1 ? " argument, " : " arguments, ") +
                    std::to_string(given) + " given");
    std::vector<uint64_t> row;
    if (Error error =
            parseNumbers(options.inputs, request, type, options.file, row))
      return error;
    if (Error error = parseNumbers(own, request, type, file, row))
      return error;
    llvm::append_range(request.arguments, row);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static std::atomic<bool> isInterrupted;

/// Stops the instances at the first Ctrl-C; the second one ends the process.
static void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { isInterrupted.store(true); };
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
}

static Expected<std::unique_ptr<wasi::OutputRouter>>
createOutput(const RunOptions &options) {
  // Timed runs only differ in their times.
  if (options.noOutput || options.time)
    return wasi::createNoOutput();
  if (options.outputMode == "all")
    return wasi::createOrderedOutput();
  if (options.outputMode == "merged")
    return wasi::createMergedOutput();
  if (options.outputMode == "per-instance")
    return wasi::createFolderOutput(options.outputFolder);
  return wasi::createFirstOutput();
}

static wasi::WasiOptions getWasiOptions(const RunOptions &options,
                                        int64_t instances,
                                        wasi::OutputRouter &output) {
  wasi::WasiOptions wasi;
  wasi.arguments.push_back(llvm::sys::path::filename(options.file).str());
  wasi.environment = options.environment;
  for (StringRef folder : options.folders) {
    auto [host, guest] = folder.split("::");
    wasi.folders.push_back({host.str(), (guest.empty() ? host : guest).str()});
  }
  wasi.hasInput = wasi.writesBack = instances == 1 && !options.time;
  wasi.seed = options.seed;
  wasi.output = &output;
  return wasi;
}

/// Returns the exit status of the only instance, and prints its results.
static Expected<int> reportInstance(const InstanceRun &run,
                                    const InstanceModule &module,
                                    const RunOptions &options) {
  const InstanceOutcome &outcome = run.outcomes.front();
  switch (outcome.kind) {
  case InstanceOutcome::Trapped:
    return Error(describe(outcome.trap, module));
  case InstanceOutcome::Exited:
    return static_cast<int>(outcome.exitCode);
  case InstanceOutcome::Unfinished:
    if (isInterrupted)
      return errorIn(options.file, "the program was interrupted");
    return errorIn(
        options.file,
        Error::format("the program ran longer than %g s", options.timeout)
            .message());
  case InstanceOutcome::Returned:
    break;
  }
  if (!options.noOutput)
    for (auto [i, kind] : llvm::enumerate(run.type.results))
      std::printf("%s\n",
                  zyn::tools::formatValue(run.results[i], kind).c_str());
  return 0;
}

/// Runs the request as often as the command line says. Returns the last run.
static Expected<InstanceRun> repeatRequest(Context &context,
                                           const CompiledWasm &code,
                                           const InstanceRequest &request,
                                           zyn::tools::InstanceArrays &arrays,
                                           const RunOptions &options) {
  std::optional<InstanceRun> last;
  // The request has the time limit.
  RunOptions unlimited = options;
  unlimited.timeout = 0;
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  Error error = zyn::tools::repeatRuns(context, unlimited, [&]() -> Error {
    InstanceRequest limited = request;
    if (Error error = arrays.reset(request.instances))
      return error;
    limited.buffers = arrays.getBuffers();
    std::chrono::duration<double> elapsed = Clock::now() - start;
    if (options.timeout != 0)
      limited.timeout = std::max(options.timeout - elapsed.count(), 1e-3);
    Expected<InstanceRun> run = code.run(context, limited);
    if (!run)
      return run.takeError();
    last = std::move(*run);
    return Error::success();
  });
  if (!error)
    return std::move(*last);
  return error.diagnostics().empty() ? errorIn(options.file, error.message())
                                     : std::move(error);
}

static Expected<int64_t>
countInstances(const RunOptions &options, const ArgumentLines &lines,
               const zyn::tools::InstanceArrays &arrays) {
  int64_t numLines = lines.size();
  int64_t count = options.instances.value_or(
      lines.empty() ? arrays.countRows().value_or(1) : numLines);
  if (!lines.empty() && numLines != count)
    return errorIn(options.argumentsFile,
                   "expected a line for each of " + std::to_string(count) +
                       " instances, found " + std::to_string(numLines));
  return count;
}

Expected<int> zyn::tools::runWasm(const RunOptions &options) {
  if (Error error = checkOptions(options))
    return error;
  Expected<std::string> bytes = readFile(options.file);
  if (!bytes)
    return errorIn(options.file, "cannot read: " + bytes.takeError().message());
  ArgumentLines lines;
  if (!options.argumentsFile.empty()) {
    Expected<ArgumentLines> read = readArgumentLines(options.argumentsFile);
    if (!read)
      return read.takeError();
    lines = std::move(*read);
  }
  // Arrays are in memory of the host.
  Expected<std::unique_ptr<Context>> host = Context::create("cpu");
  if (!host)
    return host.takeError();
  Expected<InstanceArrays> arrays = InstanceArrays::read(options, **host);
  if (!arrays)
    return arrays.takeError();
  InstanceRequest request;
  bool isSingle = !options.instances && lines.empty() && !arrays->countRows();
  Expected<int64_t> instances = countInstances(options, lines, *arrays);
  if (!instances)
    return instances.takeError();
  request.instances = *instances;
  Expected<std::unique_ptr<Context>> context = createContext(
      options.device == "auto" ? compiler::getDefaultDevice(*instances)
                               : options.device,
      options);
  if (!context)
    return context.takeError();

  if (!options.invoke.empty())
    request.function = options.invoke;
  compiler::CompileOptions compile = getCompileOptions(options);
  compile.entry = request.function;
  Expected<CompiledWasm> code = CompiledWasm::compile(
      *bytes, (*context)->device(), compile, options.file);
  if (!code)
    return code.takeError();

  Expected<CallType> type = findCallType(request.function, *code->module());
  if (!type)
    return type.takeError();
  if (Error error = checkResults(*type, options))
    return error;
  Expected<std::unique_ptr<wasi::OutputRouter>> output = createOutput(options);
  if (!output)
    return output.takeError();
  wasi::WasiOptions wasi = getWasiOptions(options, request.instances, **output);
  // A program, which has no parameters, receives the words themselves.
  if (request.function == "_start" && type->parameters.empty()) {
    llvm::append_range(wasi.arguments, options.inputs);
    wasi.instanceArguments = std::move(lines);
  } else if (Error error = setArguments(request, *type, lines, options)) {
    return error;
  }
  Expected<std::unique_ptr<HostModule>> wasiModule =
      wasi::createWasiModule(std::move(wasi));
  if (!wasiModule)
    return wasiModule.takeError();
  request.hosts = {wasiModule->get()};
  request.cancel = &isInterrupted;
  catchInterrupts();

  if (!isSingle) {
    std::printf("Running on %s with %lld instances...\n",
                (*context)->isAsynchronous() ? "GPU" : "CPU",
                static_cast<long long>(request.instances));
    std::fflush(stdout);
  }
  Expected<InstanceRun> run =
      repeatRequest(**context, *code, request, *arrays, options);
  (*output)->finish();
  if (!run)
    return run.takeError();
  if (!options.results.empty())
    if (Error error = writeResults(*run, options))
      return error;
  if (Error error = arrays->write(options))
    return error;
  if (isSingle)
    return reportInstance(*run, *code->module(), options);
  return reportInstances(*run, *code->module(), options);
}
