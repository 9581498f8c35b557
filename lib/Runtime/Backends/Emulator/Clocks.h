//===- Clocks.h - Which accesses happened before which ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks, after C. Flanagan and S. Freund, "FastTrack: Efficient and
// Precise Dynamic Race Detection", PLDI 2009. Each thread counts its epochs; an
// access in epoch c of thread u happened before what thread t does now if t's
// clock has c or more for u.
//
// 100,000 threads cannot have 100,000 components each. A clock is therefore a
// list of runs of threads with equal components, immutable once shared: after
// a barrier all threads point to the same one, and since a barrier also sets
// the components of all who took part to the same value (epochs in which
// nothing happened do no harm), it is one run.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H

#include "MemoryModel.h"

#include <utility>
#include <vector>

namespace zyn::emulator {

/// One component for each thread, 0 where nothing is known.
class Clock {
public:
  struct Run {
    ThreadId begin, end;
    uint32_t clock;
  };

  Clock() = default;
  explicit Clock(std::vector<Run> runs) : runs(std::move(runs)) {}
  Clock(const Clock &other) : runs(other.runs) {}
  Clock &operator=(const Clock &) = delete;

  uint32_t get(ThreadId thread) const {
    // After a barrier of the block nearly every question ends here.
    const Run &first = runs.front();
    if (thread >= first.begin && thread < first.end)
      return first.clock;
    return getSlowly(thread);
  }

  /// The first thread of [begin, end) whose component is below `clock`, or
  /// `end`.
  ThreadId firstBelow(ThreadId begin, ThreadId end, uint32_t clock) const;

  /// The first thread of [begin, end) whose component is above `clock`, or
  /// `end`.
  ThreadId firstAbove(ThreadId begin, ThreadId end, uint32_t clock) const;

  /// Raises the components of [begin, end) to at least `clock`.
  void raise(ThreadId begin, ThreadId end, uint32_t clock);
  void raise(const Clock &other);

  const std::vector<Run> &getRuns() const { return runs; }

private:
  friend class ClockRef;

  uint32_t getSlowly(ThreadId thread) const;

  /// Sorted, disjoint, and never empty in a clock that a ClockRef points to.
  std::vector<Run> runs;
  uint32_t references = 0;
};

/// A shared clock; null stands for one that is 0 everywhere. The emulator has
/// one host thread, so the count is a plain one.
class ClockRef {
public:
  ClockRef() = default;
  /// Null for a clock without runs.
  explicit ClockRef(Clock *clock);
  ClockRef(const ClockRef &other) : clock(other.clock) {
    if (clock)
      ++clock->references;
  }
  ClockRef(ClockRef &&other) noexcept
      : clock(std::exchange(other.clock, nullptr)) {}
  ClockRef &operator=(ClockRef other) noexcept {
    std::swap(clock, other.clock);
    return *this;
  }
  ~ClockRef() { release(); }

  explicit operator bool() const { return clock != nullptr; }
  bool operator==(const ClockRef &other) const { return clock == other.clock; }
  bool operator!=(const ClockRef &other) const { return clock != other.clock; }
  const Clock *operator->() const { return clock; }

  uint32_t get(ThreadId thread) const { return clock ? clock->get(thread) : 0; }

  /// Joins `other`, with a copy if somebody else has this clock.
  void join(const ClockRef &other);
  void raise(ThreadId begin, ThreadId end, uint32_t component);

private:
  void release() {
    if (clock && --clock->references == 0)
      delete clock;
  }
  Clock &makeUnique();

  Clock *clock = nullptr;
};

/// What one thread knows of all. There are two clocks: accesses that are
/// ordered before this thread's accesses through the generic proxy, and those
/// that a proxy fence has ordered before accesses through the async proxy.
struct ThreadClock {
  ThreadId id = 0;
  /// The thread's epoch; its component in `generic` is out of date.
  uint32_t own = 1;
  /// The last of its own epochs that is ordered for the async proxy.
  uint32_t asyncOwn = 0;
  /// From this one on, its own epochs are not ordered with each other: those of
  /// the copies of one group.
  uint32_t unorderedFrom = UINT32_MAX;
  ClockRef generic, async;

  bool knows(ThreadId thread, uint32_t clock) const {
    return thread == id ? clock < unorderedFrom || clock == own
                        : generic.get(thread) >= clock;
  }
  bool knowsForAsync(ThreadId thread, uint32_t clock) const {
    return (thread == id ? asyncOwn : async.get(thread)) >= clock;
  }
  /// Whether anything that one of [begin, end) did is ordered before.
  bool knowsAny(ThreadId begin, ThreadId end) const {
    return generic && generic->firstAbove(begin, end, 0) != end;
  }
  /// The first of the accesses by [begin, end) in epoch `clock` that is not
  /// ordered before; `end` if all are.
  ThreadId firstUnknown(ThreadId begin, ThreadId end, uint32_t clock) const;
  ThreadId firstUnknownForAsync(ThreadId begin, ThreadId end,
                                uint32_t clock) const;

  void fenceProxy();
};

/// What was released through something that is not memory (an mbarrier's phase,
/// the arrivals at a named barrier), or through one value in memory.
class SyncObject {
public:
  bool isEmpty() const { return !generic.clock && !async.clock; }
  void clear() { *this = SyncObject(); }

  /// Adds what `thread` knows, its own accesses until epoch `own` included.
  void add(const ThreadClock &thread, uint32_t own);
  void add(const SyncObject &other);

  /// Lets `thread` know what was added.
  void give(ThreadClock &thread) const;

private:
  friend void synchronize(std::vector<ThreadClock *> threads,
                          const SyncObject *arrivals);

  /// Threads that come from the same barrier have the same clock. They share
  /// the work: `joined` is in `clock`, and `receiver` joined with it is
  /// `given`.
  struct Half {
    ClockRef clock, joined;
    mutable ClockRef receiver, given;

    void add(const ClockRef &other);
    void raise(ThreadId thread, uint32_t component);
    void give(ClockRef &to) const;
  };
  Half generic, async;
};

/// Orders what each of `threads` did, and what was added to `arrivals`, before
/// what each of them does next.
void synchronize(std::vector<ThreadClock *> threads,
                 const SyncObject *arrivals = nullptr);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H
