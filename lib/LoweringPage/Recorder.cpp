//===- Recorder.cpp - Records passes as the stages of a page --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "Stage.h"
#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/LoweringPage/LoweringPage.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using llvm::StringRef;
using mlir::ModuleOp;

struct LoweringRecorder::Recording {
  std::string text, file;
  Lowering lowering;
};

/// Records stages during the runs of a pass manager, which owns it.
class LoweringRecorder::Instrumentation : public mlir::PassInstrumentation {
public:
  Instrumentation(std::shared_ptr<Recording> recording,
                  mlir::MLIRContext &context)
      : recording(std::move(recording)),
        diagnostics(context, this->recording->file, ".*",
                    DiagnosticCollector::Printing::Before) {}
  ~Instrumentation() override {
    recording->lowering.diagnostics = diagnostics.takeDiagnostics();
    if (ptx)
      recording->lowering.stages.push_back(*std::move(ptx));
  }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  std::shared_ptr<Recording> recording;
  DiagnosticCollector diagnostics;
  /// The module as it was after the last pass that changed it.
  std::string last;
  /// The PTX that it contains.
  std::optional<Stage> ptx;
};

/// Returns the module that a pass has run on, or null if it is an op within
/// one.
static ModuleOp getRoot(mlir::Operation *op) {
  return op->getParentOp() ? nullptr : llvm::dyn_cast<ModuleOp>(op);
}

/// Returns the name of a pass or, for a list of passes on nested ops, the first
/// and the last of them: "gpu.module(canonicalize … cse)".
static std::string getName(mlir::Pass &pass) {
  if (!pass.getArgument().empty())
    return pass.getArgument().str();
  std::string text, names;
  llvm::raw_string_ostream stream(text);
  pass.printAsTextualPipeline(stream);
  // Without their options.
  int depth = 0;
  for (char c : text) {
    depth += c == '{';
    if (depth == 0)
      names += c;
    depth -= c == '}';
  }
  auto [first, rest] = StringRef(names).split(',');
  if (rest.empty())
    return names;
  size_t comma = rest.rfind(',');
  return (first + " … " + rest.substr(comma + 1)).str();
}

void LoweringRecorder::Instrumentation::runBeforePass(mlir::Pass *,
                                                      mlir::Operation *op) {
  ModuleOp module = getRoot(op);
  Lowering &lowering = recording->lowering;
  if (!module || !lowering.stages.empty())
    return;
  Stage printed = recordStage(module, "source", lowering.places);
  last = printed.text;
  // Bytecode is none.
  if (llvm::json::isUTF8(recording->text))
    lowering.stages.push_back(recordSource(module, recording->text,
                                           recording->file, lowering.places));
  else
    lowering.stages.push_back(std::move(printed));
}

void LoweringRecorder::Instrumentation::runAfterPass(mlir::Pass *pass,
                                                     mlir::Operation *op) {
  ModuleOp module = getRoot(op);
  if (!module)
    return;
  Lowering &lowering = recording->lowering;
  Stage stage = recordStage(module, getName(*pass), lowering.places);
  if (stage.text == last)
    return;
  last = stage.text;
  lowering.stages.push_back(std::move(stage));
  ptx = recordPTX(module, lowering.places);
}

void LoweringRecorder::Instrumentation::runAfterPassFailed(
    mlir::Pass *pass, mlir::Operation *op) {
  Lowering &lowering = recording->lowering;
  if (!getRoot(op) || lowering.error)
    return;
  lowering.failedStage = getName(*pass);
  lowering.error = diagnostics.takeError("a pass failed");
}

LoweringRecorder::LoweringRecorder(std::string text, std::string file)
    : recording(std::make_shared<Recording>()) {
  recording->text = std::move(text);
  recording->file = std::move(file);
}

LoweringRecorder::~LoweringRecorder() = default;

void LoweringRecorder::attach(mlir::PassManager &passes) {
  passes.addInstrumentation(
      std::make_unique<Instrumentation>(recording, *passes.getContext()));
}

std::optional<std::string> LoweringRecorder::page() const {
  Lowering &lowering = recording->lowering;
  if (lowering.stages.empty())
    return std::nullopt;
  PageHeading heading;
  heading.title = recording->file == "-" ? "Lowering" : recording->file;
  return formatPage(lowering, heading);
}
