//===- Translate.cpp - Translations of executables ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Translate.h"

#include "Zyn/Target/Translation/TranslationOptions.h"
#include "Zyn/Target/VMExecutable/Decode.h"
#include "Zyn/Target/VMExecutable/Encode.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::vm;

namespace {
struct ExecutableFlags {
  llvm::cl::opt<std::string> program{
      "program",
      llvm::cl::desc("--vm-to-executable: program to encode, if the module "
                     "has several")};
  llvm::cl::opt<bool> noShortForms{
      "no-short-forms",
      llvm::cl::desc("--vm-to-executable: store a matrix for every linear "
                     "instruction")};
};
} // namespace

/// Returns the program named `name`, or the only one if `name` is empty.
static FailureOr<ProgramOp> findProgram(ModuleOp module, StringRef name) {
  auto programs = llvm::to_vector(module.getOps<ProgramOp>());
  if (!name.empty()) {
    auto *found = llvm::find_if(programs, [&](ProgramOp program) {
      return program.getSymName() == name;
    });
    if (found == programs.end())
      return module.emitError("expected a program @")
             << name << ", found none with that name";
    return *found;
  }
  if (programs.size() != 1)
    return module.emitError("expected one program, or one selected by "
                            "--program=NAME, found ")
           << programs.size();
  return programs.front();
}

static LogicalResult translateToExecutable(ModuleOp module,
                                           const ExecutableFlags &flags,
                                           raw_ostream &output) {
  module.getContext()->printOpOnDiagnostic(false);
  FailureOr<ProgramOp> program = findProgram(module, flags.program);
  if (failed(program))
    return failure();
  EncodeOptions options;
  options.shortForms = !flags.noShortForms;
  FailureOr<SmallVector<char>> bytes = encodeProgram(*program, options);
  if (failed(bytes))
    return failure();
  output.write(bytes->data(), bytes->size());
  return success();
}

static std::optional<Executable> load(const llvm::SourceMgr &sources) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  std::string error;
  std::optional<Executable> executable =
      Executable::load(buffer->getBuffer(), error);
  if (!executable)
    llvm::errs() << buffer->getBufferIdentifier() << ": error: " << error
                 << "\n";
  return executable;
}

void vm::registerExecutableTranslations(
    void (*registerDialects)(DialectRegistry &registry)) {
  static ExecutableFlags flags;
  ::zyn::compiler::restrictOptions({"vm-to-executable"},
                                   {&flags.program, &flags.noShortForms});
  TranslateFromMLIRRegistration toExecutable(
      "vm-to-executable", "Encode a program of the matrix VM",
      [](ModuleOp module, raw_ostream &output) {
        return translateToExecutable(module, flags, output);
      },
      registerDialects);
  TranslateToMLIRRegistration toProgram(
      "executable-to-vm", "Decode an executable of the matrix VM",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        std::optional<Executable> executable = load(sources);
        if (!executable)
          return nullptr;
        return decodeProgram(*executable, context);
      },
      [](DialectRegistry &registry) { registry.insert<VMDialect>(); });
  TranslateRegistration toReport(
      "executable-to-report",
      "Print statistics about an executable of the matrix VM",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &output,
         MLIRContext *) {
        std::optional<Executable> executable = load(*sources);
        if (!executable)
          return failure();
        output << formatReport(*executable);
        return success();
      });
}
