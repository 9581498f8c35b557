//===- Program.cpp - Programs of the matrix VM ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Program.h"
#include "Handles.h"
#include "Zyn/Compiler/CompiledProgram.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace zyn::capi;
using namespace zyn::compiler;
using mlir::vm::Executable;
using mlir::zyn::VMEngine;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Error;
using zyn::runtime::Expected;

namespace {
/// An executable, a view of its bytes, and the file that messages name.
struct Program {
  std::string bytes, file;
  std::optional<Executable> executable;
};

struct ProgramCode {
  CompiledProgram program;
  std::string file;
};
} // namespace

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(Program, ZynProgramRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(ProgramCode, ZynProgramCodeRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(ProgramResults, ZynProgramResultsRef)

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static ZynErrorRef load(std::string bytes, std::string file,
                        ZynProgramRef *program) {
  auto loaded = std::make_unique<Program>();
  loaded->bytes = std::move(bytes);
  loaded->file = std::move(file);
  std::string message;
  loaded->executable = Executable::load(loaded->bytes, message);
  if (!loaded->executable)
    return wrap(
        Error(Diagnostic{Severity::Error, {loaded->file}, message, {}}));
  *program = wrap(loaded.release());
  return nullptr;
}

ZynErrorRef zynProgramLoad(ZynStringRef executable, ZynStringRef name,
                           ZynProgramRef *program) {
  return load(toString(executable), toString(name), program);
}

bool zynModuleHasProgram(ZynModuleRef module, ZynStringRef entry) {
  return unwrap(module)->hasProgram(toString(entry));
}

ZynErrorRef zynProgramEncode(ZynModuleRef module, ZynStringRef entry,
                             ZynProgramRef *program) {
  Expected<std::string> bytes = unwrap(module)->encodeProgram(toString(entry));
  if (!bytes)
    return wrap(bytes.takeError());
  std::string file;
  unwrap(module)->visit([&](mlir::ModuleOp root) {
    file = unwrap(module)->locate(root.getLoc()).file;
  });
  return load(*std::move(bytes), std::move(file), program);
}

void zynProgramDestroy(ZynProgramRef program) { delete unwrap(program); }

ZynStringRef zynProgramGetName(ZynProgramRef program) {
  return wrap(std::string_view(unwrap(program)->executable->getName()));
}

ZynStringRef zynProgramGetExecutable(ZynProgramRef program) {
  return wrap(unwrap(program)->bytes);
}

ZynErrorRef zynProgramDecode(ZynProgramRef program, ZynModuleRef *module) {
  Expected<SourceModule> decoded = SourceModule::decodeProgram(
      unwrap(program)->bytes, unwrap(program)->file);
  if (!decoded)
    return wrap(decoded.takeError());
  *module = wrap(new SourceModule(*std::move(decoded)));
  return nullptr;
}

void zynProgramReport(ZynProgramRef program, ZynStringCallback callback,
                      void *userData) {
  llvm::json::Value report =
      mlir::vm::createReport(*unwrap(program)->executable);
  callback(wrap(llvm::formatv("{0}", report).str()), userData);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static_assert(static_cast<int>(VMEngine::Epochs) == ZynEngineEpochs,
              "the enumerations must agree");

ZynErrorRef zynProgramCompile(ZynProgramRef program, ZynContextRef context,
                              ZynEngine engine, ZynProgramCodeRef *code) {
  CompileOptions options;
  options.engine = static_cast<VMEngine>(engine);
  const std::string &file = unwrap(program)->file;
  Expected<CompiledProgram> compiled = CompiledProgram::compile(
      unwrap(program)->bytes, unwrap(context)->context->device(), options,
      file);
  if (!compiled)
    return wrap(compiled.takeError());
  *code = wrap(new ProgramCode{*std::move(compiled), file});
  return nullptr;
}

void zynProgramCodeDestroy(ZynProgramCodeRef code) { delete unwrap(code); }

static Expected<Array> copy(const ZynHostArray &given) {
  Expected<Array> array = Array::create(
      static_cast<zyn::runtime::ElementType>(given.element),
      std::vector<int64_t>(given.shape, given.shape + given.rank));
  if (array && array->bytes())
    std::memcpy(array->begin(), given.elements, array->bytes());
  return array;
}

ZynErrorRef zynProgramRun(ZynProgramCodeRef code, ZynContextRef context,
                          const ZynProgramOptions *options,
                          const ZynHostArray *inputs, size_t numInputs,
                          ZynProgramResultsRef *results) {
  ProgramOptions run;
  if (options && options->instances)
    run.instances = options->instances;
  if (options && options->maxInstructions)
    run.maxInstructions = options->maxInstructions;
  if (options)
    run.seed = options->seed;
  run.file = unwrap(code)->file;
  std::vector<Array> arrays;
  for (size_t i = 0; i < numInputs; ++i) {
    Expected<Array> array = copy(inputs[i]);
    if (!array)
      return wrap(array.takeError());
    arrays.push_back(*std::move(array));
  }
  Expected<ProgramResults> returned =
      unwrap(code)->program.run(*unwrap(context)->context, arrays, run);
  if (!returned)
    return wrap(returned.takeError());
  *results = wrap(new ProgramResults(*std::move(returned)));
  return nullptr;
}

void zynProgramResultsDestroy(ZynProgramResultsRef results) {
  delete unwrap(results);
}

static ZynHostArray wrapArray(const Array &array) {
  return {static_cast<ZynElementType>(array.type()), array.shape().size(),
          array.shape().data(), array.begin()};
}

size_t zynProgramResultsGetNumOutputs(ZynProgramResultsRef results) {
  return unwrap(results)->outputs.size();
}

ZynHostArray zynProgramResultsGetOutput(ZynProgramResultsRef results,
                                        size_t index) {
  return wrapArray(unwrap(results)->outputs[index]);
}

ZynHostArray zynProgramResultsGetStates(ZynProgramResultsRef results) {
  return wrapArray(unwrap(results)->states);
}

size_t zynProgramResultsGetNumTraps(ZynProgramResultsRef results) {
  return unwrap(results)->traps.size();
}

ZynDiagnosticRef zynProgramResultsGetTrap(ZynProgramResultsRef results,
                                          size_t index) {
  return wrap(&unwrap(results)->traps[index]);
}

ZynStringRef zynProgramResultsGetReport(ZynProgramResultsRef results) {
  return wrap(unwrap(results)->report);
}
