//===- Tuning.h - Measures the tiles of matmuls --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_TUNING_H
#define ZYN_COMPILER_TUNING_H

#include "Zyn/Compiler/CompiledFunction.h"
#include "Zyn/Compiler/SourceModule.h"
#include "Zyn/Runtime/DiskCache.h"

#include <functional>
#include <vector>

namespace zyn::compiler {

/// Measures candidates: functions that compute the same matmul with different
/// tiles. Their arguments are buffers and numbers.
class CandidateTimer {
public:
  virtual ~CandidateTimer() = default;

  /// Returns the milliseconds that a call of each candidate takes.
  virtual runtime::Expected<std::vector<double>>
  time(const std::vector<CompiledFunction> &candidates) = 0;
};

/// Measures on a device, with random elements.
class DeviceTimer : public CandidateTimer {
public:
  explicit DeviceTimer(runtime::Context &context) : context(context) {}

  runtime::Expected<std::vector<double>>
  time(const std::vector<CompiledFunction> &candidates) override;

private:
  runtime::Context &context;
};

/// Options of `tune`.
struct TuneOptions {
  /// The entry, the architecture, and the remarks to keep. Those about tuning
  /// are of the category `schedule`.
  CompileOptions compile;
  /// How many tiles of a matmul are measured: the best ones of the model.
  size_t candidates = 4;
  /// Where measurements are kept; with an empty name, nowhere.
  std::string cacheFolder = runtime::DiskCache::folderFromEnvironment();
  /// Called when some of the work is done, by one thread at a time.
  std::function<void(size_t done, size_t total)> progress;
};

/// Measures the best tiles of each matmul that the selected function of
/// `module` executes, and sets the matmuls' attribute `zyn.tile` to the fastest
/// ones. A matmul is tuned for the sizes that it has with `arguments`; one
/// whose sizes also depend on other values is left to the model, and so is one
/// that already has the attribute. Candidates are compiled in parallel.
/// Measurements are kept on disk for this matmul (its types, layouts,
/// transposes and epilogue), device, driver and version of the compiler, and
/// not repeated.
///
/// Returns remarks about each matmul, or one remark if the device is not one
/// whose tiles are measured, such as the host or the emulator. Errors: the
/// function cannot be selected or compiled, or the arguments do not have the
/// right types.
runtime::Expected<std::vector<Diagnostic>>
tune(SourceModule &module, const runtime::Device &device, CandidateTimer &timer,
     const std::vector<Argument> &arguments, const TuneOptions &options = {});

} // namespace zyn::compiler

#endif // ZYN_COMPILER_TUNING_H
