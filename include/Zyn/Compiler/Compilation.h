//===- Compilation.h - Options and outcome of a compilation -----*- C++ -*-===//
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

#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// How something is compiled.
struct CompileOptions {
  /// The function to compile; empty for `main`, or else the only public one.
  std::string entry;
  /// How instances of a program run.
  mlir::zyn::VMEngine engine = mlir::zyn::VMEngine::AheadOfTime;
  TargetOptions target;
  /// Whether to keep the IR of each stage. Takes a run of the pipeline for each
  /// of them.
  bool keepStages = false;
  /// Categories of remarks to keep, a regular expression; empty for none.
  std::string remarks;
};

/// A kernel that compiled code launches.
struct KernelUse {
  std::string name;
  /// How often a call launches it, if that does not depend on its arguments or
  /// on sizes.
  std::optional<uint64_t> launches;
};

/// The IR after a stage.
struct StageIR {
  /// The pipeline that leads to it, such as "zyn-to-kernel"; "llvm" for the
  /// last one.
  std::string name;
  std::string text;
};

/// What a compilation gives beside code to call.
struct Compilation {
  /// The device that the code is for.
  runtime::Device device;
  /// In the order of their first launch. Those of a program of the matrix VM
  /// are not known on the emulator.
  std::vector<KernelUse> kernels;
  /// What the device loads, such as PTX; empty where kernels are host code.
  std::string image;
  /// In order; empty unless they were asked for.
  std::vector<StageIR> stages;
  /// Warnings and remarks.
  std::vector<Diagnostic> diagnostics;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_COMPILATION_H
