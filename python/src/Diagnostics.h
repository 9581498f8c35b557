//===- Diagnostics.h - Diagnostics and errors in Python ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_DIAGNOSTICS_H
#define ZYN_PYTHON_DIAGNOSTICS_H

#include "Handle.h"
#include "Unlocked.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace zyn::python {

/// A copy of a diagnostic, which outlives the object that reported it.
struct Diagnostic {
  Diagnostic() = default;
  explicit Diagnostic(ZynDiagnosticRef diagnostic);

  /// "file:line:column: error: message", and a line for each note.
  std::string str() const;

  ZynSeverity severity;
  std::string file, message;
  uint32_t line, column;
  std::vector<Diagnostic> notes;
};

/// A callback that appends to the `std::vector<Diagnostic>` in `userData`.
void appendDiagnostic(ZynDiagnosticRef diagnostic, void *userData);

/// Returns a `zyn.Diagnostics`.
pybind11::object toList(const std::vector<Diagnostic> &diagnostics);

/// Decodes text, of which names of functions and files need not be UTF-8.
pybind11::str decode(std::string_view text);

/// Throws `zyn.Error` if there is an error, and destroys it.
void check(ZynErrorRef error);

/// Throws `zyn.Error` with a message that has no source location.
[[noreturn]] void raise(const std::string &message);

/// Calls a function of the C interface without holding the GIL, and throws
/// `zyn.Error` if it fails.
template <typename Function>
void callUnlocked(Function function) {
  ZynErrorRef error;
  {
    Unlocked unlocked;
    error = function();
  }
  check(error);
}

void bindDiagnostics(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_DIAGNOSTICS_H
