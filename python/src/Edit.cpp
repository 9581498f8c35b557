//===- Edit.cpp - Changes of ops in Python --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit.h"
#include "Diagnostics.h"
#include "Ops.h"
#include "Zyn-c/Edit.h"

#include <map>

namespace py = pybind11;
using namespace zyn::python;

Module zyn::python::rewrite(const Module &module,
                            const py::function &function) {
  ZynModuleRef created;
  ZynOpRef root;
  {
    // Both wait for the context of the module, which the copy shares.
    Unlocked unlocked;
    created = zynModuleCopy(module.handle.get());
    root = zynModuleGetOp(created);
  }
  Module copy(created);
  auto edit = std::make_shared<Edit>();
  struct Closed {
    Edit &edit;
    ~Closed() { edit.close(); }
  } closed{*edit};
  function(Op(copy.handle, edit, root));
  edit->close();
  callUnlocked([&] { return zynModuleVerify(created); });
  return copy;
}

/// Throws `zyn.Error` unless `op` can be changed.
static void checkOpen(const Op &op) {
  if (!op.edit() || !op.edit()->isOpen())
    raise("the module is immutable; ops are changed by a function that "
          "zyn.Module.rewrite or zyn.PassManager calls");
  (void)op.get();
}

/// Returns the value, which must be in the module of `op`.
static ZynValueRef getIn(const Op &op, const Value &value) {
  if (!op.isInModuleOf(value.owner))
    raise("the value is that of another module");
  return value.get();
}

//===----------------------------------------------------------------------===//
// Attributes, operands and uses
//===----------------------------------------------------------------------===//

static void setAttribute(const Op &op, const std::string &name,
                         const std::optional<std::string> &value) {
  checkOpen(op);
  ZynOpRef ref = op.get();
  callUnlocked([&]() -> ZynErrorRef {
    if (value)
      return zynOpSetAttribute(op.module(), ref, toRef(name), toRef(*value));
    zynOpRemoveAttribute(op.module(), ref, toRef(name));
    return nullptr;
  });
}

static void setOperand(const Op &op, size_t index, const Value &value) {
  checkOpen(op);
  ZynOpRef ref = op.get();
  ZynValueRef operand = getIn(op, value);
  callUnlocked(
      [&] { return zynOpSetOperand(op.module(), ref, index, operand); });
}

static void replaceUses(const Value &value, const Value &replacement) {
  checkOpen(value.owner);
  ZynValueRef from = value.get(), to = getIn(value.owner, replacement);
  callUnlocked(
      [&] { return zynValueReplaceUses(value.owner.module(), from, to); });
}

//===----------------------------------------------------------------------===//
// Erasing and creating ops
//===----------------------------------------------------------------------===//

static void appendNested(ZynModuleRef module, ZynOpRef op,
                         std::vector<ZynOpRef> &ops) {
  ops.push_back(op);
  std::vector<ZynOpRef> children;
  zynOpForEachChild(
      module, op,
      [](ZynOpRef child, void *userData) {
        static_cast<std::vector<ZynOpRef> *>(userData)->push_back(child);
      },
      &children);
  for (ZynOpRef child : children)
    appendNested(module, child, ops);
}

static void erase(const Op &op) {
  checkOpen(op);
  ZynOpRef ref = op.get();
  std::vector<ZynOpRef> erased;
  appendNested(op.module(), ref, erased);
  callUnlocked([&] { return zynOpErase(op.module(), ref); });
  for (ZynOpRef nested : erased)
    op.edit()->forget(nested);
}

/// Whether an op is `ancestor` or nested in it.
static bool isNestedIn(const Op &op, const Op &ancestor) {
  for (ZynOpRef ref = op.get(); ref; ref = zynOpGetParent(ref))
    if (ref == ancestor.get())
      return true;
  return false;
}

static void replaceWith(const Op &op, const std::vector<Value> &values) {
  checkOpen(op);
  std::vector<ZynValueRef> results;
  zynOpForEachResult(
      op.module(), op.get(),
      [](ZynValueRef value, void *userData) {
        static_cast<decltype(results) *>(userData)->push_back(value);
      },
      &results);
  if (results.size() != values.size())
    raise("'" + op.name() + "' has " + std::to_string(results.size()) +
          (results.size() == 1 ? " result, " : " results, ") +
          std::to_string(values.size()) + " given to replace it with");
  // Nothing changes if one of the values cannot replace its result: the first
  // loop fails then.
  for (size_t i = 0; i < values.size(); ++i) {
    (void)getIn(op, values[i]);
    if (isNestedIn(values[i].owner, op))
      raise("cannot replace '" + op.name() +
            "' with a value that it defines, and erase it");
    if (Value{op, results[i]}.type() != values[i].type())
      replaceUses({op, results[i]}, values[i]);
  }
  for (size_t i = 0; i < values.size(); ++i)
    replaceUses({op, results[i]}, values[i]);
  erase(op);
}

