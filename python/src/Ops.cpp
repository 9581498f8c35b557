//===- Ops.cpp - Ops and values in Python ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "Diagnostics.h"

#include <pybind11/operators.h>

#include <map>

namespace py = pybind11;
using namespace zyn::python;

// These functions wait for the module's context without the GIL: a pipeline
// that uses the context may wait for the GIL, to call a function of Python.

ZynOpRef Op::get() const {
  if (isInUse())
    raise("an op that is being changed can only be used by the thread that "
          "changes it");
  if (isErased())
    raise("the op has been erased");
  return op;
}

ZynValueRef Value::get() const {
  (void)owner.get();
  return value;
}

/// Returns what `function` prints about an op or value.
template <typename Ref>
static std::string printed(void (*function)(ZynModuleRef, Ref,
                                            ZynStringCallback, void *),
                           const Op &op, Ref printable) {
  Unlocked unlocked;
  std::string text;
  function(op.module(), printable, append, &text);
  return text;
}

std::string Op::location() const {
  return printed(zynOpPrintLocation, *this, get());
}

std::string Value::type() const {
  return printed(zynValuePrintType, owner, get());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static void appendOp(ZynOpRef op, void *userData) {
  static_cast<std::vector<ZynOpRef> *>(userData)->push_back(op);
}

static std::vector<Op> listChildren(const Op &op) {
  std::vector<ZynOpRef> children;
  zynOpForEachChild(op.module(), op.get(), appendOp, &children);
  std::vector<Op> ops;
  for (ZynOpRef child : children)
    ops.push_back(op.at(child));
  return ops;
}

static void appendNested(const Op &op, std::vector<Op> &ops) {
  ops.push_back(op);
  for (const Op &child : listChildren(op))
    appendNested(child, ops);
}

std::vector<Op> zyn::python::walk(const Op &op) {
  std::vector<Op> ops;
  appendNested(op, ops);
  return ops;
}

static std::optional<Op> getParent(const Op &op) {
  ZynOpRef parent = zynOpGetParent(op.get());
  return parent ? std::optional(op.at(parent)) : std::nullopt;
}

static std::map<std::string, std::string> listAttributes(const Op &op) {
  ZynOpRef ref = op.get();
  Unlocked unlocked;
  std::map<std::string, std::string> attributes;
  zynOpForEachAttribute(
      op.module(), ref,
      [](ZynStringRef name, ZynStringRef value, void *userData) {
        auto &all = *static_cast<decltype(attributes) *>(userData);
        all.emplace(toString(name), toString(value));
      },
      &attributes);
  return attributes;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

using ForEachValue = void (*)(ZynModuleRef, ZynOpRef, ZynValueCallback, void *);

template <ForEachValue forEach>
static std::vector<Value> listValues(const Op &op) {
  std::vector<ZynValueRef> refs;
  forEach(
      op.module(), op.get(),
      [](ZynValueRef value, void *userData) {
        static_cast<decltype(refs) *>(userData)->push_back(value);
      },
      &refs);
  std::vector<Value> values;
  for (ZynValueRef ref : refs)
    values.push_back({op.at(zynValueGetOwner(ref)), ref});
  return values;
}

static std::vector<std::string> listResultTypes(const Op &op) {
  std::vector<std::string> types;
  for (const Value &result : listValues<zynOpForEachResult>(op))
    types.push_back(result.type());
  return types;
}

static std::vector<Op> listUsers(const Value &value) {
  std::vector<ZynOpRef> users;
  zynValueForEachUser(value.owner.module(), value.get(), appendOp, &users);
  std::vector<Op> ops;
  for (ZynOpRef user : users)
    ops.push_back(value.owner.at(user));
  return ops;
}

/// Returns why an op or value has no description, or null.
static const char *explainMissing(const Op &op) {
  return op.isInUse()    ? "changed by another thread"
         : op.isErased() ? "erased"
                         : nullptr;
}

static std::string describe(const Value &value) {
  if (const char *why = explainMissing(value.owner))
    return std::string("<zyn.Value, ") + why + ">";
  return std::string("<zyn.Value ") +
         (value.isBlockArgument() ? "argument #" : "result #") +
         std::to_string(value.index()) + " of '" + value.owner.name() +
         "' : " + value.type() + ">";
}

static std::string describe(const Op &op) {
  if (const char *why = explainMissing(op))
    return std::string("<zyn.Op, ") + why + ">";
  return "<zyn.Op '" + op.name() + "' at " + op.location() + ">";
}

void zyn::python::bindOps(py::module_ &module) {
  py::class_<Op> op(module, "Op",
                    R"(An op of a module, which it keeps alive.

Ops can be changed by a function that zyn.Module.rewrite or zyn.PassManager
calls. An op that was erased raises zyn.Error.)");
  py::class_<Value> value(module, "Value",
                          "A result of an op or an argument of a block.");
  op.def_property_readonly("name", &Op::name, "the name, such as 'zyn.matmul'")
      .def_property_readonly("location", &Op::location,
                             "the source location, 'file:line:column'")
      .def_property_readonly("attributes", &listAttributes,
                             "a dict of names and attributes as text")
      .def_property_readonly("operands", &listValues<zynOpForEachOperand>,
                             "the list of operands, each a zyn.Value")
      .def_property_readonly("results", &listValues<zynOpForEachResult>,
                             "the list of results, each a zyn.Value")
      .def_property_readonly("result_types", &listResultTypes,
                             "the types of the results as text")
      .def_property_readonly("block_arguments",
                             &listValues<zynOpForEachBlockArgument>,
                             "the arguments of the blocks in its regions, each "
                             "a zyn.Value")
      .def_property_readonly("children", &listChildren,
                             "the ops in its regions, not those nested deeper")
      .def_property_readonly("parent", &getParent,
                             "the op whose region contains it, or None")
      .def_property_readonly("is_erased", &Op::isErased,
                             "whether it has been erased")
      .def("walk", &walk,
           "Returns the op and all ops nested in it, each before those in its "
           "regions.")
      .def(py::self == py::self)
      .def("__hash__", &Op::hash)
      .def("__str__",
           [](const Op &op) { return printed(zynOpPrint, op, op.get()); })
      .def("__repr__", [](const Op &op) { return describe(op); });

  value.def_property_readonly("type", &Value::type, "the type as text")
      .def_property_readonly(
          "owner",
          [](const Value &value) {
            (void)value.get();
            return value.owner;
          },
          "the op that defines it, or in whose region the block of an "
          "argument is")
      .def_property_readonly(
          "index", &Value::index,
          "which result of the op or argument of the block it is")
      .def_property_readonly("is_block_argument", &Value::isBlockArgument,
                             "whether it is an argument of a block")
      .def_property_readonly("users", &listUsers,
                             "the ops that use it, once for each use")
      .def(py::self == py::self)
      .def("__hash__",
           [](const Value &value) {
             return std::hash<ZynValueRef>()(value.value);
           })
      .def("__repr__", [](const Value &value) { return describe(value); });
  bindEdit(op, value);
}
