//===- Progress.h - Reports of progress to Python ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_PROGRESS_H
#define ZYN_PYTHON_PROGRESS_H

#include <pybind11/pybind11.h>

#include <optional>

namespace zyn::python {

/// A function of Python that the C interface calls with how much of the work is
/// done, and how much there is, while the GIL is released.
class Progress {
public:
  using Callback = void (*)(size_t done, size_t total, void *userData);

  /// `function` may be None.
  explicit Progress(pybind11::object function)
      : function(std::move(function)) {}

  /// Returns the callback, whose data is this object; null if there is no
  /// function.
  Callback callback() const { return function.is_none() ? nullptr : &report; }

  /// Throws the exception that the function has raised, if any.
  void check() const {
    if (failure)
      throw *failure;
  }

private:
  static void report(size_t done, size_t total, void *userData) {
    auto *progress = static_cast<Progress *>(userData);
    pybind11::gil_scoped_acquire locked;
    // It is not called again.
    if (progress->failure)
      return;
    try {
      progress->function(done, total);
    } catch (pybind11::error_already_set &failure) {
      progress->failure.emplace(failure);
    }
  }

  pybind11::object function;
  std::optional<pybind11::error_already_set> failure;
};

} // namespace zyn::python

#endif // ZYN_PYTHON_PROGRESS_H
