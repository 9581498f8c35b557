//===- Emulator.h - Options and statistics of the emulator ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_EMULATOR_H
#define ZYN_RUNTIME_EMULATOR_H

#include "Zyn/Runtime/Device.h"

#include <cstdint>

namespace zyn::runtime {

/// How the emulator runs kernels.
struct EmulatorOptions {
  /// Whether accesses and synchronization are checked in code that was compiled
  /// with checks.
  bool check = true;
  /// Determines the order in which threads run; 0 is the order of their
  /// indices.
  uint64_t seed = 0;
};

/// Totals over all launches so far.
struct EmulatorStatistics {
  /// Ops executed by threads: one op executed by one thread is one step.
  uint64_t steps = 0;
  /// Time spent in launches.
  double seconds = 0;
};

/// The emulated GPU, with the limits of an H200: compute capability 9.0.
Device emulatorDevice();

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_EMULATOR_H
