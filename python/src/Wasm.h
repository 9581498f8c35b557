//===- Wasm.h - WebAssembly modules in Python ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_WASM_H
#define ZYN_PYTHON_WASM_H

#include <pybind11/pybind11.h>

namespace zyn::python {

void bindWasm(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_WASM_H
