//===- IR.h - Modules in Python ------------------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_IR_H
#define ZYN_PYTHON_IR_H

#include "Handle.h"

#include <pybind11/pybind11.h>

namespace zyn::python {

/// `zyn.Module`.
struct Module {
  explicit Module(ZynModuleRef module) : handle(module, zynModuleDestroy) {}

  Shared<ZynModuleRef> handle;
};

void bindModule(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_IR_H
