//===- Clocks.cpp - Vector clocks -----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clocks.h"

#include <algorithm>

using namespace zyn::emulator;

using Run = Clock::Run;

/// Appends a run after all others; merges it with the last one if possible.
static void append(std::vector<Run> &runs, Run run) {
  if (run.begin >= run.end || run.clock == 0)
    return;
  if (!runs.empty() && runs.back().end == run.begin &&
      runs.back().clock == run.clock)
    runs.back().end = run.end;
  else
    runs.push_back(run);
}

/// Returns the first run that ends after `thread`.
static std::vector<Run>::const_iterator findRun(const std::vector<Run> &runs,
                                                ThreadId thread) {
  return std::upper_bound(
      runs.begin(), runs.end(), thread,
      [](ThreadId thread, const Run &run) { return thread < run.end; });
}

uint32_t Clock::getSlowPath(ThreadId thread) const {
  auto run = findRun(runs, thread);
  return run != runs.end() && run->begin <= thread ? run->clock : 0;
}

ThreadId Clock::firstBelow(ThreadId begin, ThreadId end, uint32_t clock) const {
  for (auto run = findRun(runs, begin); begin < end; ++run) {
    if (run == runs.end() || run->begin > begin || run->clock < clock)
      return begin;
    begin = run->end;
  }
  return end;
}

ThreadId Clock::firstAbove(ThreadId begin, ThreadId end, uint32_t clock) const {
  for (auto run = findRun(runs, begin); run != runs.end() && run->begin < end;
       ++run)
    if (run->clock > clock)
      return std::max(begin, run->begin);
  return end;
}

void Clock::raise(ThreadId begin, ThreadId end, uint32_t clock) {
  // Threads usually arrive in order, so each one extends the last run.
  if (runs.empty() || begin >= runs.back().end) {
    append(runs, {begin, end, clock});
    return;
  }
  if (firstBelow(begin, end, clock) == end)
    return;
  raise(Clock({{begin, end, clock}}));
}

void Clock::raise(const Clock &other) {
  if (runs.empty() || runs.back().end <= other.runs.front().begin) {
    for (const Run &run : other.runs)
      append(runs, run);
    return;
  }
  std::vector<Run> joined;
  joined.reserve(runs.size() + other.runs.size() + 1);
  auto a = runs.cbegin(), aEnd = runs.cend();
  auto b = other.runs.cbegin(), bEnd = other.runs.cend();
  ThreadId at = 0;
  while (a != aEnd || b != bEnd) {
    ThreadId beginA = a != aEnd ? std::max(a->begin, at) : UINT32_MAX;
    ThreadId beginB = b != bEnd ? std::max(b->begin, at) : UINT32_MAX;
    Run run{std::min(beginA, beginB), UINT32_MAX, 0};
    if (beginA == run.begin) {
      run.end = a->end;
      run.clock = a->clock;
    } else {
      run.end = beginA;
    }
    if (beginB == run.begin) {
      run.end = std::min(run.end, b->end);
      run.clock = std::max(run.clock, b->clock);
    } else {
      run.end = std::min(run.end, beginB);
    }
    append(joined, run);
    at = run.end;
    if (a != aEnd && a->end <= at)
      ++a;
    if (b != bEnd && b->end <= at)
      ++b;
  }
  runs = std::move(joined);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

ClockRef::ClockRef(Clock *clock) : clock(clock) {
  if (!clock)
    return;
  if (clock->runs.empty()) {
    delete clock;
    this->clock = nullptr;
  } else {
    ++clock->references;
  }
}

Clock &ClockRef::makeUnique() {
  if (!clock || clock->references > 1) {
    Clock *copy = clock ? new Clock(*clock) : new Clock;
    release();
    clock = copy;
    ++clock->references;
  }
  return *clock;
}

void ClockRef::join(const ClockRef &other) {
  if (!other || *this == other)
    return;
  if (!clock) {
    *this = other;
    return;
  }
  // Waiting repeatedly for the same thing does not add anything.
  bool isNew = false;
  for (const Run &run : other->runs)
    isNew |= clock->firstBelow(run.begin, run.end, run.clock) != run.end;
  if (isNew)
    makeUnique().raise(*other.clock);
}

void ClockRef::raise(ThreadId begin, ThreadId end, uint32_t component) {
  if (component == 0 ||
      (clock && clock->firstBelow(begin, end, component) == end))
    return;
  makeUnique().raise(begin, end, component);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

ThreadId ThreadClock::firstUnknown(ThreadId begin, ThreadId end,
                                   uint32_t clock) const {
  while (begin < end) {
    if (generic)
      begin = generic->firstBelow(begin, end, clock);
    if (begin != id || !knows(id, clock))
      return begin;
    ++begin;
  }
  return end;
}

ThreadId ThreadClock::firstUnknownForAsync(ThreadId begin, ThreadId end,
                                           uint32_t clock) const {
  while (begin < end) {
    if (async)
      begin = async->firstBelow(begin, end, clock);
    if (begin != id || asyncOwn < clock)
      return begin;
    ++begin;
  }
  return end;
}

void ThreadClock::fenceProxy() {
  async = generic;
  asyncOwn = own;
  ++own;
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

void SyncObject::Half::add(const ClockRef &other) {
  if (!other || joined == other)
    return;
  clock.join(other);
  joined = other;
  cachedResult = ClockRef();
}

void SyncObject::Half::raise(ThreadId thread, uint32_t component) {
  clock.raise(thread, thread + 1, component);
  cachedResult = ClockRef();
}

void SyncObject::Half::joinInto(ClockRef &to) const {
  if (!clock)
    return;
  if (!cachedResult || cachedReceiver != to) {
    cachedReceiver = cachedResult = to;
    cachedResult.join(clock);
  }
  to = cachedResult;
}

void SyncObject::add(const ThreadClock &thread, uint32_t own) {
  generic.add(thread.generic);
  async.add(thread.async);
  generic.raise(thread.id, own);
  async.raise(thread.id, thread.asyncOwn);
}

void SyncObject::add(const SyncObject &other) {
  generic.add(other.generic.clock);
  async.add(other.async.clock);
}

void SyncObject::joinInto(ThreadClock &thread) const {
  generic.joinInto(thread.generic);
  async.joinInto(thread.async);
}

void zyn::emulator::synchronize(std::vector<ThreadClock *> threads,
                                const SyncObject *arrivals) {
  if (threads.empty())
    return;
  auto isBefore = [](const ThreadClock *a, const ThreadClock *b) {
    return a->id < b->id;
  };
  if (!std::is_sorted(threads.begin(), threads.end(), isBefore))
    std::sort(threads.begin(), threads.end(), isBefore);
  // All threads end in the same epoch, so that they are one run of the joined
  // clock.
  uint32_t last = 0;
  for (const ThreadClock *thread : threads)
    last = std::max(last, thread->own);
  SyncObject known;
  if (arrivals)
    known.add(*arrivals);
  std::vector<Run> runs, asyncRuns;
  for (const ThreadClock *thread : threads) {
    known.generic.add(thread->generic);
    known.async.add(thread->async);
    append(runs, {thread->id, thread->id + 1, last});
    append(asyncRuns, {thread->id, thread->id + 1, thread->asyncOwn});
  }
  known.generic.add(ClockRef(new Clock(std::move(runs))));
  if (!asyncRuns.empty())
    known.async.add(ClockRef(new Clock(std::move(asyncRuns))));
  for (ThreadClock *thread : threads) {
    thread->generic = known.generic.clock;
    thread->async = known.async.clock;
    thread->own = last + 1;
  }
}
