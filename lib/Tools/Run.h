//===- Run.h - Parts of zyn-run ---------------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_RUN_H
#define ZYN_LIB_TOOLS_RUN_H

#include "RunOptions.h"
#include "Zyn/Compiler/LatencyGoal.h"
#include "Zyn/Compiler/SourceModule.h"
#include "Zyn/Runtime/Context.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace zyn::tools {

/// Runs a function or a program of an .mlir file and writes or prints its
/// results.
runtime::Error runModule(const RunOptions &options);

/// Measures tiles for `arguments` and makes `module` use the fastest ones, with
/// a progress bar on a terminal. Prints what was found.
runtime::Error tuneModule(compiler::SourceModule &module,
                          runtime::Context &context,
                          const std::vector<compiler::Argument> &arguments,
                          const RunOptions &options);

/// Runs a kernel of a .ptx file and writes or prints its outputs.
runtime::Error runKernel(const RunOptions &options);

/// Calls an exported function of a .wasm file, in one or more instances, and
/// prints its results. Returns the exit status, which a program determines.
runtime::Expected<int> runWasm(const RunOptions &options);

/// Prints a table of the devices.
void printDevices();

/// Creates a context on `device` with the options of the command line.
runtime::Expected<std::unique_ptr<runtime::Context>>
createContext(const std::string &device, const RunOptions &options);

/// Sets the options of the command line that apply to a context.
void setContextOptions(runtime::Context &context, const RunOptions &options);

/// Returns the compile options of the command line.
compiler::CompileOptions getCompileOptions(const RunOptions &options);

/// Prints warnings and remarks about the kernels that ran.
void printWarnings(const runtime::Context &context);

/// Prints the name of the device, and the number of host threads if they run
/// its code.
void printDevice(const runtime::Context &context);

/// Calls `run` as often as the command line says and waits for all work. With
/// --time, warms up first, and prints the device and the times. `prepare`, if
/// any, is called before each run and is not timed.
runtime::Error
repeatRuns(runtime::Context &context, const RunOptions &options,
           llvm::function_ref<runtime::Error()> run,
           llvm::function_ref<runtime::Error()> prepare = nullptr);

/// Warms up, prints the device, and then, for each line of standard input, does
/// at least as many runs as the command line says and prints the mean time.
/// `run` does `runsPerCall` of them.
runtime::Error timeInLockstep(runtime::Context &context,
                              const RunOptions &options,
                              llvm::function_ref<runtime::Error()> run,
                              int64_t runsPerCall = 1);

/// Profiles as many calls of `run` as the command line says, prints the device
/// and a table, and writes a trace if there is a file for it.
runtime::Error reportProfile(runtime::Context &context,
                             const RunOptions &options,
                             llvm::function_ref<runtime::Error()> run);

/// Measures the latency of `run` on the core of `goal`, and prints it with a
/// histogram, or as JSON, and whether it meets the goal.
runtime::Error reportLatency(runtime::Context &context,
                             const compiler::LatencyGoal &goal,
                             const RunOptions &options,
                             llvm::function_ref<runtime::Error()> run);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_RUN_H
