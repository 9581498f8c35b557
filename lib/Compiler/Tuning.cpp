//===- Tuning.cpp - Measures the tiles of matmuls -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Tuning.h"

#include "MatmulProblems.h"
#include "SourceModuleCode.h"
#include "TileCache.h"
#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/Conversion/ZynToKernel/MatmulCandidates.h"
#include "Zyn/Support/ParallelFor.h"
#include "Zyn/Target/Target.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace zyn::compiler;
using mlir::zyn::MatmulOp;
using mlir::zyn::TileAttr;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Device;
using zyn::runtime::Error;
using zyn::runtime::Expected;

/// Of tiles whose times differ by less, the model's order decides.
static constexpr double measuringError = 0.01;

namespace {
/// The measurements of a matmul. Matmuls with the same program share them.
struct Measurement {
  const MatmulProblem *problem;
  std::vector<std::string> names;
  std::vector<double> milliseconds;
  bool isFromCache = false;
  std::string failure;
};

/// Reports how much of the work is done.
class Progress {
public:
  Progress(const std::function<void(size_t, size_t)> &report, size_t total)
      : report(report), total(total) {}

  void add(size_t steps) {
    if (!report)
      return;
    std::lock_guard<std::mutex> lock(mutex);
    done += steps;
    report(done, total);
  }

private:
  const std::function<void(size_t, size_t)> &report;
  const size_t total;
  std::mutex mutex;
  size_t done = 0;
};
} // namespace

namespace zyn::compiler {
/// Tunes the matmuls of a module.
class Tuner {
public:
  Tuner(SourceModule &module, const Device &device, CandidateTimer &timer,
        const TuneOptions &options)
      : source(*module.source), device(device), timer(timer), options(options) {
  }

  Expected<std::vector<Diagnostic>> run(const std::vector<Argument> &arguments);
  std::vector<Diagnostic> reportNoEffect() const;

private:
  Expected<std::vector<MatmulProblem>>
  findProblems(const std::vector<Argument> &arguments,
               const std::string &chip) const;
  void measure(std::vector<Measurement *> measurements,
               const std::string &chip) const;
  void apply(const MatmulProblem &problem, const Measurement &measurement,
             MatmulOp op) const;

  SourceModule::Source &source;
  const Device &device;
  CandidateTimer &timer;
  const TuneOptions &options;
};
} // namespace zyn::compiler

