//===- IR.cpp - Modules in Python -----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR.h"
#include "Diagnostics.h"
#include "Ops.h"
#include "Zyn-c/LoweringPage.h"

#include <optional>

namespace py = pybind11;
using namespace zyn::python;

static Module parse(std::string_view source, const std::string &name) {
  ZynModuleRef module;
  callUnlocked(
      [&] { return zynModuleParse(toRef(source), toRef(name), &module); });
  return Module(module);
}

static Module parseFile(const py::object &path) {
  auto text =
      py::module_::import("os").attr("fsencode")(path).cast<std::string>();
  ZynModuleRef module;
  callUnlocked([&] { return zynModuleRead(toRef(text), &module); });
  return Module(module);
}

static std::string print(const Module &module) {
  Unlocked unlocked;
  std::string text;
  zynModulePrint(module.handle.get(), append, &text);
  return text;
}

static py::str printShort(const Module &module, int64_t maxElements) {
  std::string text;
  {
    Unlocked unlocked;
    zynModulePrintShort(module.handle.get(), maxElements, append, &text);
  }
  return decode(text);
}

static py::bytes toBytecode(const Module &module) {
  std::string bytes;
  {
    Unlocked unlocked;
    zynModuleWriteBytecode(module.handle.get(), append, &bytes);
  }
  return py::bytes(bytes);
}

static Op getRoot(const Module &module) {
  // Another thread may use the context and wait for the GIL.
  Unlocked unlocked;
  return {module.handle, nullptr, zynModuleGetOp(module.handle.get())};
}

static size_t countOps(const Module &module) {
  size_t count = 0;
  zynOpForEachChild(
      module.handle.get(), getRoot(module).get(),
      [](ZynOpRef, void *userData) { ++*static_cast<size_t *>(userData); },
      &count);
  return count;
}

/// Calls `receive` with a page, and raises `zyn.Error` after that if a stage
/// failed. `source` is None or text.
static void showLowering(const Module &module, const std::string &device,
                         const std::string &chip, const std::string &features,
                         const std::string &entry,
                         const std::optional<std::string> &source,
                         const std::string &title,
                         const py::function &receive) {
  ZynLoweringPageOptions options = {};
  ZynStringRef text;
  options.device = toRef(device);
  options.chip = toRef(chip);
  options.features = toRef(features);
  options.entry = toRef(entry);
  options.title = toRef(title);
  if (source) {
    text = toRef(*source);
    options.source = &text;
  }
  std::string page;
  ZynErrorRef error;
  {
    Unlocked unlocked;
    error = zynShowLowering(module.handle.get(), &options, append, &page);
  }
  if (!page.empty())
    receive(decode(page));
  check(error);
}

void zyn::python::bindModule(py::module_ &module) {
  module.def("print_short", &printShort);
  module.def("show_lowering", &showLowering);
  py::class_<Module>(module, "Module", R"(A parsed and verified module.

It is immutable: passes and rewrite return a new one. All functions are thread-safe.

>>> module = zyn.Module.parse("func.func @f(%x: f32) -> f32 { return %x : f32 }")
>>> print(module)
module {
  func.func @f(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
}
<BLANKLINE>
>>> [op.name for op in module.op.walk()]
['builtin.module', 'func.func', 'func.return']
)")
      .def_static("parse", &parse, py::arg("source"), py::arg("name") = "-",
                  R"(Parses MLIR text (str or bytes) or bytecode (bytes).

name is the file name in source locations. Raises zyn.Error if the module is
not valid.

>>> zyn.Module.parse("func.func @f(", name="f.mlir")
Traceback (most recent call last):
...
zyn.Error: f.mlir:1:13: error: expected non-function type
)")
      .def_static("parse_file", &parseFile, py::arg("path"),
                  "Reads and parses a file. Raises zyn.Error.")
      .def_property_readonly("op", &getRoot, "the op 'builtin.module'")
      .def("rewrite", &rewrite, py::arg("function"),
           R"(Returns a copy that function(op) has changed.

It is called with the op 'builtin.module' of the copy. Until it returns, ops of
the copy can be changed, created and erased, by this thread. An exception that
it raises is passed on. Raises zyn.Error if the copy is not valid afterwards.

>>> def rename(op):
...     op.children[0].set_attribute("sym_name", '"g"')
>>> print(zyn.Module.parse("func.func @f() { return }").rewrite(rename))
module {
  func.func @g() {
    return
  }
}
<BLANKLINE>
)")
      .def_property_readonly(
          "bytecode", &toBytecode,
          "the module as bytecode of the MLIR version that Zyn was built with")
      .def("__str__", &print)
      .def("__repr__", [](const Module &module) {
        return "<zyn.Module with " + std::to_string(countOps(module)) + " ops>";
      });
}
