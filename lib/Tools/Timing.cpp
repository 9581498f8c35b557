//===- Timing.cpp - Repeats and times runs --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Timing.h"
#include "Run.h"
#include "Watchdog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdio>

using zyn::runtime::Context;
using zyn::runtime::EmulatorStatistics;
using zyn::runtime::Error;
using zyn::runtime::Event;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;

using Run = llvm::function_ref<Error()>;

/// Returns the mean time of a series of calls, including the gaps between them.
/// If the device was idle or used by another process, the first ones take
/// longer, so an eighth of a series precedes it untimed.
static Expected<double> timeSeries(Context &context, int64_t calls, Run run) {
  auto repeat = [&](int64_t count) -> Error {
    for (int64_t i = 0; i < count; ++i)
      if (Error error = run())
        return error;
    return Error::success();
  };
  Expected<Event> start = context.createEvent(), stop = context.createEvent();
  if (!start || !stop)
    return start ? stop.takeError() : start.takeError();
  if (Error error = repeat(calls / 8 + 1))
    return error;
  if (Error error = context.record(*start))
    return error;
  if (Error error = repeat(calls))
    return error;
  if (Error error = context.record(*stop))
    return error;
  Expected<double> time = context.elapsedMilliseconds(*start, *stop);
  if (!time)
    return time;
  return *time / static_cast<double>(calls);
}

void zyn::tools::printDevice(const Context &context) {
  std::printf("device: %s, %s", context.device().label().c_str(),
              context.device().name.c_str());
  if (!context.isAsynchronous())
    std::printf(", %u thread%s", context.threadCount(),
                context.threadCount() == 1 ? "" : "s");
  std::printf("\n");
}

static void printTimes(std::vector<double> times) {
  llvm::sort(times);
  size_t count = times.size();
  double median = zyn::runtime::median(times);
  std::printf("time: median %.*f ms, min %.*f ms, max %.*f ms, %zu run%s\n",
              median < 0.1 ? 5 : 3, median, median < 0.1 ? 5 : 3, times.front(),
              median < 0.1 ? 5 : 3, times.back(), count, count == 1 ? "" : "s");
}

static void printSteps(const EmulatorStatistics &before,
                       const EmulatorStatistics &after, int64_t runs) {
  uint64_t steps = after.steps - before.steps;
  double seconds = after.seconds - before.seconds;
  std::printf("thread-steps: %llu per run, %.4g million per second\n",
              static_cast<unsigned long long>(steps / runs),
              steps / seconds / 1e6);
}

Error zyn::tools::repeatRuns(Context &context, const RunOptions &options,
                             Run run, Run given) {
  Watchdog watchdog(context, options);
  auto prepare = [&]() -> Error { return given ? given() : Error::success(); };
  if (!options.time) {
    for (int64_t i = 0; i < options.runs(); ++i) {
      if (Error error = prepare())
        return error;
      if (Error error = run())
        return error;
    }
    return context.synchronize();
  }
  if (Error error =
          runtime::warmUp(context, runtime::warmUpMilliseconds, run, prepare))
    return error;
  EmulatorStatistics before = context.emulatorStatistics();
  Expected<std::vector<double>> times =
      runtime::timeRuns(context, options.runs(), run, prepare);
  if (!times)
    return times.takeError();
  if (Error error = context.synchronize())
    return error;
  printDevice(context);
  printTimes(std::move(*times));
  EmulatorStatistics after = context.emulatorStatistics();
  if (after.steps > before.steps)
    printSteps(before, after, options.runs());
  return Error::success();
}

Error zyn::tools::timeInLockstep(Context &context, const RunOptions &options,
                                 Run run, int64_t runsPerCall) {
  Watchdog watchdog(context, options);
  int64_t calls = llvm::divideCeil(options.runs(), runsPerCall);
  if (Error error = runtime::warmUp(context, runtime::warmUpMilliseconds, run))
    return error;
  printDevice(context);
  std::fflush(stdout);
  for (int c; (c = std::getchar()) != EOF;) {
    if (c != '\n')
      continue;
    Expected<double> time = timeSeries(context, calls, run);
    if (!time)
      return time.takeError();
    std::printf("time: mean %.6f ms, %lld runs\n",
                *time / static_cast<double>(runsPerCall),
                static_cast<long long>(calls * runsPerCall));
    std::fflush(stdout);
  }
  return context.synchronize();
}
