//===- Function.h - Compiled functions in Python -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_FUNCTION_H
#define ZYN_PYTHON_FUNCTION_H

#include "Array.h"
#include "Diagnostics.h"
#include "IR.h"
#include "Import.h"
#include "Profile.h"
#include "Vectorcall.h"

namespace zyn::python {

/// The options of `zyn.compile`.
struct CompileOptions {
  std::string entry, chip, features, remarks;

  /// Returns them in the form of the C interface, which refers to them.
  ZynCompileOptions get() const;
};

/// `zyn.Comparison`: a result that agrees with that of another device.
struct Comparison {
  std::string name, reference, text;
  uint64_t elements;
  double error, tolerance;
};

/// `zyn.Function`: a function that was compiled for a device.
class Function {
public:
  /// Compiles a function of `module`. `progress` is a Python function or None.
  /// Throws `zyn.Error`.
  Function(const Module &module, const std::string &device,
           CompileOptions options, pybind11::object progress);

  static constexpr std::array<const char *, 2> keywords = {"out", "stream"};

  /// Calls the function with the positional arguments, NumPy arrays, arrays of
  /// other libraries and numbers. Throws `zyn.Error` if they do not have the
  /// right types or the function fails.
  pybind11::object call(PositionalArguments arguments,
                        const std::array<pybind11::object, 2> &keywords) const;

  /// Compares a call with one on another device. A negative tolerance is the
  /// default one. Throws `zyn.Error` if they do not agree.
  std::vector<Comparison> verify(const pybind11::args &arguments,
                                 double tolerance) const;

  /// Returns the seconds of each of `runs` calls.
  std::vector<double> time(const pybind11::args &arguments, size_t runs) const;

  /// Returns this function with the tiles of matmuls that are the fastest ones
  /// for the arguments. `progress` is a Python function or None.
  Function tune(const pybind11::args &arguments,
                pybind11::object progress) const;

  /// Returns what `runs` calls do on the device.
  Profile profile(const pybind11::args &arguments, size_t runs) const;

  std::string name() const {
    return toString(zynFunctionGetName(handle.get()));
  }
  const Module &source() const { return module; }
  const std::string &device() const { return context.label(); }
  std::string image() const {
    return toString(zynFunctionGetImage(handle.get()));
  }
  std::vector<std::string> argumentTypes() const;
  std::vector<std::string> resultTypes() const;
  /// Warnings and remarks of the compilation.
  std::vector<Diagnostic> diagnostics() const;
  /// Warnings and remarks about kernels that have run.
  std::vector<Diagnostic> findings() const;
  /// A list of the names and launches of kernels.
  pybind11::list launches() const;
  /// The names and the IR of the stages, which are made by compiling again.
  std::vector<std::pair<std::string, std::string>> stages() const;

private:
  Shared<ZynFunctionRef> compile(bool keepStages,
                                 pybind11::object progress) const;

  Module module;
  Context context;
  CompileOptions options;
  Shared<ZynFunctionRef> handle;
  /// Remarks about the tuning that it is the result of.
  std::vector<Diagnostic> tuning;
};

void bindFunction(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_FUNCTION_H
