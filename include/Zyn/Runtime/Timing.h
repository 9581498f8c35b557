//===- Timing.h - Times of runs on a device ---------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_TIMING_H
#define ZYN_RUNTIME_TIMING_H

#include "Zyn/Runtime/Context.h"

#include <functional>
#include <vector>

namespace zyn::runtime {

/// Queues work on the main stream of a context.
using QueueRun = std::function<Error()>;

/// Long enough for clock rates and caches to settle.
inline constexpr double warmUpMilliseconds = 200;

/// Repeats `run` until `milliseconds` have passed, and at least once, so that
/// clock rates and caches settle. `prepare` precedes each run. Waits for all
/// work.
Error warmUp(Context &context, double milliseconds, const QueueRun &run,
             const QueueRun &prepare = nullptr);

/// Returns the milliseconds of each of `runs` runs. `prepare` precedes each run
/// and is not timed. On an asynchronous device, all runs are queued before
/// waiting, so that the device stays busy between runs, and launch overhead is
/// only included if it causes gaps within a run.
Expected<std::vector<double>> timeRuns(Context &context, int64_t runs,
                                       const QueueRun &run,
                                       const QueueRun &prepare = nullptr);

/// Returns the median, or 0 if there are no times.
double median(std::vector<double> times);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_TIMING_H
