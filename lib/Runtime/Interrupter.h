//===- Interrupter.h - Ends compiled code on other threads ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_INTERRUPTER_H
#define ZYN_LIB_RUNTIME_INTERRUPTER_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <set>
#include <thread>

namespace zyn::runtime {

/// Stops compiled code after a time, or when a flag is set. Compiled loops do
/// not check for this, so that it costs nothing: the threads receive SIGURG,
/// which is ignored by default, and its handler leaves the failure frame if it
/// is interruptible.
class Interrupter {
public:
  /// `seconds` is 0 for no limit, and `cancel` may be null.
  Interrupter(double seconds, const std::atomic<bool> *cancel);
  ~Interrupter();
  Interrupter(const Interrupter &) = delete;
  Interrupter &operator=(const Interrupter &) = delete;

  bool isStopped() const { return stopped.load(std::memory_order_relaxed); }
  /// Sleeps until `time`, or until everything is stopped.
  void sleepUntil(std::chrono::steady_clock::time_point time);

  /// Lets compiled code of the calling thread be stopped.
  class Participant {
  public:
    explicit Participant(Interrupter &interrupter);
    ~Participant();
    Participant(const Participant &) = delete;
    Participant &operator=(const Participant &) = delete;

  private:
    Interrupter &interrupter;
    const std::atomic<bool> *outer;
  };

private:
  void monitor(double seconds, const std::atomic<bool> *cancel);

  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<bool> stopped{false};
  bool isDone = false;
  std::multiset<pthread_t> participants;
  std::thread thread;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_INTERRUPTER_H
