//===- CycleClock.cpp - Clock of single calls -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/CycleClock.h"

#include <chrono>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

using namespace zyn::runtime;

static constexpr char cyclesName[] =
#if defined(__x86_64__)
    "rdtscp";
#elif defined(__aarch64__)
    "cntvct_el0";
#else
    "steady_clock";
#endif

uint64_t zyn::runtime::readCycles() {
#if defined(__x86_64__)
  // Waits for all previous instructions, but later ones may start before it.
  unsigned core;
  uint64_t ticks = __rdtscp(&core);
  _mm_lfence();
  return ticks;
#elif defined(__aarch64__)
  uint64_t ticks;
  asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks)::"memory");
  return ticks;
#else
  return readSteadyClock();
#endif
}

bool zyn::runtime::hasConstantCycles() {
#if defined(__x86_64__)
  unsigned a, b, c, features, power;
  return __get_cpuid(0x80000001, &a, &b, &c, &features) &&
         (features & (1u << 27)) && // rdtscp
         __get_cpuid(0x80000007, &a, &b, &c, &power) &&
         (power & (1u << 8)); // invariant TSC
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

uint64_t zyn::runtime::readSteadyClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {
/// Both clocks at the same time.
struct ClockPair {
  uint64_t cycles, nanoseconds;
};
} // namespace

/// Reads one clock between two readings of the other. Of several attempts, the
/// shortest one was not interrupted.
static ClockPair readBoth() {
  constexpr int attempts = 16;
  ClockPair best = {};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < attempts; ++i) {
    uint64_t before = readCycles();
    uint64_t nanoseconds = readSteadyClock();
    uint64_t after = readCycles();
    if (after - before >= shortest)
      continue;
    shortest = after - before;
    best = {before + shortest / 2, nanoseconds};
  }
  return best;
}

ClockCalibration zyn::runtime::calibrateClock(double milliseconds) {
  if (!hasConstantCycles())
    return {"steady_clock", 1, 0};
  ClockPair start = readBoth();
  auto elapsed = [&](uint64_t now) {
    return static_cast<double>(now - start.nanoseconds);
  };
  while (elapsed(readSteadyClock()) < milliseconds * 1e6)
    continue;
  ClockPair stop = readBoth();
  return {cyclesName,
          static_cast<double>(stop.cycles - start.cycles) /
              elapsed(stop.nanoseconds),
          elapsed(stop.nanoseconds) / 1e6};
}
