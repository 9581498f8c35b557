//===- Program.cpp - Programs of the matrix VM in Python ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Context.h"
#include "Diagnostics.h"
#include "ElementTypes.h"
#include "IR.h"
#include "Zyn-c/Program.h"

namespace py = pybind11;
using namespace zyn::python;

namespace {
/// A program, for any device.
struct Executable {
  explicit Executable(ZynProgramRef program)
      : handle(program, zynProgramDestroy) {}

  Shared<ZynProgramRef> handle;
};

/// A program that was compiled for a device.
struct Code {
  Context context;
  Shared<ZynProgramCodeRef> handle;
};
} // namespace

static Executable load(std::string_view bytes, const std::string &name) {
  ZynProgramRef program;
  check(zynProgramLoad(toRef(bytes), toRef(name), &program));
  return Executable(program);
}

static Executable encode(const Module &module, const std::string &entry) {
  ZynProgramRef program;
  callUnlocked([&] {
    return zynProgramEncode(module.handle.get(), toRef(entry), &program);
  });
  return Executable(program);
}

static Module decodeProgram(const Executable &program) {
  ZynModuleRef module;
  callUnlocked([&] { return zynProgramDecode(program.handle.get(), &module); });
  return Module(module);
}

static std::string report(const Executable &program) {
  std::string text;
  zynProgramReport(program.handle.get(), append, &text);
  return text;
}

static Code compile(const Executable &program, const std::string &device,
                    int engine) {
  Context context = Context::open(device);
  ZynProgramCodeRef code;
  callUnlocked([&] {
    return zynProgramCompile(program.handle.get(), context.handle(),
                             static_cast<ZynEngine>(engine), &code);
  });
  return {context, {code, zynProgramCodeDestroy}};
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Returns a view of a row-major array. Throws `zyn.Error` for types that Zyn
/// does not have.
static ZynHostArray toHostArray(const py::array &array, size_t index,
                                std::vector<int64_t> &shape) {
  std::optional<ZynElementType> element = fromNumPy(array.dtype());
  if (!element)
    raise("input #" + std::to_string(index) + " has elements of type '" +
          py::str(array.dtype()).cast<std::string>() + "'");
  shape.assign(array.shape(), array.shape() + array.ndim());
  return {*element, shape.size(), shape.data(), array.data()};
}

/// Returns an array that keeps the results alive.
static py::array toArray(const ZynHostArray &array, const py::object &owner) {
  return py::array(toNumPy(array.element),
                   std::vector<int64_t>(array.shape, array.shape + array.rank),
                   array.elements, owner);
}

/// Returns (outputs, states, report, traps). The inputs are in row-major order.
static py::tuple run(const Code &code, const std::vector<py::array> &inputs,
                     int64_t instances, uint32_t seed,
                     int64_t maxInstructions) {
  code.context.checkUsable();
  CallInFlight inFlight;
  std::vector<std::vector<int64_t>> shapes(inputs.size());
  std::vector<ZynHostArray> arrays;
  for (size_t i = 0; i < inputs.size(); ++i)
    arrays.push_back(toHostArray(inputs[i], i, shapes[i]));
  ZynProgramOptions options = {instances, maxInstructions, seed};
  ZynProgramResultsRef results;
  callUnlocked([&] {
    return zynProgramRun(code.handle.get(), code.context.handle(), &options,
                         arrays.data(), arrays.size(), &results);
  });
  py::capsule owner(results, [](void *pointer) {
    zynProgramResultsDestroy(static_cast<ZynProgramResultsRef>(pointer));
  });
  py::list outputs;
  for (size_t i = 0, end = zynProgramResultsGetNumOutputs(results); i < end;
       ++i)
    outputs.append(toArray(zynProgramResultsGetOutput(results, i), owner));
  std::vector<Diagnostic> traps;
  for (size_t i = 0, end = zynProgramResultsGetNumTraps(results); i < end; ++i)
    traps.emplace_back(zynProgramResultsGetTrap(results, i));
  return py::make_tuple(
      outputs, toArray(zynProgramResultsGetStates(results), owner),
      decode(toView(zynProgramResultsGetReport(results))), traps);
}

void zyn::python::bindProgram(py::module_ &module) {
  module.def("has_program", [](const Module &module, const std::string &entry) {
    Unlocked unlocked;
    return zynModuleHasProgram(module.handle.get(), toRef(entry));
  });
  py::class_<Executable>(module, "Executable")
      .def_static("load", &load)
      .def_static("encode", &encode)
      .def_property_readonly(
          "bytes",
          [](const Executable &program) {
            return py::bytes(
                toString(zynProgramGetExecutable(program.handle.get())));
          })
      .def("decode", &decodeProgram)
      .def("report",
           [](const Executable &program) { return decode(report(program)); })
      .def("compile", &compile);
  py::class_<Code>(module, "ProgramCode").def("run", &run);
}
