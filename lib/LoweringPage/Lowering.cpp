//===- Lowering.cpp - Lowers a module in stages ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "Stage.h"
#include "Zyn/Compiler/ModuleEdit.h"
#include "Zyn/Compiler/PassPipeline.h"
#include "Zyn/LoweringPage/LoweringPage.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace zyn::compiler;
using llvm::StringRef;
using zyn::runtime::Error;
using zyn::runtime::Expected;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

namespace {
/// A pipeline that is a stage, for modules that contain a kind of op or, if
/// `op` is empty, for others.
struct StagePipeline {
  StringRef op, device, name;
  bool hasChip = false, hasFeatures = false;
};
constexpr StagePipeline stagePipelines[] = {
    {"", "cuda", "zyn-bufferize"},
    {"", "cuda", "zyn-to-kernel", true},
    {"", "cuda", "zyn-to-gpu", true},
    {"", "cuda", "zyn-to-nvvm", true, true},
    {"", "emulate", "zyn-bufferize"},
    {"", "emulate", "zyn-to-kernel", true},
    {"", "emulate", "zyn-to-emulator", true},
    {"", "cpu", "zyn-to-llvm"},
    {"vm.program", "cuda", "vm-optimize"},
    {"vm.program", "cuda", "vm-to-nvvm", true, true},
    {"vm.program", "emulate", "vm-optimize"},
    {"vm.program", "emulate", "vm-to-emulator", true},
    {"vm.program", "cpu", "vm-optimize"},
    {"vm.program", "cpu", "vm-to-llvm"},
    {"instance.export", "cuda", "instance-to-nvvm", true, true},
    {"instance.export", "emulate", "instance-to-emulator", true},
    {"instance.export", "cpu", "instance-to-llvm"},
};
} // namespace

/// Returns a pipeline in the syntax of `PassPipeline::parse`.
static std::string format(const StagePipeline &pipeline,
                          const LoweringPageOptions &options) {
  std::string words;
  if (pipeline.hasChip && !options.chip.empty())
    words += " chip=" + options.chip;
  if (pipeline.hasFeatures && !options.features.empty())
    words += " features=" + options.features;
  std::string text = "builtin.module(" + pipeline.name.str();
  if (!words.empty())
    text += "{" + words.substr(1) + "}";
  return text + ")";
}

