//===- ProgramReport.cpp - Reports about runs of programs -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledProgram.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::Diagnostic;
namespace json = llvm::json;

/// The instances whose lanes execute in step on a GPU.
static constexpr size_t warpSize = 32;

PhaseStatistics::PhaseStatistics(std::string name,
                                 const std::vector<int64_t> &counts)
    : name(std::move(name)), instances(static_cast<int64_t>(counts.size())) {
  if (counts.empty())
    return;
  fewest = *std::min_element(counts.begin(), counts.end());
  for (size_t first = 0; first < counts.size(); first += warpSize) {
    size_t last = std::min(first + warpSize, counts.size());
    int64_t longest = 0;
    for (size_t i = first; i < last; ++i) {
      executed += counts[i];
      longest = std::max(longest, counts[i]);
    }
    laneSteps += longest * static_cast<int64_t>(last - first);
    most = std::max(most, longest);
  }
}

int64_t ProgramRun::getExecuted() const {
  int64_t executed = 0;
  for (const PhaseStatistics &phase : statistics)
    executed += phase.executed;
  return executed;
}

static const char *nameOf(mlir::zyn::VMEngine engine) {
  switch (engine) {
  case mlir::zyn::VMEngine::AheadOfTime:
    return "aot";
  case mlir::zyn::VMEngine::Interpreter:
    return "interpreter";
  case mlir::zyn::VMEngine::Epochs:
    return "epochs";
  }
  return "";
}

static json::Object describe(const PhaseStatistics &phase) {
  return json::Object{{"name", mlir::vm::escape(phase.name)},
                      {"instances", phase.instances},
                      {"executed", phase.executed},
                      {"fewest", phase.fewest},
                      {"most", phase.most},
                      {"divergence", phase.divergence()}};
}

static json::Object describe(const Diagnostic &trap) {
  return json::Object{{"file", trap.location.file},
                      {"line", trap.location.line},
                      {"column", trap.location.column},
                      {"message", trap.message}};
}

json::Object ProgramRun::createReport() const {
  json::Array phaseReports, trapReports;
  for (const PhaseStatistics &phase : statistics)
    phaseReports.push_back(describe(phase));
  for (const Diagnostic &trap : traps)
    trapReports.push_back(describe(trap));
  json::Object report = mlir::vm::createReport(program.executable());
  report["run"] = json::Object{{"device", memory.getContext().device().label()},
                               {"engine", nameOf(program.engine())},
                               {"seconds", seconds},
                               {"executed", getExecuted()},
                               {"phases", std::move(phaseReports)},
                               {"traps", std::move(trapReports)}};
  return report;
}
