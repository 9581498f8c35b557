//===- Module.cpp - The extension module of the package zyn ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Context.h"
#include "Diagnostics.h"
#include "Function.h"
#include "IR.h"
#include "Ops.h"
#include "PTX.h"
#include "Passes.h"
#include "Profile.h"
#include "Program.h"
#include "Tools.h"
#include "Unlocked.h"
#include "Wasm.h"

/// Rejects a NumPy whose structures pybind11 does not know: version 2.12 is the
/// first one for NumPy 2, and older ones misread strides.
static void checkNumPy() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  auto version = pybind11::module_::import("numpy")
                     .attr("__version__")
                     .cast<std::string>();
  if (std::stoi(version) >= 2)
    throw pybind11::import_error(
        "zyn was built with pybind11 " PYBIND11_TOSTRING(PYBIND11_VERSION_MAJOR) "." PYBIND11_TOSTRING(
            PYBIND11_VERSION_MINOR) ", which supports NumPy 1; found NumPy " +
        version);
#endif
}

PYBIND11_MODULE(_zyn, module) {
  checkNumPy();
  module.doc() = "The classes of zyn over the C interface of the compiler.";
  pybind11::options options;
  options.disable_function_signatures();
  zyn::python::bindCallsInFlight(module);
  zyn::python::bindDiagnostics(module);
  zyn::python::bindOps(module);
  zyn::python::bindModule(module);
  zyn::python::bindPasses(module);
  zyn::python::bindContext(module);
  zyn::python::bindArray(module);
  zyn::python::bindProfile(module);
  zyn::python::bindFunction(module);
  zyn::python::bindPTX(module);
  zyn::python::bindProgram(module);
  zyn::python::bindTools(module);
  zyn::python::bindWasm(module);
}
