//===- RunOptions.h - The command line of zyn-run ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_RUNOPTIONS_H
#define ZYN_LIB_TOOLS_RUNOPTIONS_H

#include "Zyn/Runtime/Launch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zyn::tools {

/// What the command line says.
struct RunOptions {
  /// The .mlir, .vmx or .ptx.
  std::string file;
  std::string device = "auto";
  /// Paths of -o, in order.
  std::vector<std::string> outputs;
  bool noOutput = false;
  bool time = false;
  /// Runs to time, or to do.
  std::optional<int64_t> repeat;
  uint64_t seed = 0;
  /// Whether the emulator checks kernels.
  bool check = true;
  /// Seconds that a kernel may take; 0 for no bound.
  double timeout = 0;
  /// In bytes.
  std::optional<uint64_t> memoryLimit;
  bool listDevices = false;
  bool help = false;

  // For a function of an .mlir. Inputs are file names, literals and
  // descriptions such as random:f32:4x4.
  std::string entry;
  std::vector<std::string> inputs;

  // For a program of the matrix VM; inputs as above.
  /// Empty for the default, aot.
  std::string engine;
  std::optional<int64_t> instances;
  /// Instructions that an instance may execute.
  std::optional<int64_t> maxEpochs;
  /// Where final states are written.
  std::string state;
  bool report = false;

  // For a kernel of a .ptx.
  std::string kernel;
  runtime::LaunchShape shape;
  bool hasGrid = false, hasBlock = false, hasShared = false;
  std::vector<std::string> kernelArguments;

  bool hasProgramOptions() const {
    return !engine.empty() || instances || maxEpochs || !state.empty() ||
           report;
  }
  int64_t runs() const { return repeat.value_or(time ? 10 : 1); }
};

/// The error of options for programs of the matrix VM, where `options.file` is
/// none.
runtime::Error notForPrograms(const RunOptions &options);

/// Prints what --help does.
void printRunHelp();

/// Reads the command line. The error says which option is wrong.
runtime::Expected<RunOptions> parseRunOptions(int argc, char **argv);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_RUNOPTIONS_H
