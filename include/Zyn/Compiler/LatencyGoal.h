//===- LatencyGoal.h - Constraints on latency ----------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_LATENCYGOAL_H
#define ZYN_COMPILER_LATENCYGOAL_H

#include "Zyn/Compiler/SourceModule.h"

#include <optional>

namespace zyn::compiler {

/// What `#zyn.constraints` of a function say about its latency, which
/// `runtime::measureLatency` measures.
struct LatencyGoal {
  /// `cpu_affinity`, the core to run on.
  std::optional<int64_t> core;
  /// `target_latency_ns`, in nanoseconds.
  std::optional<int64_t> nanoseconds;
};

/// Returns the goal of the function selected by `entry`, as in
/// `CompileOptions`. Errors: those of `SourceModule::findFunction`; the process
/// may not use the core.
runtime::Expected<LatencyGoal> readLatencyGoal(const SourceModule &module,
                                               const std::string &entry = {});

} // namespace zyn::compiler

#endif // ZYN_COMPILER_LATENCYGOAL_H
