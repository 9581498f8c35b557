//===- Context.h - Devices in use in Python ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_CONTEXT_H
#define ZYN_PYTHON_CONTEXT_H

#include "Handle.h"

#include <pybind11/pybind11.h>

namespace zyn::python {

/// A device in use.
class Context {
public:
  /// Returns the context of the device called `name`. All functions on a CPU or
  /// GPU share its context, so that they share its memory and threads; each one
  /// on the emulator has its own, with its own findings. Throws `zyn.Error`.
  static Context open(const std::string &name);

  ZynContextRef handle() const { return shared->handle; }
  const std::string &label() const { return shared->name; }
  ZynDeviceKind kind() const { return shared->kind; }
  bool isGPU() const { return kind() == ZynDeviceKindCUDA; }
  int ordinal() const { return shared->ordinal; }

  /// Throws `zyn.Error` if the process was forked since: neither the threads of
  /// the context nor a GPU work in the child.
  void checkUsable() const;

private:
  /// What does not change, so that calls need not ask for it.
  struct Properties {
    explicit Properties(ZynContextRef context);
    ~Properties() { zynContextDestroy(handle); }
    Properties(const Properties &) = delete;

    const ZynContextRef handle;
    const std::string name;
    const ZynDeviceKind kind;
    const int ordinal;
    const unsigned generation;
  };

  explicit Context(ZynContextRef context)
      : shared(std::make_shared<const Properties>(context)) {}

  std::shared_ptr<const Properties> shared;
};

void bindContext(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_CONTEXT_H
