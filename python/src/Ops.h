//===- Ops.h - Ops and values in Python ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_OPS_H
#define ZYN_PYTHON_OPS_H

#include "Edit.h"
#include "IR.h"

#include <string>
#include <vector>

namespace zyn::python {

/// `zyn.Op`. It shares its module.
class Op {
public:
  /// `edit` is null for an op of an immutable module.
  Op(Shared<ZynModuleRef> module, std::shared_ptr<Edit> edit, ZynOpRef op)
      : shared(std::move(module)), changes(std::move(edit)), op(op),
        serial(changes ? changes->track(op) : 0) {}

  /// Throws `zyn.Error` if the op has been erased, or another thread changes
  /// its module.
  ZynOpRef get() const;
  ZynModuleRef module() const { return shared.get(); }
  const std::shared_ptr<Edit> &edit() const { return changes; }

  /// Returns another op of the module.
  Op at(ZynOpRef other) const { return Op(shared, changes, other); }

  bool isErased() const { return changes && !changes->isAlive(op, serial); }
  /// Whether another thread changes its module.
  bool isInUse() const {
    return changes && changes->isOpen() && !changes->isInThread();
  }
  bool isInModuleOf(const Op &other) const { return shared == other.shared; }
  std::string name() const { return toString(zynOpGetName(get())); }
  std::string location() const;

  /// Serials are those of one edit. Ops that another one or none has found are
  /// at their addresses, unless they were erased.
  bool operator==(const Op &other) const {
    if (op != other.op || shared != other.shared)
      return false;
    return changes == other.changes ? serial == other.serial
                                    : !isErased() && !other.isErased();
  }
  size_t hash() const { return std::hash<ZynOpRef>()(op); }

private:
  Shared<ZynModuleRef> shared;
  std::shared_ptr<Edit> changes;
  ZynOpRef op;
  uint64_t serial;
};

/// `zyn.Value`.
struct Value {
  Op owner;
  ZynValueRef value;

  /// Throws as `Op::get` does for the op that defines the value.
  ZynValueRef get() const;
  std::string type() const;
  size_t index() const { return zynValueGetIndex(get()); }
  bool isBlockArgument() const { return zynValueIsBlockArgument(get()); }
  bool operator==(const Value &other) const {
    return value == other.value && owner == other.owner;
  }
};

/// Returns the op and all ops nested in it, each before those in its regions.
std::vector<Op> walk(const Op &op);

void bindOps(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_OPS_H
