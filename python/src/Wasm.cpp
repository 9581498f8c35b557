//===- Wasm.cpp - WebAssembly modules in Python ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wasm.h"
#include "Context.h"
#include "Diagnostics.h"
#include "Zyn-c/Wasm.h"

#include <pybind11/numpy.h>

namespace py = pybind11;
using namespace zyn::python;

namespace {
/// A module that was compiled for a device, to call one function.
struct Wasm {
  Context context;
  Shared<ZynWasmRef> handle;
};
} // namespace

static Wasm compile(std::string_view bytes, const std::string &name,
                    const std::string &device, const std::string &function) {
  Context context = Context::open(device);
  ZynWasmRef wasm;
  callUnlocked([&] {
    return zynWasmCompile(toRef(bytes), toRef(name), context.handle(),
                          toRef(function), &wasm);
  });
  return {context, {wasm, zynWasmDestroy}};
}

static const char *nameOf(ZynWasmType type) {
  static constexpr const char *names[] = {"i32", "i64",     "f32",
                                          "f64", "funcref", "externref"};
  return names[type];
}

static std::vector<std::string> listParameters(const Wasm &wasm) {
  std::vector<std::string> types;
  for (size_t i = 0, end = zynWasmGetNumParameters(wasm.handle.get()); i < end;
       ++i)
    types.emplace_back(nameOf(zynWasmGetParameter(wasm.handle.get(), i)));
  return types;
}

static std::vector<std::string> listResults(const Wasm &wasm) {
  std::vector<std::string> types;
  for (size_t i = 0, end = zynWasmGetNumResults(wasm.handle.get()); i < end;
       ++i)
    types.emplace_back(nameOf(zynWasmGetResult(wasm.handle.get(), i)));
  return types;
}

static std::vector<ZynStringRef> toRefs(const std::vector<std::string> &texts) {
  std::vector<ZynStringRef> refs;
  for (const std::string &text : texts)
    refs.push_back(toRef(text));
  return refs;
}

static py::bytes toBytes(ZynStringRef string) {
  return {string.bytes, string.length};
}

/// Returns the bytes of an array, or those of each of its rows; None has none.
static ZynWasmBuffer toBuffer(const py::object &array, int64_t rows,
                              bool isModified) {
  if (array.is_none())
    return {};
  py::buffer_info info =
      py::reinterpret_borrow<py::buffer>(array).request(isModified);
  return {info.ptr, static_cast<uint64_t>(info.size * info.itemsize / rows)};
}

/// Returns (kinds, exit codes, bits of the results, outputs, errors, {instance:
/// trap}, seconds). Lists have a row for all instances, or one for each. Arrays
/// are contiguous.
static py::tuple run(const Wasm &wasm, int64_t instances,
                     const std::vector<uint64_t> &arguments,
                     const std::vector<std::string> &words, size_t wordRows,
                     const std::vector<std::string> &environment,
                     const std::vector<std::string> &folders, double timeout,
                     uint64_t seed, const py::object &shared,
                     const py::object &input, const py::object &output) {
  wasm.context.checkUsable();
  CallInFlight inFlight;
  auto wordRefs = toRefs(words), variables = toRefs(environment),
       folderRefs = toRefs(folders);
  ZynWasmRequest request = {};
  request.instances = instances;
  request.arguments = arguments.data();
  request.numArguments = arguments.size();
  request.words = wordRefs.data();
  request.numWords = wordRefs.size();
  request.numWordRows = wordRows;
  request.environment = variables.data();
  request.numVariables = variables.size();
  request.folders = folderRefs.data();
  request.numFolders = folderRefs.size() / 2;
  request.timeout = timeout;
  request.seed = seed;
  request.shared = toBuffer(shared, /*rows=*/1, /*isModified=*/true);
  request.input = toBuffer(input, instances, /*isModified=*/false);
  request.output = toBuffer(output, instances, /*isModified=*/true);
  ZynWasmResultsRef returned;
  callUnlocked([&] {
    return zynWasmRun(wasm.handle.get(), wasm.context.handle(), &request,
                      &returned);
  });
  Shared<ZynWasmResultsRef> results(returned, zynWasmResultsDestroy);
  auto columns =
      static_cast<py::ssize_t>(zynWasmGetNumResults(wasm.handle.get()));
  py::array_t<uint8_t> kinds(instances);
  py::array_t<uint32_t> exitCodes(instances);
  py::array_t<uint64_t> bits({instances, columns});
  py::list outputs, errors;
  py::dict traps;
  for (int64_t i = 0; i < instances; ++i) {
    ZynInstanceOutcome outcome = zynWasmResultsGetOutcome(returned, i);
    kinds.mutable_at(i) = static_cast<uint8_t>(outcome.kind);
    exitCodes.mutable_at(i) = outcome.exitCode;
    std::copy_n(outcome.results, columns, bits.mutable_data() + i * columns);
    outputs.append(toBytes(outcome.output));
    errors.append(toBytes(outcome.errors));
    if (outcome.trap)
      traps[py::int_(i)] = Diagnostic(outcome.trap);
  }
  return py::make_tuple(kinds, exitCodes, bits, outputs, errors, traps,
                        zynWasmResultsGetSeconds(returned));
}

void zyn::python::bindWasm(py::module_ &module) {
  py::class_<Wasm>(module, "WasmCode")
      .def_static("compile", &compile)
      .def_property_readonly("parameters", &listParameters)
      .def_property_readonly("results", &listResults)
      .def("run", &run);
  module.def("default_instance_device", &zynWasmGetDefaultDevice);
}
