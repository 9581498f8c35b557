//===- Latency.cpp - Latency of single calls ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Latency.h"
#include "Zyn/Runtime/PinnedThread.h"

#include <algorithm>

using namespace zyn::runtime;

/// Stores the ticks of each call. Neither allocates memory nor waits in
/// between.
template <uint64_t (*read)()>
static Error timeCalls(const QueueRun &run, std::vector<uint64_t> &ticks) {
  for (uint64_t &time : ticks) {
    uint64_t start = read();
    Error error = run();
    time = read() - start;
    if (error)
      return error;
  }
  return Error::success();
}

static Error timeCalls(const ClockCalibration &clock, const QueueRun &run,
                       std::vector<uint64_t> &ticks) {
  return clock.milliseconds > 0 ? timeCalls<readCycles>(run, ticks)
                                : timeCalls<readSteadyClock>(run, ticks);
}

/// Returns the median ticks of calls that do not fail.
static uint64_t timeMedian(const ClockCalibration &clock, const QueueRun &run) {
  std::vector<uint64_t> ticks(1001);
  (void)timeCalls(clock, run, ticks);
  std::sort(ticks.begin(), ticks.end());
  return ticks[ticks.size() / 2];
}

Expected<Latency> zyn::runtime::measureLatency(Context &context, int64_t calls,
                                               const QueueRun &run,
                                               std::optional<int64_t> core) {
  QueueRun runAndWait = run;
  if (context.isAsynchronous())
    runAndWait = [&]() -> Error {
      if (Error error = run())
        return error;
      return context.synchronize();
    };
  // The first call starts the threads of the context, which would inherit the
  // core.
  if (Error error = runAndWait())
    return error;
  Expected<PinnedThread> thread = PinnedThread::pin(core);
  if (!thread)
    return thread.takeError();
  ClockCalibration clock = calibrateClock();
  std::vector<uint64_t> ticks(calls);
  if (Error error = warmUp(context, warmUpMilliseconds, runAndWait))
    return error;
  uint64_t readings = timeMedian(clock, [] { return Error::success(); });
  uint64_t entry =
      timeMedian(clock, [&] { return context.invoke([](void *) {}, nullptr); });
  if (Error error = timeCalls(clock, runAndWait, ticks))
    return error;

  std::sort(ticks.begin(), ticks.end());
  auto toNanoseconds = [&](uint64_t time) {
    return static_cast<double>(time) / clock.ticksPerNanosecond;
  };
  auto withoutReadings = [&](uint64_t time) {
    return toNanoseconds(time - std::min(time, readings));
  };
  Latency latency;
  latency.core = thread->core();
  latency.clock = clock;
  latency.readings = toNanoseconds(readings);
  latency.entry = withoutReadings(entry);
  latency.nanoseconds.reserve(ticks.size());
  for (uint64_t time : ticks)
    latency.nanoseconds.push_back(withoutReadings(time));
  return latency;
}
