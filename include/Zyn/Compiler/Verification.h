//===- Verification.h - Comparison of runs on two devices ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_VERIFICATION_H
#define ZYN_COMPILER_VERIFICATION_H

#include "Zyn/Compiler/ArrayComparison.h"
#include "Zyn/Compiler/CompiledFunction.h"
#include "Zyn/Compiler/SourceModule.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// A function that was compiled for a second device, which shares neither
/// kernels nor their code generator with the first one.
struct ReferenceFunction {
  /// Compiles a function for the device that the results of `tested` are
  /// compared with: the host for a GPU or the emulator, and the emulator for
  /// the host, or for a GPU if the host cannot run the function, such as one
  /// that launches handwritten kernels. Errors: no other device can run the
  /// function; it has neither results nor memref arguments, so that there is
  /// nothing to compare.
  static runtime::Expected<ReferenceFunction>
  compile(const SourceModule &module, const runtime::Device &tested,
          const CompileOptions &options = {});

  std::unique_ptr<runtime::Context> context;
  CompiledFunction function;
};

/// A result, or a memref argument after the run, on two devices.
struct ValueComparison {
  /// "result #0" or "argument #0".
  std::string name;
  ArrayComparison comparison;
};

/// The comparison of a run with a reference.
struct Verification {
  /// The name and the source location of the function.
  std::string function;
  SourceLocation location;
  /// The names of the devices, such as "cuda:0" and "cpu".
  std::string device, reference;
  /// All results, followed by all memref arguments.
  std::vector<ValueComparison> values;

  /// Returns a line for a value that agrees: "result #0: 'cuda:0' agrees with
  /// 'cpu', largest error 1.2e-07 at [3, 1], tolerance 0.0001".
  std::string describe(const ValueComparison &value) const;

  /// Returns an error with a diagnostic for each value that does not agree.
  runtime::Error toError() const;
};

/// Compares the results and memref arguments of `tested` with those of
/// `reference`. Both must be calls of the same function, bound to the same
/// arguments, and have run equally often. `tolerance` is as for
/// `compareArrays`. Errors: copies fail; a result has another shape than that
/// of the reference.
runtime::Expected<Verification>
compareCalls(FunctionCall &tested, FunctionCall &reference,
             std::optional<double> tolerance = std::nullopt);

/// Runs a function on `context` and on another device with the same arguments
/// and compares the results. This does everything above in one step.
runtime::Expected<Verification>
verifyFunction(const SourceModule &module, runtime::Context &context,
               const std::vector<Argument> &arguments,
               const CompileOptions &options = {},
               std::optional<double> tolerance = std::nullopt);

/// The same for a function that was compiled from `module` with `options`.
runtime::Expected<Verification>
verifyFunction(const CompiledFunction &function, const SourceModule &module,
               runtime::Context &context,
               const std::vector<Argument> &arguments,
               const CompileOptions &options = {},
               std::optional<double> tolerance = std::nullopt);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_VERIFICATION_H
