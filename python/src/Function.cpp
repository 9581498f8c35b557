//===- Function.cpp - Compiled functions in Python ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"
#include "Progress.h"

#include <algorithm>
#include <cmath>

namespace py = pybind11;
using namespace zyn::python;

Function::Function(const Module &module, const std::string &device,
                   CompileOptions options, py::object progress)
    : module(module), context(Context::open(device)),
      options(std::move(options)),
      handle(compile(/*keepStages=*/false, std::move(progress))) {}

ZynCompileOptions zyn::python::CompileOptions::get() const {
  ZynCompileOptions given = {};
  given.entry = toRef(entry);
  given.chip = toRef(chip);
  given.features = toRef(features);
  given.remarks = toRef(remarks);
  return given;
}

Shared<ZynFunctionRef> Function::compile(bool keepStages,
                                         py::object function) const {
  Progress progress(std::move(function));
  ZynCompileOptions given = options.get();
  given.keepStages = keepStages;
  given.progress = progress.callback();
  given.userData = &progress;
  ZynFunctionRef compiled;
  callUnlocked([&] {
    return zynFunctionCompile(module.handle.get(), context.handle(), &given,
                              &compiled);
  });
  Shared<ZynFunctionRef> owned(compiled, zynFunctionDestroy);
  progress.check();
  return owned;
}

std::vector<std::string> Function::argumentTypes() const {
  std::vector<std::string> types;
  for (size_t i = 0, end = zynFunctionGetNumArguments(handle.get()); i < end;
       ++i)
    types.push_back(toString(zynFunctionGetArgumentType(handle.get(), i).text));
  return types;
}

std::vector<std::string> Function::resultTypes() const {
  std::vector<std::string> types;
  for (size_t i = 0, end = zynFunctionGetNumResults(handle.get()); i < end; ++i)
    types.push_back(toString(zynFunctionGetResultType(handle.get(), i).text));
  return types;
}

std::vector<Diagnostic> Function::diagnostics() const {
  std::vector<Diagnostic> diagnostics = tuning;
  for (size_t i = 0, end = zynFunctionGetNumDiagnostics(handle.get()); i < end;
       ++i)
    diagnostics.emplace_back(zynFunctionGetDiagnostic(handle.get(), i));
  return diagnostics;
}

std::vector<Diagnostic> Function::findings() const {
  std::vector<Diagnostic> findings;
  zynContextForEachDiagnostic(context.handle(), appendDiagnostic, &findings);
  return findings;
}

py::list Function::launches() const {
  py::list launches;
  for (size_t i = 0, end = zynFunctionGetNumKernels(handle.get()); i < end;
       ++i) {
    int64_t count = zynFunctionGetKernelLaunches(handle.get(), i);
    launches.append(py::make_tuple(
        decode(toView(zynFunctionGetKernelName(handle.get(), i))),
        count < 0 ? py::object(py::none()) : py::int_(count)));
  }
  return launches;
}

std::vector<std::pair<std::string, std::string>> Function::stages() const {
  Shared<ZynFunctionRef> compiled =
      compile(/*keepStages=*/true, /*progress=*/py::none());
  std::vector<std::pair<std::string, std::string>> stages;
  for (size_t i = 0, end = zynFunctionGetNumStages(compiled.get()); i < end;
       ++i)
    stages.emplace_back(toString(zynFunctionGetStageName(compiled.get(), i)),
                        toString(zynFunctionGetStageText(compiled.get(), i)));
  return stages;
}