Expected<std::vector<MatmulProblem>>
Tuner::findProblems(const std::vector<Argument> &arguments,
                    const std::string &chip) const {
  mlir::OwningOpRef<mlir::ModuleOp> copy(source.module->clone());
  Expected<mlir::func::FuncOp> function =
      source.chooseFunction(*copy, options.compile.entry);
  if (!function)
    return function.takeError();
  Expected<Signature> signature = readSignature(*function, source.file);
  if (!signature)
    return signature.takeError();
  std::vector<Argument> converted = arguments;
  if (Error error = convertArguments(*signature, converted))
    return error;
  DiagnosticCollector diagnostics(*copy->getContext(), source.file);
  mlir::FailureOr<std::vector<MatmulProblem>> problems =
      findMatmulProblems(*function, converted, chip, options.candidates);
  if (mlir::failed(problems))
    return diagnostics.takeError("cannot compile '" + signature->name + "'");
  return std::move(*problems);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Compiles programs on several threads, each in a context of its own.
static std::vector<Expected<CompiledFunction>>
compileAll(llvm::ArrayRef<const std::string *> programs, const Device &device,
           const CompileOptions &options, Progress &progress) {
  initializeTargets();
  std::vector<Expected<CompiledFunction>> functions;
  for (size_t i = 0; i < programs.size(); ++i)
    functions.emplace_back(Error("not compiled"));
  zyn::parallelFor(programs.size(), [&](size_t i) {
    Expected<SourceModule> module = SourceModule::parse(*programs[i]);
    functions[i] = module ? module->compile(device, options)
                          : Expected<CompiledFunction>(module.takeError());
    progress.add(1);
  });
  return functions;
}

void Tuner::measure(std::vector<Measurement *> measurements,
                    const std::string &chip) const {
  llvm::SmallVector<const std::string *> programs;
  for (Measurement *measurement : measurements)
    for (const std::string &program : measurement->problem->candidates)
      programs.push_back(&program);
  CompileOptions compile;
  compile.target = options.compile.target;
  compile.target.chip = chip;
  Progress progress(options.progress, 2 * programs.size());
  progress.add(0);
  std::vector<Expected<CompiledFunction>> functions =
      compileAll(programs, device, compile, progress);
  auto next = functions.begin();
  for (Measurement *measurement : measurements) {
    std::vector<CompiledFunction> candidates;
    for (size_t i = 0; i < measurement->names.size(); ++i, ++next) {
      if (*next)
        candidates.push_back(**next);
      else
        measurement->failure = next->takeError().message();
    }
    if (measurement->failure.empty()) {
      Expected<std::vector<double>> times = timer.time(candidates);
      if (times)
        measurement->milliseconds = std::move(*times);
      else
        measurement->failure = times.takeError().message();
    }
    progress.add(measurement->names.size());
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static mlir::remark::RemarkOpts tuningRemark() {
  return mlir::remark::RemarkOpts::name("MatmulTuning").category("schedule");
}

static void reportObstacle(MatmulOp op, const std::string &why) {
  mlir::remark::missed(op.getLoc(), tuningRemark())
      << mlir::remark::reason("the matmul is not tuned: {0}", why);
}

void Tuner::apply(const MatmulProblem &problem, const Measurement &measurement,
                  MatmulOp op) const {
  if (!measurement.failure.empty())
    return reportObstacle(op, measurement.failure);
  const std::vector<double> &times = measurement.milliseconds;
  double least = *llvm::min_element(times);
  size_t best = llvm::find_if(times,
                              [&](double time) {
                                return time <= least * (1 + measuringError);
                              }) -
                times.begin();
  std::string list;
  for (auto [name, time] : llvm::zip(measurement.names, times))
    list +=
        llvm::formatv("{0}{1} {2:f4} ms", list.empty() ? "" : ", ", name, time);
  op->setAttr(mlir::zyn::kTileAttrName, problem.tiles[best]);
  mlir::remark::passed(op.getLoc(), tuningRemark()) << mlir::remark::reason(
      "{0} uses tiles of {1}: {2} on {3}: {4}", problem.title,
      measurement.names[best],
      measurement.isFromCache ? "from the cache, measured" : "measured",
      device.name, list);
}

std::vector<Diagnostic> Tuner::reportNoEffect() const {
  return {{Severity::Remark,
           {source.file},
           "tuning has no effect on '" + device.label() +
               "': tiles of matmuls are measured on a CUDA device",
           {}}};
}

Expected<std::vector<Diagnostic>>
Tuner::run(const std::vector<Argument> &arguments) {
  TargetOptions target = options.compile.target;
  if (Error error = getTarget(device.kind).setDefaults(device, target))
    return error;
  std::lock_guard<std::recursive_mutex> lock(*source.mutex);
  Expected<std::vector<MatmulProblem>> problems =
      findProblems(arguments, target.chip);
  if (!problems)
    return problems.takeError();

  TileCache cache(options.cacheFolder, device, target.chip);
  llvm::StringMap<Measurement> measurements;
  std::vector<Measurement *> missing;
  for (const MatmulProblem &problem : *problems) {
    // There must be a choice.
    if (!problem.obstacle.empty() || problem.tiles.size() < 2)
      continue;
    auto [entry, isNew] = measurements.try_emplace(problem.program);
    if (!isNew)
      continue;
    Measurement &measurement = entry->second;
    measurement.problem = &problem;
    for (TileAttr tile : problem.tiles)
      measurement.names.push_back(mlir::zyn::toText(tile));
    if (auto times = cache.read(problem.program, measurement.names)) {
      measurement.milliseconds = std::move(*times);
      measurement.isFromCache = true;
    } else {
      missing.push_back(&measurement);
    }
  }
  if (!missing.empty())
    measure(missing, target.chip);
  for (Measurement *measurement : missing)
    if (measurement->failure.empty())
      cache.write(measurement->problem->program, measurement->names,
                  measurement->milliseconds);

  DiagnosticCollector diagnostics(*source.module->getContext(), source.file,
                                  options.compile.remarks);
  llvm::SmallVector<MatmulOp> ops;
  source.module->walk([&](MatmulOp op) { ops.push_back(op); });
  for (const MatmulProblem &problem : *problems) {
    MatmulOp op = ops[problem.number];
    if (!problem.obstacle.empty())
      reportObstacle(op, problem.obstacle);
    else if (problem.tiles.size() < 2)
      reportObstacle(op, "there is only one tile for it");
    else
      apply(problem, measurements[problem.program], op);
  }
  return diagnostics.takeDiagnostics();
}

Expected<std::vector<Diagnostic>> zyn::compiler::tune(
    SourceModule &module, const Device &device, CandidateTimer &timer,
    const std::vector<Argument> &arguments, const TuneOptions &options) {
  Tuner tuner(module, device, timer, options);
  return getTarget(device.kind).hasMeasurableTiles() ? tuner.run(arguments)
                                                     : tuner.reportNoEffect();
}
