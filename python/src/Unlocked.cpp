//===- Unlocked.cpp - Calls without the GIL -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unlocked.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace py = pybind11;
using namespace zyn::python;

/// The threads with a call in flight.
static std::atomic<unsigned> threadsInFlight{0};

/// The calls of this thread: one calls back, and the callback calls again.
static thread_local unsigned depth = 0;

/// The thread in which the interpreter exits, guarded by the GIL.
static std::optional<std::thread::id> exitingThread;

CallInFlight::CallInFlight() {
  // A call that an outer one waits for has to return.
  if (depth == 0 && exitingThread &&
      *exitingThread != std::this_thread::get_id()) {
    PyEval_SaveThread();
    while (true)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }
  if (depth++ == 0)
    ++threadsInFlight;
}

CallInFlight::~CallInFlight() {
  if (--depth == 0)
    --threadsInFlight;
}

static void waitForCalls() {
  exitingThread = std::this_thread::get_id();
  py::gil_scoped_release unlocked;
  while (threadsInFlight > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void zyn::python::bindCallsInFlight(py::module_ &module) {
  module.def("wait_for_calls", &waitForCalls);
  // A forked process has only the thread that has forked it.
  module.def("forget_calls", [] { threadsInFlight = depth > 0; });
}