namespace {
/// A position that is given as one of three arguments.
struct Position {
  Position(const std::optional<Op> &before, const std::optional<Op> &after,
           const std::optional<Op> &inside) {
    if (before.has_value() + after.has_value() + inside.has_value() != 1)
      throw py::type_error("expected one of before, after and inside");
    anchor = before ? &*before : after ? &*after : &*inside;
    kind = before  ? ZynInsertPositionBefore
           : after ? ZynInsertPositionAfter
                   : ZynInsertPositionInside;
  }

  const Op *anchor;
  ZynInsertPosition kind;
};
} // namespace

static std::vector<Op> createOps(const std::string &text,
                                 const std::vector<Value> &operands,
                                 const Position &position) {
  const Op &anchor = *position.anchor;
  checkOpen(anchor);
  ZynOpRef ref = anchor.get();
  std::vector<ZynValueRef> values;
  values.reserve(operands.size());
  for (const Value &operand : operands)
    values.push_back(getIn(anchor, operand));
  std::vector<ZynOpRef> created;
  callUnlocked([&] {
    return zynOpsCreate(
        anchor.module(), toRef(text), values.data(), values.size(), ref,
        position.kind,
        [](ZynOpRef op, void *userData) {
          static_cast<decltype(created) *>(userData)->push_back(op);
        },
        &created);
  });
  std::vector<Op> ops;
  for (ZynOpRef op : created)
    ops.push_back(anchor.at(op));
  return ops;
}

/// Returns the elements with commas in between.
static std::string join(const std::vector<std::string> &texts) {
  std::string joined;
  for (const std::string &text : texts)
    joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

/// Returns an op in MLIR's generic syntax.
static std::string
formatGeneric(const std::string &name, const std::vector<Value> &operands,
              const std::vector<std::string> &results,
              const std::map<std::string, std::string> &attributes,
              const std::vector<std::string> &regions) {
  std::vector<std::string> names, types, pairs, bodies;
  for (size_t i = 0; i < operands.size(); ++i) {
    names.push_back("%" + std::to_string(i));
    types.push_back(operands[i].type());
  }
  for (const auto &[key, value] : attributes)
    pairs.push_back("\"" + key + "\" = " + value);
  for (const std::string &region : regions)
    bodies.push_back("{\n" + region + "\n}");
  std::string text = "\"" + name + "\"(" + join(names) + ")";
  if (!regions.empty())
    text += " (" + join(bodies) + ")";
  return text + " {" + join(pairs) + "} : (" + join(types) + ") -> (" +
         join(results) + ")";
}

void zyn::python::bindEdit(py::class_<Op> &op, py::class_<Value> &value) {
  op.def(
        "set_attribute", &setAttribute, py::arg("name"), py::arg("value"),
        R"(Sets an attribute to the one that value denotes in MLIR's syntax, such as
'3 : i64', or removes it if value is None.)")
      .def("set_operand", &setOperand, py::arg("index"), py::arg("value"),
           "Makes operand number index, from 0, a zyn.Value.")
      .def("erase", &erase,
           "Erases the op and those in its regions. Raises zyn.Error if "
           "another op uses one of their values.")
      .def("replace_with", &replaceWith, py::arg("values"),
           "Makes the users of its results use a list of other values of the "
           "same types, and erases it. If one of them cannot be used, nothing "
           "changes.")
      .def_static(
          "create",
          [](const std::string &name, const std::vector<Value> &operands,
             const std::vector<std::string> &results,
             const std::map<std::string, std::string> &attributes,
             const std::vector<std::string> &regions,
             const std::optional<Op> &before, const std::optional<Op> &after,
             const std::optional<Op> &inside) {
            std::vector<Op> ops = createOps(
                formatGeneric(name, operands, results, attributes, regions),
                operands, Position(before, after, inside));
            if (ops.size() != 1)
              raise("expected the parts of one op, found those of " +
                    std::to_string(ops.size()));
            return ops.front();
          },
          py::arg("name"), py::arg("operands") = py::tuple(),
          py::arg("results") = py::tuple(), py::arg("attributes") = py::dict(),
          py::arg("regions") = py::tuple(), py::kw_only(),
          py::arg("before") = py::none(), py::arg("after") = py::none(),
          py::arg("inside") = py::none(),
          R"(Creates an op, and returns it.

name        such as 'arith.addf'
operands    a list of zyn.Value
results     the types of its results as text
attributes  a dict of names and attributes as text
regions     the text of each region, in which %0, %1 and so on are the operands
before, after, inside
            where it is created: before or after another op, or at the end of
            the last block in the first region of one

Its location is that of the other op. Raises zyn.Error if there is no such op or
a text is not valid.)")
      .def_static(
          "parse",
          [](const std::string &text, const std::vector<Value> &operands,
             const std::optional<Op> &before, const std::optional<Op> &after,
             const std::optional<Op> &inside) {
            return createOps(text, operands, Position(before, after, inside));
          },
          py::arg("text"), py::arg("operands") = py::tuple(), py::kw_only(),
          py::arg("before") = py::none(), py::arg("after") = py::none(),
          py::arg("inside") = py::none(),
          R"(Creates ops from text, in which %0, %1 and so on are operands, and returns a
list of those that are not nested in others. The position is as for create.)");
  value.def("replace_uses_with", &replaceUses, py::arg("value"),
            "Makes all users use another value of the same type.");
}
