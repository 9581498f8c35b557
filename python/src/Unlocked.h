//===- Unlocked.h - Calls without the GIL --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_UNLOCKED_H
#define ZYN_PYTHON_UNLOCKED_H

#include <pybind11/pybind11.h>

namespace zyn::python {

/// A call for which the interpreter waits before it exits. An interpreter that
/// exits ends other threads when they take the GIL again, which functions of
/// C++ do not survive. Calls of such threads that begin later never return.
class CallInFlight {
public:
  CallInFlight();
  ~CallInFlight();
  CallInFlight(const CallInFlight &) = delete;
};

/// Releases the GIL during its lifetime, in a call in flight.
class Unlocked {
  CallInFlight call;
  /// Unlike `pybind11::gil_scoped_release`, it looks nothing up.
  struct Release {
    ~Release() { PyEval_RestoreThread(state); }
    PyThreadState *state = PyEval_SaveThread();
  } released;
};

void bindCallsInFlight(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_UNLOCKED_H
