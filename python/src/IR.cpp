//===- IR.cpp - Modules and ops in Python ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR.h"
#include "Diagnostics.h"

#include <pybind11/operators.h>

#include <map>

namespace py = pybind11;
using namespace zyn::python;

namespace {
/// `zyn.Op`. It shares its module.
struct Op {
  Shared<ZynModuleRef> module;
  ZynOpRef op;

  bool operator==(const Op &other) const { return op == other.op; }
};

/// `zyn.Value`.
struct Value {
  std::string type;
  Op owner;
  size_t index;
  bool isBlockArgument;
};
} // namespace

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

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

static py::bytes toBytecode(const Module &module) {
  std::string bytes;
  {
    Unlocked unlocked;
    zynModuleWriteBytecode(module.handle.get(), append, &bytes);
  }
  return py::bytes(bytes);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

// These functions wait for the module's context without the GIL: a pipeline
// that uses the context may wait for the GIL, to call a function of Python.

static Op getRoot(const Module &module) {
  Unlocked unlocked;
  return {module.handle, zynModuleGetOp(module.handle.get())};
}

static std::vector<Op> listChildren(const Op &op) {
  std::pair<const Op &, std::vector<Op>> state{op, {}};
  zynOpForEachChild(
      op.module.get(), op.op,
      [](ZynOpRef child, void *userData) {
        auto &[parent, children] = *static_cast<decltype(state) *>(userData);
        children.push_back({parent.module, child});
      },
      &state);
  return std::move(state.second);
}

/// Appends the ops in the regions of `op`, each before those nested in it.
static void walk(const Op &op, std::vector<Op> &ops) {
  ops.push_back(op);
  for (const Op &child : listChildren(op))
    walk(child, ops);
}

static std::map<std::string, std::string> listAttributes(const Op &op) {
  Unlocked unlocked;
  std::map<std::string, std::string> attributes;
  zynOpForEachAttribute(
      op.module.get(), op.op,
      [](ZynStringRef name, ZynStringRef value, void *userData) {
        auto &all = *static_cast<decltype(attributes) *>(userData);
        all.emplace(toString(name), toString(value));
      },
      &attributes);
  return attributes;
}

static std::vector<Value> listOperands(const Op &op) {
  Unlocked unlocked;
  std::pair<const Op &, std::vector<Value>> state{op, {}};
  zynOpForEachOperand(
      op.module.get(), op.op,
      [](ZynStringRef type, ZynOpRef owner, size_t index, bool isBlockArgument,
         void *userData) {
        auto &[user, operands] = *static_cast<decltype(state) *>(userData);
        operands.push_back(
            {toString(type), {user.module, owner}, index, isBlockArgument});
      },
      &state);
  return std::move(state.second);
}

static std::vector<std::string> listResultTypes(const Op &op) {
  Unlocked unlocked;
  std::vector<std::string> types;
  zynOpForEachResult(
      op.module.get(), op.op,
      [](ZynStringRef type, void *userData) {
        static_cast<std::vector<std::string> *>(userData)->push_back(
            toString(type));
      },
      &types);
  return types;
}

/// Returns what `function` prints about `op`.
static std::string printed(void (*function)(ZynModuleRef, ZynOpRef,
                                            ZynStringCallback, void *),
                           const Op &op) {
  Unlocked unlocked;
  std::string text;
  function(op.module.get(), op.op, append, &text);
  return text;
}

static void bindOps(py::module_ &module) {
  py::class_<Op>(module, "Op", "An op of a module, which it keeps alive.")
      .def_property_readonly(
          "name", [](const Op &op) { return toString(zynOpGetName(op.op)); },
          "the name, such as 'zyn.matmul'")
      .def_property_readonly(
          "location",
          [](const Op &op) { return printed(zynOpPrintLocation, op); },
          "the source location, 'file:line:column'")
      .def_property_readonly("attributes", &listAttributes,
                             "a dict of names and attributes as text")
      .def_property_readonly("operands", &listOperands,
                             "the list of operands, each a zyn.Value")
      .def_property_readonly("result_types", &listResultTypes,
                             "the types of the results as text")
      .def_property_readonly("children", &listChildren,
                             "the ops in its regions, not those nested deeper")
      .def(
          "walk",
          [](const Op &op) {
            std::vector<Op> ops;
            walk(op, ops);
            return ops;
          },
          "Returns the op and all ops nested in it, each before those in its "
          "regions.")
      .def(py::self == py::self)
      .def("__hash__",
           [](const Op &op) { return std::hash<ZynOpRef>()(op.op); })
      .def("__str__", [](const Op &op) { return printed(zynOpPrint, op); })
      .def("__repr__", [](const Op &op) {
        return "<zyn.Op '" + toString(zynOpGetName(op.op)) + "' at " +
               printed(zynOpPrintLocation, op) + ">";
      });

  py::class_<Value>(module, "Value", "An operand of an op.")
      .def_readonly("type", &Value::type, "the type as text")
      .def_readonly("owner", &Value::owner,
                    "the op that defines it, or in whose region the block of "
                    "an argument is")
      .def_readonly("index", &Value::index,
                    "which result of the op or argument of the block it is")
      .def_readonly("is_block_argument", &Value::isBlockArgument,
                    "whether it is an argument of a block")
      .def("__repr__", [](const Value &value) {
        return std::string("<zyn.Value ") +
               (value.isBlockArgument ? "argument #" : "result #") +
               std::to_string(value.index) + " of '" +
               toString(zynOpGetName(value.owner.op)) + "' : " + value.type +
               ">";
      });
}

void zyn::python::bindIR(py::module_ &module) {
  bindOps(module);
  py::class_<Module>(module, "Module", R"(A parsed and verified module.

It is immutable: passes return a new one. All functions are thread-safe.

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
      .def_property_readonly(
          "bytecode", &toBytecode,
          "the module as bytecode of the MLIR version that Zyn was built with")
      .def("__str__", &print)
      .def("__repr__", [](const Module &module) {
        return "<zyn.Module with " +
               std::to_string(listChildren(getRoot(module)).size()) + " ops>";
      });
}
