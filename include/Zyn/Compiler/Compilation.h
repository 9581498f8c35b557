//===- Compilation.h - Options and results of a compilation --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_COMPILATION_H
#define ZYN_COMPILER_COMPILATION_H

#include "Zyn/Conversion/VMToFunc/Engine.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Support/Diagnostic.h"
#include "Zyn/Target/TargetOptions.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// Options of a compilation.
struct CompileOptions {
  /// The function to compile. If empty, it is `main` or else the only public
  /// one; for a GPU, all exported functions of a module of WebAssembly.
  std::string entry;
  /// The engine that executes the instances of a program.
  mlir::zyn::VMEngine engine = mlir::zyn::VMEngine::AheadOfTime;
  TargetOptions target;
  /// Whether to optimize WebAssembly for the host.
  bool optimize = true;
  /// Whether to keep the IR of each stage, which runs a pipeline for each of
  /// them.
  bool keepStages = false;
  /// A regular expression for the categories of remarks to keep; empty for
  /// none.
  std::string remarks;
  /// Called on the thread that compiles with how many of its steps are done,
  /// and with all of them at the end, even if it fails; not if the code is on
  /// disk.
  std::function<void(size_t done, size_t total)> progress;
};

/// A kernel that compiled code launches.
struct KernelUse {
  std::string name;
  /// The number of launches per call, if that does not depend on arguments or
  /// sizes.
  std::optional<uint64_t> launches;
};

/// The IR after a stage.
struct StageIR {
  /// The name of the pipeline, such as "zyn-to-kernel"; "llvm" for the last
  /// one.
  std::string name;
  std::string text;
};

/// The results of a compilation besides the code.
struct Compilation {
  /// The device that the code is for.
  runtime::Device device;
  /// The kernels in the order of their first launches. Those of a program of
  /// the matrix VM are unknown on the emulator.
  std::vector<KernelUse> kernels;
  /// The image that the device loads, such as PTX; empty if kernels are host
  /// code.
  std::string image;
  /// The IR of each stage in order; empty unless `keepStages` is set. It is for
  /// reading: constants of more than 4096 elements are left out, so that it can
  /// only be compiled again if there are none.
  std::vector<StageIR> stages;
  /// Warnings and remarks.
  std::vector<Diagnostic> diagnostics;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_COMPILATION_H
