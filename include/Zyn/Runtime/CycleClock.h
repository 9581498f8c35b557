//===- CycleClock.h - Clock of single calls ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_CYCLECLOCK_H
#define ZYN_RUNTIME_CYCLECLOCK_H

#include <cstdint>

namespace zyn::runtime {

/// The counter that times single calls, and how its frequency was found.
struct ClockCalibration {
  /// `rdtscp`, `cntvct_el0` or `steady_clock`.
  const char *source;
  double ticksPerNanosecond;
  /// How long the counter was compared with `steady_clock`; 0 if it is that
  /// clock.
  double milliseconds;
};

/// Returns the ticks of the processor's counter. Instructions before and after
/// the reading are not executed on its other side.
uint64_t readCycles();

/// Whether the processor has such a counter, and it runs at a constant rate in
/// all power states: an invariant TSC on x86-64, always on AArch64.
bool hasConstantCycles();

/// Returns the nanoseconds of `steady_clock`.
uint64_t readSteadyClock();

/// Compares the counter with `steady_clock` for `milliseconds`. Describes
/// `steady_clock` itself if `hasConstantCycles` is false.
ClockCalibration calibrateClock(double milliseconds = 50);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_CYCLECLOCK_H
