//===- StopMonitor.cpp - Watches a time limit and a flag ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StopMonitor.h"

#include <algorithm>
#include <chrono>

using namespace zyn::compiler;
using std::chrono::steady_clock;

StopMonitor::StopMonitor(double seconds, const std::atomic<bool> *cancel,
                         std::function<void()> stop)
    : stop(std::move(stop)) {
  if (seconds == 0 && !cancel)
    return;
  thread = std::thread([this, seconds, cancel] { monitor(seconds, cancel); });
}

StopMonitor::~StopMonitor() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  changed.notify_all();
  thread.join();
}

void StopMonitor::monitor(double seconds, const std::atomic<bool> *cancel) {
  // How often the flag is looked at.
  constexpr auto period = std::chrono::milliseconds(10);
  // Beyond a year, adding to a time point might overflow.
  constexpr double longest = 3e7;
  auto end = steady_clock::now() +
             std::chrono::duration_cast<steady_clock::duration>(
                 std::chrono::duration<double>(
                     seconds == 0 ? longest : std::min(seconds, longest)));
  std::unique_lock<std::mutex> lock(mutex);
  auto isFinished = [this] { return isDone; };
  while (!changed.wait_until(
      lock, cancel ? std::min(end, steady_clock::now() + period) : end,
      isFinished)) {
    if (!(cancel && *cancel) && steady_clock::now() < end)
      continue;
    stopped = true;
    stop();
    return;
  }
}
