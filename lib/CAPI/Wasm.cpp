//===- Wasm.cpp - WebAssembly modules -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Wasm.h"
#include "Handles.h"
#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Runtime/Wasi/WasiModule.h"

#include <map>

using namespace zyn::capi;
using namespace zyn::compiler;
using namespace zyn::runtime;
using zyn::Diagnostic;
using zyn::Severity;

static_assert(static_cast<int>(ValueKind::ExternRef) == ZynWasmTypeExternRef &&
                  InstanceOutcome::Trapped ==
                      static_cast<int>(ZynInstanceOutcomeTrapped),
              "the enumerations must agree");

namespace {
struct Wasm {
  CompiledWasm code;
  std::string function;
  CallType type;
};

struct WasmResults {
  InstanceRun run;
  std::vector<wasi::KeptOutput> outputs;
  std::map<int64_t, Diagnostic> traps;
};
} // namespace

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(Wasm, ZynWasmRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(WasmResults, ZynWasmResultsRef)

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

ZynErrorRef zynWasmCompile(ZynStringRef bytes, ZynStringRef name,
                           ZynContextRef context, ZynStringRef function,
                           ZynWasmRef *wasm) {
  CompileOptions options;
  options.entry = toString(function);
  Expected<CompiledWasm> code =
      CompiledWasm::compile(toString(bytes), unwrap(context)->context->device(),
                            options, toString(name));
  if (!code)
    return wrap(code.takeError());
  Expected<CallType> type = findCallType(options.entry, *code->module());
  if (!type)
    return wrap(type.takeError());
  *wasm = wrap(new Wasm{*std::move(code), options.entry, *std::move(type)});
  return nullptr;
}

const char *zynWasmGetDefaultDevice(int64_t instances) {
  return getDefaultDevice(instances);
}

void zynWasmDestroy(ZynWasmRef wasm) { delete unwrap(wasm); }

size_t zynWasmGetNumParameters(ZynWasmRef wasm) {
  return unwrap(wasm)->type.parameters.size();
}

ZynWasmType zynWasmGetParameter(ZynWasmRef wasm, size_t index) {
  return static_cast<ZynWasmType>(unwrap(wasm)->type.parameters[index]);
}

size_t zynWasmGetNumResults(ZynWasmRef wasm) {
  return unwrap(wasm)->type.results.size();
}

ZynWasmType zynWasmGetResult(ZynWasmRef wasm, size_t index) {
  return static_cast<ZynWasmType>(unwrap(wasm)->type.results[index]);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static std::vector<std::string> toStrings(const ZynStringRef *strings,
                                          size_t count) {
  std::vector<std::string> copies;
  for (size_t i = 0; i < count; ++i)
    copies.push_back(toString(strings[i]));
  return copies;
}

static wasi::WasiOptions toOptions(const ZynWasmRequest &request,
                                   const std::string &file) {
  wasi::WasiOptions options;
  options.arguments = {file.substr(file.rfind('/') + 1)};
  size_t rows = request.numWordRows;
  size_t columns = rows ? request.numWords / rows : 0;
  for (size_t row = 0; row < rows; ++row) {
    auto words = toStrings(request.words + row * columns, columns);
    if (rows == 1)
      options.arguments.insert(options.arguments.end(), words.begin(),
                               words.end());
    else
      options.instanceArguments.push_back(std::move(words));
  }
  options.environment = toStrings(request.environment, request.numVariables);
  for (size_t i = 0; i < request.numFolders; ++i)
    options.folders.push_back({toString(request.folders[2 * i]),
                               toString(request.folders[2 * i + 1])});
  options.writesBack = request.instances == 1;
  options.seed = request.seed;
  return options;
}

ZynErrorRef zynWasmRun(ZynWasmRef wasm, ZynContextRef context,
                       const ZynWasmRequest *given,
                       ZynWasmResultsRef *results) {
  const InstanceModule &module = *unwrap(wasm)->code.module();
  // Instances are numbered by 31 bits.
  if (given->instances < 1 || given->instances > INT32_MAX)
    return wrap(Error("expected 1 to 2147483647 instances, found " +
                      std::to_string(given->instances)));
  if (given->numWordRows > 1 &&
      given->numWordRows != static_cast<uint64_t>(given->instances))
    return wrap(Error(
        "expected arguments for each of " + std::to_string(given->instances) +
        " instances, found those for " + std::to_string(given->numWordRows)));
  std::vector<wasi::KeptOutput> outputs(given->instances);
  std::unique_ptr<wasi::OutputRouter> router = wasi::createKeptOutput(outputs);
  wasi::WasiOptions options = toOptions(*given, module.file);
  options.output = router.get();
  Expected<std::unique_ptr<HostModule>> host =
      wasi::createWasiModule(std::move(options));
  if (!host)
    return wrap(host.takeError());
  InstanceRequest request;
  request.function = unwrap(wasm)->function;
  request.instances = given->instances;
  request.arguments.assign(given->arguments,
                           given->arguments + given->numArguments);
  request.hosts = {host->get()};
  request.timeout = given->timeout;
  auto toBytes = [](ZynWasmBuffer buffer) {
    return InstanceBuffers::Bytes{buffer.data, buffer.size};
  };
  request.buffers = {toBytes(given->shared), toBytes(given->input),
                     toBytes(given->output)};
  Expected<InstanceRun> run =
      unwrap(wasm)->code.run(*unwrap(context)->context, request);
  router->finish();
  if (!run)
    return wrap(run.takeError());
  std::map<int64_t, Diagnostic> traps;
  for (size_t i = 0; i < run->outcomes.size(); ++i)
    if (run->outcomes[i].kind == InstanceOutcome::Trapped)
      traps.emplace(i, describe(run->outcomes[i].trap, module));
  *results = wrap(
      new WasmResults{*std::move(run), std::move(outputs), std::move(traps)});
  return nullptr;
}

void zynWasmResultsDestroy(ZynWasmResultsRef results) {
  delete unwrap(results);
}

ZynInstanceOutcome zynWasmResultsGetOutcome(ZynWasmResultsRef results,
                                            int64_t instance) {
  const WasmResults &all = *unwrap(results);
  const InstanceOutcome &outcome = all.run.outcomes[instance];
  auto trap = all.traps.find(instance);
  return {static_cast<ZynInstanceOutcomeKind>(outcome.kind),
          outcome.exitCode,
          trap == all.traps.end() ? nullptr : wrap(&trap->second),
          all.run.row(instance),
          wrap(all.outputs[instance][0]),
          wrap(all.outputs[instance][1])};
}

double zynWasmResultsGetSeconds(ZynWasmResultsRef results) {
  return unwrap(results)->run.seconds;
}
