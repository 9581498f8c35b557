//===- RunWasm.cpp - Runs a function of a WebAssembly module---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Run.h"
#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Support/Escape.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"

#include <charconv>
#include <cstdio>

using namespace zyn::runtime;
using llvm::StringRef;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::compiler::CompiledWasm;
using zyn::tools::RunOptions;

static Error errorIn(const RunOptions &options, std::string message) {
  return Error(
      Diagnostic{Severity::Error, {options.file}, std::move(message), {}});
}

static Error checkOptions(const RunOptions &options) {
  if (!options.entry.empty())
    return Error("--entry applies to .mlir files; use --invoke to choose a "
                 "function of a .wasm file");
  if (options.hasProgramOptions())
    return zyn::tools::programOptionsError(options);
  if (options.hasFunctionOptions())
    return zyn::tools::functionOptionsError(options);
  if (!options.outputs.empty())
    return Error("-o does not apply to .wasm files, whose results are printed");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Parses an integer, signed or unsigned, of the width.
static bool parseInteger(StringRef text, unsigned width, uint64_t &bits) {
  int64_t number;
  if (!text.getAsInteger(0, bits))
    return width == 64 || bits >> width == 0;
  if (text.getAsInteger(0, number) ||
      (width < 64 && number < -(int64_t(1) << (width - 1))))
    return false;
  bits = static_cast<uint64_t>(number);
  return true;
}

static bool parseFloat(StringRef text, const llvm::fltSemantics &semantics,
                       uint64_t &bits) {
  llvm::APFloat number(semantics);
  auto status =
      number.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return false;
  }
  bits = number.bitcastToAPInt().getZExtValue();
  return true;
}

static bool parse(StringRef text, ValueKind kind, uint64_t &bits) {
  switch (kind) {
  case ValueKind::I32:
    return parseInteger(text, 32, bits);
  case ValueKind::I64:
    return parseInteger(text, 64, bits);
  case ValueKind::F32:
    return parseFloat(text, llvm::APFloat::IEEEsingle(), bits);
  case ValueKind::F64:
    return parseFloat(text, llvm::APFloat::IEEEdouble(), bits);
  case ValueKind::FuncRef:
  case ValueKind::ExternRef:
    bits = 0;
    return text == "null";
  }
  return false;
}

/// Formats a float with the fewest digits that give the same number.
template <typename T>
static std::string formatFloat(T value) {
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

static std::string format(uint64_t bits, ValueKind kind) {
  switch (kind) {
  case ValueKind::I32:
    return std::to_string(static_cast<int32_t>(bits));
  case ValueKind::I64:
    return std::to_string(static_cast<int64_t>(bits));
  case ValueKind::F32:
    return formatFloat(llvm::bit_cast<float>(static_cast<uint32_t>(bits)));
  case ValueKind::F64:
    return formatFloat(llvm::bit_cast<double>(bits));
  case ValueKind::FuncRef:
  case ValueKind::ExternRef:
    return bits ? toText(kind) : "null";
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static std::string listFunctions(const Instance &instance) {
  std::string names;
  for (auto &[name, object] : instance.exports())
    if (std::holds_alternative<InstanceFunction>(object))
      names += (names.empty() ? "'" : ", '") + zyn::escape(name) + "'";
  return names.empty() ? "the module exports no functions"
                       : "the exported functions are " + names;
}

/// Returns the function to call, and its arguments in `slots`, which are also
/// large enough for its results.
static Expected<InstanceFunction> chooseFunction(const Instance &instance,
                                                 const RunOptions &options,
                                                 std::vector<uint64_t> &slots) {
  std::string name = options.invoke.empty() ? "_start" : options.invoke;
  const InstanceObject *object = instance.findExport(name);
  const auto *function =
      object ? std::get_if<InstanceFunction>(object) : nullptr;
  if (!function)
    return errorIn(
        options, "no function '" + name + "' to call; " +
                     listFunctions(instance) +
                     (options.invoke.empty() ? "; choose with --invoke" : ""));
  const CallType &type = function->type;
  size_t expected = type.parameters.size(), given = options.inputs.size();
  if (given != expected)
    return errorIn(options,
                   "'" + name + "' takes " + std::to_string(expected) +
                       (expected == 1 ? " argument, " : " arguments, ") +
                       std::to_string(given) + " given");
  slots.assign(std::max<size_t>({expected, type.results.size(), 1}), 0);
  for (auto [i, text] : llvm::enumerate(options.inputs))
    if (!parse(text, type.parameters[i], slots[i]))
      return errorIn(options, "expected a number of type " +
                                  std::string(toText(type.parameters[i])) +
                                  " for argument " + std::to_string(i + 1) +
                                  " of '" + name + "', found '" + text + "'");
  return *function;
}

namespace {
/// A run of the command line: a new instance, and a call.
struct WasmRun {
  InstanceStore store;
  std::optional<InstanceFunction> function;
  std::vector<uint64_t> slots;
};
} // namespace

static Error instantiate(WasmRun &run, const CompiledWasm &code,
                         const RunOptions &options) {
  Expected<Instance *> instance = run.store.instantiate(code.module(), {});
  if (!instance) {
    Error error = instance.takeError();
    return error.diagnostics().empty() ? errorIn(options, error.message())
                                       : std::move(error);
  }
  Expected<InstanceFunction> function =
      chooseFunction(**instance, options, run.slots);
  if (!function)
    return function.takeError();
  run.function = *function;
  return Error::success();
}

Error zyn::tools::runWasm(const RunOptions &options) {
  if (Error error = checkOptions(options))
    return error;
  Expected<std::string> bytes = readFile(options.file);
  if (!bytes)
    return errorIn(options, "cannot read: " + bytes.takeError().message());
  Expected<std::unique_ptr<Context>> context =
      createContext(options.device == "auto" ? "cpu" : options.device, options);
  if (!context)
    return context.takeError();
  Expected<CompiledWasm> code = CompiledWasm::compile(
      *bytes, (*context)->device(), getCompileOptions(options), options.file);
  if (!code)
    return code.takeError();
  std::optional<WasmRun> run;
  if (Error error = repeatRuns(
          **context, options,
          [&] { return run->store.invoke(*run->function, run->slots.data()); },
          [&] { return instantiate(run.emplace(), *code, options); }))
    return error;
  if (options.noOutput)
    return Error::success();
  for (auto [i, kind] : llvm::enumerate(run->function->type.results))
    std::printf("%s\n", format(run->slots[i], kind).c_str());
  return Error::success();
}
