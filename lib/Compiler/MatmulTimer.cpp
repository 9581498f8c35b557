//===- MatmulTimer.cpp - Times candidates on a device ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/ArrayFill.h"
#include "Zyn/Compiler/Tuning.h"
#include "Zyn/Runtime/Timing.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;

/// A kernel that needs more power lowers the clock rate after a while.
static constexpr double warmUpMilliseconds = 200;
/// The desired time of a measurement, and the limits of its number of runs.
static constexpr double measuredMilliseconds = 50;
static constexpr int64_t minRuns = 5, maxRuns = 200;

/// Creates arguments with random elements. Zeros would take less power, and
/// therefore less time.
static Expected<std::vector<Argument>> createArguments(Context &context,
                                                       const Signature &type) {
  std::vector<Argument> arguments;
  for (auto [i, argument] : llvm::enumerate(type.arguments)) {
    Expected<Array> array = Array::create(argument.element, argument.shape);
    if (!array)
      return array.takeError();
    if (Error error = fillRandom(*array, /*seed=*/0, i, context))
      return error;
    arguments.push_back(std::move(*array));
  }
  return arguments;
}

/// Returns the median time of a call.
static Expected<double> timeCalls(Context &context,
                                  const CompiledFunction &function,
                                  const std::vector<Argument> &arguments) {
  Expected<FunctionCall> call = function.bind(context, arguments);
  if (!call)
    return call.takeError();
  auto run = [&] { return call->run(); };
  if (Error error = zyn::runtime::warmUp(context, warmUpMilliseconds, run))
    return error;
  Expected<std::vector<double>> times =
      zyn::runtime::timeRuns(context, minRuns, run);
  if (!times)
    return times.takeError();
  double estimate = std::max(zyn::runtime::median(*times), 1e-3);
  times = zyn::runtime::timeRuns(
      context,
      std::clamp<int64_t>(measuredMilliseconds / estimate, minRuns, maxRuns),
      run);
  if (!times)
    return times.takeError();
  return zyn::runtime::median(*times);
}

Expected<std::vector<double>>
DeviceTimer::time(const std::vector<CompiledFunction> &candidates) {
  std::vector<double> result(candidates.size());
  if (candidates.empty())
    return result;
  Expected<std::vector<Argument>> arguments =
      createArguments(context, candidates.front().signature());
  if (!arguments)
    return arguments.takeError();
  // Twice, in opposite orders, since clock rates may fall over time.
  for (bool isSecond : {false, true})
    for (size_t i = 0; i < candidates.size(); ++i) {
      size_t number = isSecond ? candidates.size() - 1 - i : i;
      Expected<double> time =
          timeCalls(context, candidates[number], *arguments);
      if (!time)
        return time.takeError();
      result[number] = isSecond ? std::min(result[number], *time) : *time;
    }
  return result;
}
