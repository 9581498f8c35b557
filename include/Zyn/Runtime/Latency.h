//===- Latency.h - Latency of single calls -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_LATENCY_H
#define ZYN_RUNTIME_LATENCY_H

#include "Zyn/Runtime/CycleClock.h"
#include "Zyn/Runtime/LatencyHistogram.h"
#include "Zyn/Runtime/Timing.h"

#include <optional>

namespace zyn::runtime {

/// The latencies of a series of calls, in nanoseconds.
struct Latency {
  /// The time of each call in ascending order, without that of reading the
  /// clock.
  std::vector<double> nanoseconds;
  /// The core that made the calls.
  int64_t core;
  ClockCalibration clock;
  /// The time of reading the clock twice, which was subtracted.
  double readings;
  /// The time to enter compiled code with `Context::invoke`, which is part of
  /// each latency of a compiled function.
  double entry;

  double percentile(double percent) const {
    return runtime::percentile(nanoseconds, percent);
  }
};

/// Measures the latency of each of `calls` calls of `run`, including the wait
/// for its work on a GPU. The calling thread is pinned to `core`, or to its
/// current one, and `run` is repeated for `warmUpMilliseconds` before. Threads
/// of the context are not pinned. Errors: `run` fails; the process may not use
/// the core.
Expected<Latency> measureLatency(Context &context, int64_t calls,
                                 const QueueRun &run,
                                 std::optional<int64_t> core = std::nullopt);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_LATENCY_H
