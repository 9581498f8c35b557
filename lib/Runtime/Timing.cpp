//===- Timing.cpp - Times of runs on a device -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Timing.h"

#include <algorithm>
#include <chrono>

using namespace zyn::runtime;
using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

static Error runPrepared(const QueueRun &run, const QueueRun &prepare) {
  if (prepare)
    if (Error error = prepare())
      return error;
  return run();
}

Error zyn::runtime::warmUp(Context &context, double milliseconds,
                           const QueueRun &run, const QueueRun &prepare) {
  Clock::time_point start = Clock::now();
  do {
    if (Error error = runPrepared(run, prepare))
      return error;
    if (Error error = context.synchronize())
      return error;
  } while (millisecondsSince(start) < milliseconds);
  return Error::success();
}

static Expected<std::vector<double>>
timeOnHost(int64_t runs, const QueueRun &run, const QueueRun &prepare) {
  std::vector<double> times;
  for (int64_t i = 0; i < runs; ++i) {
    if (prepare)
      if (Error error = prepare())
        return error;
    Clock::time_point start = Clock::now();
    if (Error error = run())
      return error;
    times.push_back(millisecondsSince(start));
  }
  return times;
}

static Expected<std::vector<double>> timeOnDevice(Context &context,
                                                  int64_t runs,
                                                  const QueueRun &run,
                                                  const QueueRun &prepare) {
  std::vector<Event> events;
  auto mark = [&]() -> Error {
    Expected<Event> event = context.createEvent();
    if (!event)
      return event.takeError();
    events.push_back(std::move(*event));
    return context.record(events.back());
  };
  for (int64_t i = 0; i < runs; ++i) {
    if (prepare)
      if (Error error = prepare())
        return error;
    if (Error error = mark())
      return error;
    if (Error error = run())
      return error;
    if (Error error = mark())
      return error;
  }
  std::vector<double> times;
  for (size_t i = 0; i < events.size(); i += 2) {
    Expected<double> time =
        context.elapsedMilliseconds(events[i], events[i + 1]);
    if (!time)
      return time.takeError();
    times.push_back(*time);
  }
  return times;
}

Expected<std::vector<double>> zyn::runtime::timeRuns(Context &context,
                                                     int64_t runs,
                                                     const QueueRun &run,
                                                     const QueueRun &prepare) {
  return context.isAsynchronous() ? timeOnDevice(context, runs, run, prepare)
                                  : timeOnHost(runs, run, prepare);
}

double zyn::runtime::median(std::vector<double> times) {
  if (times.empty())
    return 0;
  std::sort(times.begin(), times.end());
  return (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
}
