//===- Watchdog.h - Time limit of runs ------------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_WATCHDOG_H
#define ZYN_LIB_TOOLS_WATCHDOG_H

#include "RunOptions.h"
#include "Zyn/Runtime/Context.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace zyn::tools {

/// Ends the process after the time limit. The host cannot stop its own code, or
/// a kernel on a GPU, which the driver stops with the process. A device that
/// can stop a kernel, and tell where it was, gets the time to do so.
class Watchdog {
public:
  Watchdog(runtime::Context &context, const RunOptions &options);
  ~Watchdog();

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::thread thread;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_WATCHDOG_H
