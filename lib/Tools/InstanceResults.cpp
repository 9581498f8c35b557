//===- InstanceResults.cpp - Results of many instances --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceResults.h"
#include "Outputs.h"
#include "Zyn/Support/Escape.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdio>
#include <cstring>

using namespace zyn::runtime;
using zyn::tools::RunOptions;

static ElementType getElementType(ValueKind kind) {
  switch (kind) {
  case ValueKind::I32:
    return ElementType::I32;
  case ValueKind::F32:
    return ElementType::F32;
  case ValueKind::F64:
    return ElementType::F64;
  case ValueKind::I64:
  case ValueKind::FuncRef:
  case ValueKind::ExternRef:
    break;
  }
  return ElementType::I64;
}

/// Returns an array with one row for each instance and the given columns.
static Expected<Array> createResults(const InstanceRun &run, size_t firstColumn,
                                     size_t numColumns) {
  ElementType type = getElementType(run.type.results[firstColumn]);
  int64_t rows = run.outcomes.size();
  Expected<Array> array =
      Array::create(type, {rows, static_cast<int64_t>(numColumns)});
  if (!array)
    return array;
  // The lowest bytes of each slot.
  auto *element = static_cast<char *>(array->begin());
  for (int64_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < numColumns; ++column) {
      std::memcpy(element, run.row(row) + firstColumn + column,
                  elementBytes(type));
      element += elementBytes(type);
    }
  return array;
}

/// Returns -1 for instances that have not ended, or trapped.
static Expected<Array> createExitCodes(const InstanceRun &run) {
  Expected<Array> array = Array::create(
      ElementType::I32, {static_cast<int64_t>(run.outcomes.size()), 1});
  if (!array)
    return array;
  auto *codes = static_cast<int32_t *>(array->begin());
  for (auto [i, outcome] : llvm::enumerate(run.outcomes)) {
    bool hasEnded = outcome.kind == InstanceOutcome::Returned ||
                    outcome.kind == InstanceOutcome::Exited;
    codes[i] = hasEnded ? static_cast<int32_t>(outcome.exitCode) : -1;
  }
  return array;
}

Error zyn::tools::checkResults(const CallType &type,
                               const RunOptions &options) {
  if (options.results.empty())
    return Error::success();
  if (!llvm::all_equal(type.results))
    return Error("--results needs results of the same type; '" +
                 (options.invoke.empty() ? "_start" : options.invoke) +
                 "' has the type " + type.str());
  return checkOutputs({options.results});
}

Error zyn::tools::writeResults(const InstanceRun &run,
                               const RunOptions &options) {
  size_t numColumns = run.type.results.size();
  Expected<Array> array =
      numColumns ? createResults(run, 0, numColumns) : createExitCodes(run);
  if (!array)
    return array.takeError();
  return writeNpy(options.results, array->type(), array->shape(),
                  array->begin());
}

static std::string countInstances(int64_t count) {
  return std::to_string(count) + (count == 1 ? " instance" : " instances");
}

/// "4 instances, the first is instance 12".
static std::string format(const InstanceSummary::Group &group) {
  return countInstances(group.count) + ", the first is instance " +
         std::to_string(group.first);
}

static void printSummary(const InstanceRun &run, const InstanceSummary &summary,
                         const InstanceModule &module) {
  std::printf("finished: %lld of %s\n",
              static_cast<long long>(summary.finished),
              countInstances(run.outcomes.size()).c_str());
  for (auto &[code, group] : summary.exits)
    std::printf("exit code %u: %s\n", code, format(group).c_str());
  for (auto &[kind, traps] : summary.traps) {
    zyn::Diagnostic place = describe(traps.trap, module);
    std::printf(
        "trapped: %s: %s, at %s in function '%s'\n", toText(kind),
        format(traps).c_str(), place.location.str().c_str(),
        zyn::escape(module.functions[traps.trap.function].name).c_str());
  }
  if (summary.unfinished)
    std::printf("unfinished: %s\n", countInstances(summary.unfinished).c_str());
  if (run.repeated)
    std::printf("runs repeated for lack of device memory or stack: %lld\n",
                static_cast<long long>(run.repeated));
  std::printf("time: %.3f ms, %.4g instances per second\n", run.seconds * 1e3,
              static_cast<double>(run.outcomes.size() - summary.unfinished) /
                  run.seconds);
}

Expected<int> zyn::tools::reportInstances(const InstanceRun &run,
                                          const InstanceModule &module,
                                          const RunOptions &options) {
  if (!options.noOutput) {
    std::vector<Array> columns;
    for (size_t i = 0; i < run.type.results.size(); ++i) {
      Expected<Array> array = createResults(run, i, 1);
      if (!array)
        return array.takeError();
      columns.push_back(std::move(*array));
    }
    // Files of -o are for arrays.
    RunOptions printed = options;
    printed.outputs.clear();
    if (Error error = writeOutputs(printed, columns))
      return error;
  }
  InstanceSummary summary = summarize(run);
  printSummary(run, summary, module);
  bool isSuccess =
      summary.finished == static_cast<int64_t>(run.outcomes.size()) &&
      summary.exits.empty();
  return isSuccess ? 0 : 1;
}
