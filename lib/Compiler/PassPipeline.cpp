//===- PassPipeline.cpp - Runs passes on modules ------------------------ ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/PassPipeline.h"
#include "SourceModuleCode.h"
#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/Compiler/Registry.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::SourceLocation;
using zyn::runtime::Error;
using zyn::runtime::Expected;

/// Returns the source location of the character at `position` of a pipeline.
static SourceLocation locate(llvm::StringRef text, size_t position) {
  llvm::StringRef before = text.take_front(position);
  // Columns count from 1; `rfind` is -1 on the first line.
  return {"pass-pipeline", static_cast<uint32_t>(before.count('\n') + 1),
          static_cast<uint32_t>(before.size() - before.rfind('\n'))};
}

/// Whether the pass or pipeline called `name` accepts `options`.
static bool acceptsOptions(llvm::StringRef name, llvm::StringRef options) {
  const mlir::PassRegistryEntry *entry = mlir::PassInfo::lookup(name);
  if (!entry)
    entry = mlir::PassPipelineInfo::lookup(name);
  mlir::OpPassManager passes(mlir::OpPassManager::Nesting::Implicit);
  return !entry ||
         mlir::succeeded(entry->addToPipeline(
             passes, options, [](const llvm::Twine &) -> llvm::LogicalResult {
               return mlir::failure();
             }));
}

/// Returns the error for a value that an option does not accept, about which
/// the parser says nothing: that of the first pass with wrong options.
static Error rejectOptions(llvm::StringRef text) {
  for (size_t open = text.find('{'); open != text.npos;
       open = text.find('{', open + 1)) {
    llvm::StringRef name = text.take_front(open);
    size_t begin = name.find_last_of("(,{ \n") + 1;
    name = name.substr(begin);
    size_t end = open + 1;
    for (unsigned depth = 1; end < text.size(); ++end) {
      depth += (text[end] == '{') - (text[end] == '}');
      if (depth == 0)
        break;
    }
    llvm::StringRef options = text.slice(open + 1, end);
    if (!acceptsOptions(name, options))
      return Error(Diagnostic{Severity::Error,
                              locate(text, begin),
                              "invalid value in the options '" + options.str() +
                                  "' of '" + name.str() + "'",
                              {}});
  }
  return Error::at("pass-pipeline", "invalid value of an option");
}

/// Returns the first line of what the parser prints: "MLIR Textual PassPipeline
/// Parser:1:2: error: ...". It counts from after the first parenthesis.
static Error toError(llvm::StringRef text, llvm::StringRef printed) {
  Diagnostic diagnostic = Diagnostic::parse(printed.split('\n').first.str());
  if (diagnostic.message.empty())
    return rejectOptions(text);
  SourceLocation &location = diagnostic.location;
  location.file = "pass-pipeline";
  if (location.line) {
    SourceLocation origin = locate(text, text.find('(') + 1);
    if (location.line == 1)
      location.column += origin.column - 1;
    location.line += origin.line - 1;
  }
  return Error(std::move(diagnostic));
}

static mlir::FailureOr<mlir::OpPassManager> parse(llvm::StringRef text,
                                                  std::string &errors) {
  initializePasses();
  llvm::raw_string_ostream stream(errors);
  return mlir::parsePassPipeline(text, stream);
}

Expected<PassPipeline> PassPipeline::parse(const std::string &text) {
  std::string errors;
  mlir::FailureOr<mlir::OpPassManager> passes = ::parse(text, errors);
  if (mlir::failed(passes))
    return toError(text, errors);
  llvm::StringRef anchor = passes->getOpAnchorName();
  if (anchor != mlir::ModuleOp::getOperationName())
    return Error::at("pass-pipeline:1:1",
                     "expected a pipeline on 'builtin.module', found one on '" +
                         anchor.str() + "'");
  return PassPipeline(text);
}

namespace {
/// Calls `afterPass` of the options.
class Observer : public mlir::PassInstrumentation {
public:
  Observer(const PassPipelineOptions &options, bool &stopped)
      : options(options), stopped(stopped) {}

  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    // Lists of passes on nested ops are passes without a name themselves.
    if (pass->getArgument().empty() || stopped)
      return;
    std::string ir;
    llvm::raw_string_ostream stream(ir);
    op->print(stream);
    stopped = !options.afterPass(pass->getArgument().str(), ir + "\n");
    if (stopped)
      signalPassFailure(pass);
  }

private:
  const PassPipelineOptions &options;
  bool &stopped;
};
} // namespace

Expected<SourceModule>
PassPipeline::run(const SourceModule &module,
                  const PassPipelineOptions &options) const {
  if (Error error = DiagnosticCollector::checkRemarks(options.remarks))
    return error;
  std::lock_guard<std::recursive_mutex> lock(*module.source->mutex);
  std::string errors;
  mlir::FailureOr<mlir::OpPassManager> passes = ::parse(text, errors);
  if (mlir::failed(passes))
    return toError(text, errors);
  mlir::MLIRContext &context = *module.source->module.get()->getContext();
  mlir::PassManager manager(&context);
  static_cast<mlir::OpPassManager &>(manager) = std::move(*passes);
  bool stopped = false;
  if (options.afterPass)
    manager.addInstrumentation(std::make_unique<Observer>(options, stopped));

  std::shared_ptr<SourceModule::Source> result = module.source->clone();
  DiagnosticCollector diagnostics(context, result->file, options.remarks);
  bool succeeded = mlir::succeeded(manager.run(*result->module));
  if (options.report)
    for (const Diagnostic &diagnostic : diagnostics.takeDiagnostics())
      options.report(diagnostic);
  if (!succeeded)
    return diagnostics.takeError(stopped ? "stopped by the caller"
                                         : "a pass failed");
  return SourceModule(std::move(result));
}
