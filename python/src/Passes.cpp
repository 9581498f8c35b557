//===- Passes.cpp - Passes and pipelines in Python ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Diagnostics.h"
#include "IR.h"

#include <map>

namespace py = pybind11;
using namespace zyn::python;

static Shared<ZynPipelineRef> parse(const std::string &text) {
  ZynPipelineRef pipeline;
  check(zynPipelineParse(toRef(text), &pipeline));
  return {pipeline, zynPipelineDestroy};
}

namespace {
/// What the callbacks of a run use.
struct Run {
  py::object afterPass;
  /// The exception that the Python function has raised.
  std::optional<py::error_already_set> failure;
  std::vector<Diagnostic> diagnostics;
};
} // namespace

static bool callAfterPass(ZynStringRef pass, ZynStringRef ir, void *userData) {
  auto *run = static_cast<Run *>(userData);
  py::gil_scoped_acquire locked;
  try {
    run->afterPass(toString(pass), toString(ir));
    return true;
  } catch (py::error_already_set &failure) {
    run->failure.emplace(failure);
    return false;
  }
}

/// Appends warnings and remarks to `diagnostics`, even if the run fails.
static Module runPipeline(const std::string &text, const Module &module,
                          const std::string &remarks, py::object afterPass,
                          py::list diagnostics) {
  Shared<ZynPipelineRef> pipeline = parse(text);
  Run run{std::move(afterPass), {}, {}};
  ZynPipelineCallbacks callbacks = {};
  if (!run.afterPass.is_none())
    callbacks.afterPass = callAfterPass;
  callbacks.diagnostic = [](ZynDiagnosticRef diagnostic, void *userData) {
    static_cast<Run *>(userData)->diagnostics.emplace_back(diagnostic);
  };
  callbacks.userData = &run;
  ZynModuleRef result = nullptr;
  ZynErrorRef error;
  {
    Unlocked unlocked;
    error = zynPipelineRun(pipeline.get(), module.handle.get(), toRef(remarks),
                           &callbacks, &result);
  }
  for (Diagnostic &diagnostic : run.diagnostics)
    diagnostics.append(std::move(diagnostic));
  if (run.failure) {
    // The run failed because of it.
    zynErrorDestroy(error);
    throw *run.failure;
  }
  check(error);
  return Module(result);
}

// Exceptions of Python must not pass through functions of the C interface, so
// that the callbacks only collect.

/// Returns a list of (name, description, {option: description}).
static py::list listPasses() {
  struct Pass {
    std::string name, description;
    std::map<std::string, std::string> options;
  };
  std::vector<Pass> collected;
  zynForEachPass(
      [](ZynStringRef name, ZynStringRef description,
         const ZynPassOption *options, size_t numOptions, void *userData) {
        Pass pass{toString(name), toString(description), {}};
        for (size_t i = 0; i < numOptions; ++i)
          pass.options.emplace(toString(options[i].name),
                               toString(options[i].description));
        static_cast<std::vector<Pass> *>(userData)->push_back(std::move(pass));
      },
      &collected);
  py::list passes;
  for (const Pass &pass : collected)
    passes.append(py::make_tuple(pass.name, pass.description, pass.options));
  return passes;
}

/// Returns a list of (name, description).
static std::vector<std::pair<std::string, std::string>> listPipelines() {
  std::vector<std::pair<std::string, std::string>> pipelines;
  zynForEachPipeline(
      [](ZynStringRef name, ZynStringRef description, void *userData) {
        static_cast<decltype(pipelines) *>(userData)->emplace_back(
            toString(name), toString(description));
      },
      &pipelines);
  return pipelines;
}

/// Returns a list of (name, [op]).
static std::vector<std::pair<std::string, std::vector<std::string>>>
listDialects() {
  std::vector<std::pair<std::string, std::vector<std::string>>> dialects;
  zynForEachDialect(
      [](ZynStringRef name, const ZynStringRef *ops, size_t numOps,
         void *userData) {
        auto &all = *static_cast<decltype(dialects) *>(userData);
        auto &names =
            all.emplace_back(toString(name), std::vector<std::string>()).second;
        for (size_t i = 0; i < numOps; ++i)
          names.push_back(toString(ops[i]));
      },
      &dialects);
  return dialects;
}

void zyn::python::bindPasses(py::module_ &module) {
  module.def("check_pipeline", [](const std::string &text) { parse(text); });
  module.def("run_pipeline", &runPipeline);
  module.def("list_passes", &listPasses);
  module.def("list_pipelines", &listPipelines);
  module.def("list_dialects", &listDialects);
}
