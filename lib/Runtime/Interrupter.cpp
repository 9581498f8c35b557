//===- Interrupter.cpp - Ends compiled code on other threads --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupter.h"
#include "Zyn/Runtime/Invocation.h"

#include <csignal>

using namespace zyn::runtime;
using std::chrono::steady_clock;

/// How often the flag is read and, once stopped, signals are sent. A thread
/// that is not interruptible ignores a signal.
static constexpr std::chrono::milliseconds period(5);

/// The calling thread's `stopped`; null if it does not participate.
static thread_local const std::atomic<bool> *stoppedHere = nullptr;

static struct sigaction previous;

static void handleSignal(int signal, siginfo_t *origin, void *context) {
  if (stoppedHere && stoppedHere->load(std::memory_order_relaxed)) {
    FailureFrame *frame = currentFrame();
    if (frame && frame->isInterruptible.load(std::memory_order_relaxed))
      leave(*frame);
    return;
  }
  // A signal that another part of the process waits for.
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, origin, context);
  else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    previous.sa_handler(signal);
}

static void installHandler() {
  static std::once_flag installed;
  std::call_once(installed, [] {
    struct sigaction action = {};
    action.sa_sigaction = handleSignal;
    // Not blocked within the handler, which does not return if it leaves.
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGURG, &action, &previous);
  });
}

Interrupter::Interrupter(double seconds, const std::atomic<bool> *cancel) {
  if (seconds == 0 && !cancel)
    return;
  installHandler();
  thread = std::thread([this, seconds, cancel] { monitor(seconds, cancel); });
}

Interrupter::~Interrupter() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  changed.notify_all();
  thread.join();
}

void Interrupter::monitor(double seconds, const std::atomic<bool> *cancel) {
  // Beyond a year, adding to a time point might overflow.
  bool hasLimit = seconds != 0 && seconds < 3e7;
  auto end = steady_clock::now() +
             std::chrono::duration_cast<steady_clock::duration>(
                 std::chrono::duration<double>(hasLimit ? seconds : 0));
  std::unique_lock<std::mutex> lock(mutex);
  auto isFinished = [this] { return isDone; };
  while (!isDone) {
    if (cancel || isStopped())
      changed.wait_for(lock, period, isFinished);
    else if (hasLimit)
      changed.wait_until(lock, end, isFinished);
    else
      changed.wait(lock, isFinished);
    if (isDone)
      return;
    if (!isStopped() && ((cancel && cancel->load()) ||
                         (hasLimit && steady_clock::now() >= end))) {
      stopped.store(true);
      changed.notify_all();
    }
    if (isStopped())
      for (pthread_t participant : participants)
        pthread_kill(participant, SIGURG);
  }
}

void Interrupter::sleepUntil(steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait_until(lock, time, [this] { return isStopped(); });
}

Interrupter::Participant::Participant(Interrupter &interrupter)
    : interrupter(interrupter), outer(stoppedHere) {
  stoppedHere = &interrupter.stopped;
  std::lock_guard<std::mutex> lock(interrupter.mutex);
  interrupter.participants.insert(pthread_self());
}

Interrupter::Participant::~Participant() {
  std::lock_guard<std::mutex> lock(interrupter.mutex);
  interrupter.participants.erase(interrupter.participants.find(pthread_self()));
  stoppedHere = outer;
}