/// Returns the op that the pipelines for a module are listed with.
static StringRef findKind(const SourceModule &module) {
  StringRef kind;
  module.visit([&](mlir::ModuleOp root) {
    for (mlir::Operation &op : root.getOps())
      for (const StagePipeline &pipeline : stagePipelines)
        if (op.getName().getStringRef() == pipeline.op)
          kind = pipeline.op;
  });
  return kind;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Returns a module with a function alone, and what it uses.
static Expected<SourceModule> select(const SourceModule &module,
                                     const std::string &entry) {
  SourceModule copy = module.copy();
  std::vector<mlir::Operation *> others;
  std::string names;
  bool isFound = false;
  copy.visit([&](mlir::ModuleOp root) {
    for (auto function : root.getOps<mlir::func::FuncOp>()) {
      names += (names.empty() ? "'" : ", '") + function.getName().str() + "'";
      if (function.getName() == entry)
        isFound = true;
      else
        others.push_back(function);
    }
  });
  if (!isFound)
    return Error(
        "no function '" + entry + "' to show; " +
        (names.empty() ? "the module has none" : "the functions are " + names));
  ModuleEditor editor(copy);
  for (mlir::Operation *other : others)
    if (Error error =
            editor.setAttribute(other, "sym_visibility", "\"private\""))
      return error;
  Expected<PassPipeline> pipeline =
      PassPipeline::parse("builtin.module(symbol-dce)");
  if (!pipeline)
    return pipeline.takeError();
  return pipeline->run(copy);
}

static std::string getFile(const SourceModule &module) {
  std::string file;
  module.visit([&](mlir::ModuleOp root) {
    file = module.locate(mlir::UnknownLoc::get(root.getContext())).file;
  });
  return file;
}

/// Returns the text of the file that a module was parsed from, or nothing if it
/// is another one by now.
static std::optional<std::string> readUnchanged(const SourceModule &module,
                                                const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return std::nullopt;
  std::string text = (*buffer)->getBuffer().str();
  Expected<SourceModule> parsed = SourceModule::parse(text, file);
  if (!parsed || parsed->str() != module.str())
    return std::nullopt;
  return text;
}

static Stage makeSourceStage(const SourceModule &module,
                             const std::optional<std::string> &given,
                             const std::string &file, SourcePlaces &places) {
  std::optional<std::string> text = given ? given : readUnchanged(module, file);
  // Bytecode is none.
  bool isText = text && llvm::json::isUTF8(*text);
  Stage stage;
  module.visit([&](mlir::ModuleOp root) {
    stage = isText ? recordSource(root, *text, file, places)
                   : recordStage(root, "source", places);
  });
  return stage;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Runs a pipeline on a module.
static Expected<SourceModule>
run(const std::string &text, const SourceModule &module, Lowering &lowering) {
  Expected<PassPipeline> pipeline = PassPipeline::parse(text);
  if (!pipeline)
    return pipeline.takeError();
  PassPipelineOptions options;
  options.remarks = ".*";
  std::vector<zyn::Diagnostic> reported;
  options.report = [&](const zyn::Diagnostic &diagnostic) {
    reported.push_back(diagnostic);
  };
  Expected<SourceModule> result = pipeline->run(module, options);
  // A later stage repeats those of the one before, unless it fails early.
  if (!reported.empty() || result)
    lowering.diagnostics = std::move(reported);
  return result;
}

/// Adds the stage "PTX" if `lowered` has kernels.
static Error addPTX(const SourceModule &lowered, Lowering &lowering) {
  // The directives only add lines to the PTX, and change none.
  Expected<PassPipeline> pipeline = PassPipeline::parse(
      "builtin.module(ensure-debug-info-scope-on-llvm-func{emission-kind="
      "DebugDirectivesOnly},convert-nvvm-to-ptx)");
  if (!pipeline)
    return pipeline.takeError();
  Expected<SourceModule> translated = pipeline->run(lowered);
  if (!translated)
    return translated.takeError();
  translated->visit([&](mlir::ModuleOp root) {
    if (std::optional<Stage> stage = recordPTX(root, lowering.places))
      lowering.stages.push_back(*std::move(stage));
  });
  return Error::success();
}

/// Adds the stages for a device. Each pipeline starts from the module.
static Error lower(const SourceModule &module, StringRef kind,
                   const LoweringPageOptions &options, Lowering &lowering) {
  std::optional<SourceModule> last;
  for (const StagePipeline &pipeline : stagePipelines) {
    if (pipeline.op != kind || pipeline.device != options.device)
      continue;
    lowering.failedStage = pipeline.name.str();
    Expected<SourceModule> lowered =
        run(format(pipeline, options), module, lowering);
    if (!lowered)
      return lowered.takeError();
    lowered->visit([&](mlir::ModuleOp root) {
      lowering.stages.push_back(
          recordStage(root, pipeline.name, lowering.places));
    });
    last = *std::move(lowered);
  }
  if (!last || options.device != "cuda")
    return Error::success();
  lowering.failedStage = "PTX";
  return addPTX(*last, lowering);
}

Expected<LoweringPage>
zyn::compiler::showLowering(const SourceModule &module,
                            const LoweringPageOptions &options) {
  StringRef device = options.device;
  if (!llvm::is_contained({"cuda", "emulate", "cpu"}, device))
    return Error("unknown device '" + options.device +
                 "': expected cuda, cpu or emulate");
  std::optional<SourceModule> shown = module;
  if (!options.entry.empty()) {
    Expected<SourceModule> selected = select(module, options.entry);
    if (!selected)
      return selected.takeError();
    shown = *std::move(selected);
  }
  Lowering lowering;
  std::string file = getFile(module);
  lowering.stages.push_back(
      makeSourceStage(module, options.source, file, lowering.places));
  lowering.error = lower(*shown, findKind(*shown), options, lowering);

  PageHeading heading;
  heading.title = options.title;
  if (heading.title.empty())
    heading.title = file == "-" ? "Lowering" : file;
  if (!options.entry.empty())
    heading.facts.push_back("function " + options.entry);
  heading.facts.push_back("device " + options.device);
  if (device == "cuda")
    heading.facts.push_back("chip " +
                            (options.chip.empty() ? "sm_80" : options.chip));
  LoweringPage page;
  page.html = formatPage(lowering, heading);
  page.failure = std::move(lowering.error);
  return page;
}
