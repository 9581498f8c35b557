//===- CompiledFunction.h - Compiled functions ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_COMPILEDFUNCTION_H
#define ZYN_COMPILER_COMPILEDFUNCTION_H

#include "Zyn/Compiler/Arguments.h"
#include "Zyn/Compiler/Compilation.h"
#include "Zyn/Compiler/InPlaceArguments.h"
#include "Zyn/Compiler/Profile.h"
#include "Zyn/Runtime/Context.h"

#include <memory>

namespace zyn::compiler {

class HostJIT;

/// A compiled function that is bound to arguments. It must only be used by one
/// thread at a time and must not outlive its context.
class FunctionCall {
public:
  ~FunctionCall();
  FunctionCall(FunctionCall &&);
  FunctionCall &operator=(FunctionCall &&) = delete;

  /// Calls the function. Work may still be pending on the device afterwards;
  /// the runtime's `Context::synchronize` waits for it. Does not allocate
  /// memory itself.
  runtime::Error run();

  /// Waits for the last run and copies its results to the host, with numbers as
  /// arrays of rank 0.
  runtime::Expected<std::vector<runtime::Array>> readResults();

  /// The same for the memref arguments in their order, which the function may
  /// have modified. The caller's arrays are not modified.
  runtime::Expected<std::vector<runtime::Array>> readBuffers();

  const Signature &signature() const;
  runtime::Context &context() const;

private:
  friend class CompiledFunction;
  class Impl;
  explicit FunctionCall(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// A function that was compiled for a kind of device. Copies share the same
/// function. It is immutable: any number of threads may call it at the same
/// time, on one or several contexts of the runtime, as far as these allow it.
class CompiledFunction {
public:
  const Signature &signature() const;
  const Compilation &compilation() const;

  /// Calls the function with `arguments`, waits for it, and returns its
  /// results, with numbers as arrays of rank 0. The caller's arrays are not
  /// modified. Returns an error if arguments do not have the right types, if
  /// the device is of another kind, or if the function fails.
  runtime::Expected<std::vector<runtime::Array>>
  call(runtime::Context &context, std::vector<Argument> arguments) const;

  /// Calls the function on the memory of its arguments. Arrays in the memory of
  /// the context's device, which on a CPU is the host's, are used in place;
  /// others are copied to the device, and memrefs back after the call. Work may
  /// still be pending on the device afterwards if no array was copied back.
  ///
  /// Returns the results, unless they are written to `options.outputs`: in
  /// place if the function allocates the result itself and the array overlaps
  /// with no other one, or else by a copy. Errors are as for `call`, and an
  /// output that does not have the type and the sizes of its result. Outputs
  /// may have been modified if there is an error.
  runtime::Expected<std::vector<Result>>
  callInPlace(runtime::Context &context,
              const std::vector<InPlaceArgument> &arguments,
              InPlaceOptions options = {}) const;

  /// Copies the arguments to the device for one or more runs. On the host,
  /// arguments that are not written are used in place. Errors are as for
  /// `call`.
  runtime::Expected<FunctionCall> bind(runtime::Context &context,
                                       std::vector<Argument> arguments) const;

  /// Returns the seconds of each of `runs` runs after some to warm up, without
  /// the copies of arguments and results. The caller's arrays are not modified.
  /// Errors are as for `call`.
  runtime::Expected<std::vector<double>> time(runtime::Context &context,
                                              std::vector<Argument> arguments,
                                              int64_t runs) const;

  /// Returns what `calls` calls do on the device after some to warm up, without
  /// the copies of arguments and results. The caller's arrays are not modified.
  /// Errors are as for `call`.
  runtime::Expected<Profile> profile(runtime::Context &context,
                                     std::vector<Argument> arguments,
                                     int64_t calls) const;

private:
  friend class FunctionCall;
  friend class SourceModule;
  struct Code;
  explicit CompiledFunction(std::shared_ptr<const Code> code);
  std::shared_ptr<const Code> code;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_COMPILEDFUNCTION_H
