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

/// The options of the command line.
struct RunOptions {
  /// The .mlir, .vmx or .ptx file.
  std::string file;
  std::string device = "auto";
  /// Paths of -o, in order.
  std::vector<std::string> outputs;
  bool noOutput = false;
  bool time = false;
  /// The number of runs.
  std::optional<int64_t> repeat;
  uint64_t seed = 0;
  /// The architecture to compile for, or empty for the device's default.
  std::string chip;
  /// Whether the emulator checks kernels.
  bool check = true;
  /// Time limit of a kernel in seconds; 0 means no limit.
  double timeout = 0;
  /// In bytes.
  std::optional<uint64_t> memoryLimit;
  bool listDevices = false;
  bool help = false;

  // For a function of an .mlir file. Inputs are file names, literals and
  // descriptions such as random:f32:4x4.
  std::string entry;
  std::vector<std::string> inputs;
  /// Whether to compare the results with those of a second device.
  bool verify = false;
  /// The relative tolerance of this comparison; the default one depends on the
  /// element type.
  std::optional<double> tolerance;
  /// The number of copies of the inputs on the device.
  int64_t copies = 1;
  /// Whether to time a series of runs for each line of standard input.
  bool lockstep = false;
  /// Whether to repeat runs as CUDA graphs.
  bool graph = false;
  /// The number of calls whose latency is measured, if it is.
  std::optional<int64_t> latency;
  /// Whether to profile calls, and the file that the trace is written to.
  bool profile = false;
  std::string trace;
  /// Whether to measure tiles of matmuls first.
  bool tune = false;

  // For a program of the matrix VM; it takes inputs, too.
  /// Empty for the default, aot.
  std::string engine;
  std::optional<int64_t> instances;
  /// The maximum number of instructions that an instance may execute.
  std::optional<int64_t> maxEpochs;
  /// The file that final states are written to.
  std::string state;
  bool report = false, reportIsJSON = false;

  // For a WebAssembly module; its inputs are the arguments of the function.
  /// The exported function to call; empty for _start.
  std::string invoke;
  bool hasArguments = false;
  /// The file with arguments of each instance.
  std::string argumentsFile;
  /// HOST[::GUEST].
  std::vector<std::string> folders;
  /// NAME=VALUE.
  std::vector<std::string> environment;
  /// "first", "all", "merged" or "per-instance"; empty for the default.
  std::string outputMode;
  std::string outputFolder;
  /// The file that results are written to.
  std::string results;
  /// Inputs: an array with a row for each instance, and one that all share.
  std::string inputRows, sharedArray;
  /// The type and the shape of the row that each instance writes.
  std::string outputRows;

  // For a kernel of a .ptx file.
  std::string kernel;
  runtime::LaunchShape shape;
  bool hasGrid = false, hasBlock = false, hasShared = false;
  std::vector<std::string> kernelArguments;

  /// Whether latencies are reported as JSON.
  bool reportsLatency() const { return latency && reportIsJSON; }
  bool hasMachineOptions() const {
    return !engine.empty() || maxEpochs || !state.empty() ||
           (report && !reportsLatency());
  }
  bool hasProgramOptions() const { return hasMachineOptions() || instances; }
  bool hasWasmOptions() const {
    return !invoke.empty() || hasArguments || !argumentsFile.empty() ||
           !folders.empty() || !environment.empty() || !outputMode.empty() ||
           !results.empty() || !inputRows.empty() || !sharedArray.empty() ||
           !outputRows.empty();
  }
  /// Whether the file has kernels that are launched without host code.
  bool hasKernelFile() const {
    return llvm::StringRef(file).ends_with(".ptx") ||
           llvm::StringRef(file).ends_with(".offload");
  }
  bool hasFunctionOptions() const {
    return verify || copies > 1 || lockstep || graph || tune || latency ||
           profile;
  }
  int64_t runs() const {
    return repeat.value_or(time || lockstep || profile ? 10 : 1);
  }
};

/// Returns the error for options for programs of the matrix VM if
/// `options.file` is not one.
runtime::Error programOptionsError(const RunOptions &options);

/// Returns the error for options for functions if `options.file` has no
/// function to run.
runtime::Error functionOptionsError(const RunOptions &options);

/// Returns the error for options for WebAssembly modules if `options.file` is
/// not one.
runtime::Error wasmOptionsError(const RunOptions &options);

/// Prints the output of --help.
void printRunHelp();

/// Parses the command line. The error says which option is wrong.
runtime::Expected<RunOptions> parseRunOptions(int argc, char **argv);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_RUNOPTIONS_H
