//===- Edit.h - Changes of ops in Python --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_EDIT_H
#define ZYN_PYTHON_EDIT_H

#include "Handle.h"

#include <pybind11/pybind11.h>

#include <thread>
#include <unordered_map>

namespace zyn::python {

class Op;
struct Value;
struct Module;

/// The time in which a function of Python changes the ops of a module. Only its
/// thread may use them, and those that it erases are known. Guarded by the GIL.
class Edit {
public:
  /// Returns the number of an op, which another op at the same address does not
  /// have.
  uint64_t track(ZynOpRef op) {
    return serials.try_emplace(op, serials.size() + numErased).first->second;
  }
  bool isAlive(ZynOpRef op, uint64_t serial) const {
    auto found = serials.find(op);
    return found != serials.end() && found->second == serial;
  }
  void forget(ZynOpRef op) { numErased += serials.erase(op); }

  bool isOpen() const { return open; }
  bool isInThread() const { return thread == std::this_thread::get_id(); }
  /// The module does not change anymore.
  void close() { open = false; }

private:
  std::unordered_map<ZynOpRef, uint64_t> serials;
  uint64_t numErased = 0;
  bool open = true;
  std::thread::id thread = std::this_thread::get_id();
};

/// Returns a copy of `module` that `function` has changed, which is called with
/// the op of the copy. Throws `zyn.Error` if it is not valid then.
Module rewrite(const Module &module, const pybind11::function &function);

/// Adds the methods of `zyn.Op` and `zyn.Value` that change them.
void bindEdit(pybind11::class_<Op> &op, pybind11::class_<Value> &value);

} // namespace zyn::python

#endif // ZYN_PYTHON_EDIT_H