void zyn::python::bindFunction(py::module_ &module) {
  py::class_<Comparison>(
      module, "Comparison",
      "A result, or a memref after a call, that agrees on two devices.")
      .def_readonly("name", &Comparison::name, "'result #0' or 'argument #0'")
      .def_readonly("reference", &Comparison::reference, "the other device")
      .def_readonly("elements", &Comparison::elements, "the number of elements")
      .def_readonly("error", &Comparison::error, "the largest error")
      .def_readonly("tolerance", &Comparison::tolerance,
                    "the error that is allowed")
      .def("__repr__",
           [](const Comparison &comparison) {
             return "<zyn.Comparison " + comparison.text + ">";
           })
      .def("__str__",
           [](const Comparison &comparison) { return comparison.text; });
  py::class_<Function>(module, "Function",
                       R"(A function that was compiled for a device.

f(x, ..., out=None, stream=None) calls it. Arrays are NumPy's, or have __dlpack__
(PyTorch, CuPy, JAX) or __cuda_array_interface__. Those on the function's device
are used in place; NumPy's are copied to a GPU and the emulator. Numbers are
Python's. A tensor is not modified; a memref is, and must be writable.

The results are arrays of the library of the first array, or else NumPy's; one
result by itself, several as a tuple. out is an array, or a tuple or list, that
the results are written to. On a GPU, the call follows the work of the library's
current stream, or of stream, the number of a CUstream, and later work of that
stream waits for it.

Raises zyn.Error if arguments do not have the types, ranks and sizes of the
function, if they are on another device, or if the function fails. Any number of
threads may call it.)",
                       makeCallable<Function>())
      .def(
          py::init([](const Module &module, const std::string &device,
                      std::string entry, std::string chip, std::string features,
                      std::string remarks, py::object progress) {
            return Function(module, device,
                            {std::move(entry), std::move(chip),
                             std::move(features), std::move(remarks)},
                            std::move(progress));
          }),
          py::arg("module"), py::kw_only(), py::arg("device") = "auto",
          py::arg("entry") = "", py::arg("chip") = "", py::arg("features") = "",
          py::arg("remarks") = ".*", py::arg("progress") = py::none())
      .def(
          "verify",
          [](const Function &function, const py::args &arguments,
             const py::object &tolerance) {
            if (tolerance.is_none())
              return function.verify(arguments, /*tolerance=*/-1);
            double given = py::float_(tolerance);
            if (!(given >= 0 && std::isfinite(given)))
              throw py::value_error("expected a tolerance of 0 or more");
            return function.verify(arguments, given);
          },
          py::kw_only(), py::arg("tolerance") = py::none(),
          R"(Calls the function on its device and on another one, and compares the results.

verify(x, ..., tolerance=None) compares the host with the emulator, the emulator
with the host, and a GPU with the host, or the emulator for kernels written by
hand. Returns a zyn.Comparison for each result and each memref, none of which is
modified. tolerance is that of the relative error; by default, f64 1e-9, f32
1e-4, f16 5e-3, bf16 2e-2, f8E4M3FN 0.25, f8E5M2 0.5. Integers must be equal.

Raises zyn.Error if they do not agree, with a diagnostic for each.)")
      .def(
          "time",
          [](const Function &function, const py::args &arguments,
             int64_t runs) {
            if (runs < 1)
              throw py::value_error("expected at least 1 run");
            std::vector<double> times = function.time(arguments, runs);
            std::sort(times.begin(), times.end());
            return (times[(times.size() - 1) / 2] + times[times.size() / 2]) /
                   2;
          },
          py::kw_only(), py::arg("runs") = 10,
          R"(Returns the seconds of a call on the device: the median of runs calls.

time(x, ..., runs=10) first calls the function for 0.2 seconds to warm up.
Copies of arguments and results, and what Python needs for a call, are not
included. No argument is modified.)")
      .def(
          "tune",
          [](const Function &function, const py::args &arguments,
             py::object progress) {
            if (progress.is_none())
              progress = py::module_::import("zyn._progress")
                             .attr("bar")("tuning " + function.name());
            return function.tune(arguments, std::move(progress));
          },
          py::kw_only(), py::arg("progress") = py::none(),
          R"(Returns the same function with the fastest tiles for each matmul.

tune(x, ..., progress=None) compiles the tiles that the model expects to be the
best ones for the sizes of these arguments, in parallel, and measures them on the
GPU. Measurements are kept on disk; the remarks of the result say what was
measured. progress is called with how much of the work is done, and how much
there is; by default, a terminal and Jupyter show a bar. No argument is modified.
On the CPU and the emulator, nothing is measured.)")
      .def(
          "profile",
          [](const Function &function, const py::args &arguments,
             int64_t runs) {
            if (runs < 1)
              throw py::value_error("expected at least 1 run");
            return function.profile(arguments, runs);
          },
          py::kw_only(), py::arg("runs") = 10,
          R"(Returns a zyn.Profile: the kernels and copies of a call, and on the CPU its parallel loops.

profile(x, ..., runs=10) calls the function as time does, and measures each
launch: its time, and as far as they are known, the bytes that it has to read
and write and its floating-point operations. No argument is modified. Times of
the emulator are those of the emulation.)")
      .def_property_readonly(
          "name",
          [](const Function &function) { return decode(function.name()); },
          "the name in the module")
      .def_property_readonly("module", &Function::source,
                             "the zyn.Module that it was compiled from")
      .def_property_readonly("device", &Function::device,
                             "the device, such as 'cuda:0'")
      .def_property_readonly("argument_types", &Function::argumentTypes,
                             "the types of the arguments in MLIR's syntax")
      .def_property_readonly("result_types", &Function::resultTypes,
                             "the types of the results in MLIR's syntax")
      .def_property_readonly("ptx", &Function::image,
                             "the PTX; empty on other devices than a GPU")
      .def_property_readonly(
          "diagnostics",
          [](const Function &function) {
            return toList(function.diagnostics());
          },
          "the warnings and remarks of the compilation")
      .def_property_readonly(
          "remarks",
          [](const Function &function) {
            std::vector<Diagnostic> remarks;
            for (Diagnostic &diagnostic : function.diagnostics())
              if (diagnostic.severity == ZynSeverityRemark)
                remarks.push_back(std::move(diagnostic));
            return toList(remarks);
          },
          "the remarks of the compilation: what was optimized, and what not "
          "and why")
      .def_property_readonly(
          "findings",
          [](const Function &function) { return toList(function.findings()); },
          "on the emulator, warnings and remarks about the calls so far")
      .def_property_readonly(
          "launches", &Function::launches,
          "a list of the kernels that a call launches, and how often, or None "
          "if that depends on arguments or sizes")
      .def(
          "stages",
          [](const Function &function) {
            py::dict stages;
            for (auto &[name, text] : function.stages())
              stages[py::str(name)] = text;
            return stages;
          },
          "Returns a dict of the stages of the lowering, such as "
          "'zyn-to-kernel', and the IR after each of them.")
      .def(
          "ir",
          [](const Function &function, const std::string &stage) {
            std::string names;
            for (auto &[name, text] : function.stages()) {
              if (name == stage || name == "zyn-to-" + stage)
                return text;
              names += (names.empty() ? "'" : ", '") + name + "'";
            }
            raise("no stage '" + stage + "'; the stages are " + names);
          },
          py::arg("stage"),
          "Returns the IR after a stage, 'zyn-to-kernel' or short 'kernel'.")
      .def("__repr__", [](const Function &function) {
        std::string text = "<zyn.Function '" + function.name() + "' (";
        const char *separator = "";
        for (const std::string &type : function.argumentTypes()) {
          text += separator + type;
          separator = ", ";
        }
        return decode(text + ") on " + function.device() + ">");
      });
}
