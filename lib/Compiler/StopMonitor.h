//===- StopMonitor.h - Watches a time limit and a flag -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_STOPMONITOR_H
#define ZYN_LIB_COMPILER_STOPMONITOR_H

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace zyn::compiler {

/// Calls a function on a thread of its own once a time has passed or a flag is
/// set.
class StopMonitor {
public:
  /// `seconds` is 0 for no limit, and `cancel` may be null.
  StopMonitor(double seconds, const std::atomic<bool> *cancel,
              std::function<void()> stop);
  ~StopMonitor();
  StopMonitor(const StopMonitor &) = delete;
  StopMonitor &operator=(const StopMonitor &) = delete;

  bool isStopped() const { return stopped; }

private:
  void monitor(double seconds, const std::atomic<bool> *cancel);

  const std::function<void()> stop;
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::thread thread;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_STOPMONITOR_H
