//===- ThreadPool.cpp - Persistent host threads ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/ThreadPool.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/PinnedThread.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace zyn::runtime;

/// About ten microseconds: longer than the gap between two parallel loops of
/// one program, shorter than it takes to wake a sleeping thread.
static constexpr int spins = 500;

static thread_local bool isInsideRun = false;
static thread_local unsigned threadNumber = 0;

static void pauseBriefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

Expected<unsigned> zyn::runtime::threadCountFromEnvironment() {
  const char *text = std::getenv("ZYN_THREADS");
  if (!text || !*text)
    return static_cast<unsigned>(hostDevice().multiprocessors);
  char *end;
  long count = std::strtol(text, &end, 10);
  if (*end != 0 || count < 1 || count > 4096)
    return Error::format("ZYN_THREADS: '%s' is not a number from 1 to 4096",
                         text);
  return static_cast<unsigned>(count);
}

Expected<bool> zyn::runtime::pinThreadsFromEnvironment() {
  const char *text = std::getenv("ZYN_PIN_THREADS");
  if (!text || !*text || std::strcmp(text, "0") == 0)
    return false;
  if (std::strcmp(text, "1") != 0)
    return Error::format("ZYN_PIN_THREADS: expected 0 or 1, found '%s'", text);
  return true;
}

IndexChunks::IndexChunks(int64_t count, unsigned threads, unsigned parts)
    : parts(parts), chunk(count / (int64_t(threads) * 8) + 1) {
  if (parts > 1)
    others = std::make_unique<Part[]>(parts - 1);
  // The first parts have an index more if they are not even.
  int64_t size = count / parts, larger = count % parts, begin = 0;
  for (unsigned i = 0; i < parts; ++i) {
    part(i).position.store(begin, std::memory_order_relaxed);
    begin += size + (i < larger);
    part(i).end = begin;
  }
}

bool IndexChunks::Part::next(int64_t chunk, int64_t &chunkBegin,
                             int64_t &chunkEnd) {
  chunkBegin = position.load(std::memory_order_relaxed);
  do {
    if (chunkBegin >= end)
      return false;
    chunkEnd = end - chunkBegin > chunk ? chunkBegin + chunk : end;
  } while (!position.compare_exchange_weak(chunkBegin, chunkEnd,
                                           std::memory_order_relaxed));
  return true;
}

bool IndexChunks::next(int64_t &begin, int64_t &end, unsigned own) {
  for (unsigned i = 0; i < parts; ++i)
    if (part((own + i) % parts).next(chunk, begin, end))
      return true;
  return false;
}

void IndexChunks::cancel() {
  for (unsigned i = 0; i < parts; ++i)
    part(i).position.store(part(i).end, std::memory_order_relaxed);
}

unsigned ThreadPool::currentThread() { return threadNumber; }

ThreadPool::ThreadPool(unsigned threads, bool arePinned) {
  std::vector<int64_t> cores;
  if (arePinned)
    cores = findCores();
  for (unsigned i = 1; i < threads; ++i) {
    std::optional<int64_t> core;
    if (!cores.empty())
      core = cores[i % cores.size()];
    workers.emplace_back([this, i, core] { work(i, core); });
  }
}

ThreadPool::~ThreadPool() {
  stopping.store(true);
  {
    std::lock_guard<std::mutex> lock(sleepMutex);
    opened.notify_all();
  }
  for (std::thread &worker : workers)
    worker.join();
}

/// Joins the current run if it is open, newer than `seen` and not full.
bool ThreadPool::join(uint64_t &seen) {
  uint64_t state = gate.load(std::memory_order_seq_cst);
  while (!(state & closed) && state / oneRun != seen) {
    // Read after the gate: if it belongs to a later run, the compare-and-swap
    // fails.
    if ((state & insideMask) >= maxInside.load(std::memory_order_relaxed)) {
      seen = state / oneRun;
      return false;
    }
    if (gate.compare_exchange_weak(state, state + 1,
                                   std::memory_order_acq_rel)) {
      seen = state / oneRun;
      return true;
    }
  }
  return false;
}

void ThreadPool::work(unsigned number, std::optional<int64_t> core) {
  // A core may have been taken from the process since: the thread is slower
  // then, but right.
  std::optional<Expected<PinnedThread>> pinned;
  if (core)
    pinned.emplace(PinnedThread::pin(core));
  threadNumber = number;
  isInsideRun = true;
  for (uint64_t seen = 0; !stopping.load();) {
    bool joined = false;
    for (int i = 0; i < spins && !joined; ++i) {
      joined = join(seen);
      pauseBriefly();
    }
    if (!joined) {
      std::unique_lock<std::mutex> lock(sleepMutex);
      // Incremented before checking the gate one last time: `run` first opens
      // the gate and then reads the number of sleepers, so at least one of the
      // two sees the other.
      sleepers.fetch_add(1, std::memory_order_seq_cst);
      opened.wait(lock,
                  [&] { return stopping.load() || (joined = join(seen)); });
      sleepers.fetch_sub(1, std::memory_order_relaxed);
    }
    if (!joined)
      continue;
    participant(argument);
    uint64_t before = gate.fetch_sub(1, std::memory_order_acq_rel);
    if ((before & closed) && (before & insideMask) == 1) {
      std::lock_guard<std::mutex> lock(sleepMutex);
      left.notify_one();
    }
  }
}

void ThreadPool::run(unsigned threads, void (*newParticipant)(void *),
                     void *newArgument) {
  std::unique_lock<std::mutex> running(runMutex, std::defer_lock);
  if (threads <= 1 || workers.empty() || isInsideRun || !running.try_lock()) {
    newParticipant(newArgument);
    return;
  }

  participant = newParticipant;
  argument = newArgument;
  unsigned others = std::min<unsigned>(threads - 1, workers.size());
  maxInside.store(others, std::memory_order_relaxed);
  uint64_t number = gate.load(std::memory_order_relaxed) / oneRun + 1;
  gate.store(number * oneRun, std::memory_order_seq_cst);
  unsigned asleep = sleepers.load(std::memory_order_seq_cst);
  if (asleep > 0) {
    std::lock_guard<std::mutex> lock(sleepMutex);
    for (unsigned i = 0; i < std::min(others, asleep); ++i)
      opened.notify_one();
  }

  isInsideRun = true;
  participant(argument);
  isInsideRun = false;

  gate.fetch_or(closed, std::memory_order_acq_rel);
  auto allLeft = [this] {
    return (gate.load(std::memory_order_acquire) & insideMask) == 0;
  };
  for (int i = 0; i < spins; ++i) {
    if (allLeft())
      return;
    pauseBriefly();
  }
  std::unique_lock<std::mutex> lock(sleepMutex);
  left.wait(lock, allLeft);
}
