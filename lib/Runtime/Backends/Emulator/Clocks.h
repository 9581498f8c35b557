//===- Clocks.h - Vector clocks ---------------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks, based on C. Flanagan and S. Freund, "FastTrack: Efficient and
// Precise Dynamic Race Detection", PLDI 2009. Each thread counts its epochs; an
// access in epoch c of thread u happens before what thread t does now if t's
// clock has at least c for u.
//
// 100,000 threads cannot have 100,000 components each. A clock is therefore a
// list of runs of threads with equal components, immutable once shared: after a
// barrier, all threads point to the same clock, and since a barrier also sets
// the components of all participants to the same value (skipping epochs is
// harmless), it has a single run.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H

#include "MemoryModel.h"

#include <utility>
#include <vector>

namespace zyn::emulator {

/// A vector clock: one component for each thread, 0 if nothing is known of it.
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
    // After a block barrier, nearly every lookup ends here.
    const Run &first = runs.front();
    if (thread >= first.begin && thread < first.end)
      return first.clock;
    return getSlowPath(thread);
  }

  /// Returns the first thread of [begin, end) whose component is below `clock`,
  /// or `end`.
  ThreadId firstBelow(ThreadId begin, ThreadId end, uint32_t clock) const;

  /// Returns the first thread of [begin, end) whose component is above `clock`,
  /// or `end`.
  ThreadId firstAbove(ThreadId begin, ThreadId end, uint32_t clock) const;

  /// Raises the components of [begin, end) to at least `clock`.
  void raise(ThreadId begin, ThreadId end, uint32_t clock);
  void raise(const Clock &other);

  const std::vector<Run> &getRuns() const { return runs; }

private:
  friend class ClockRef;

  uint32_t getSlowPath(ThreadId thread) const;

  /// Sorted, disjoint, and never empty in a clock that a ClockRef points to.
  std::vector<Run> runs;
  uint32_t references = 0;
};

/// A reference-counted clock; null represents a clock that is 0 everywhere. The
/// emulator uses one host thread, so the count is not atomic.
class ClockRef {
public:
  ClockRef() = default;
  /// Takes ownership; deletes a clock without runs and becomes null.
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

  /// Joins `other`; copies the clock first if it is shared.
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

/// The clocks of one thread. There are two: `generic` has the accesses that are
/// ordered before this thread's accesses through the generic proxy, and `async`
/// those that a proxy fence has ordered before accesses through the async
/// proxy.
struct ThreadClock {
  ThreadId id = 0;
  /// The thread's epoch; its component in `generic` is out of date.
  uint32_t own = 1;
  /// The thread's last own epoch that is ordered for the async proxy.
  uint32_t asyncOwn = 0;
  /// From this epoch on, its own epochs are not ordered with each other: those
  /// of the copies of one group.
  uint32_t unorderedFrom = UINT32_MAX;
  ClockRef generic, async;

  bool knows(ThreadId thread, uint32_t clock) const {
    return thread == id ? clock < unorderedFrom || clock == own
                        : generic.get(thread) >= clock;
  }
  bool knowsForAsync(ThreadId thread, uint32_t clock) const {
    return (thread == id ? asyncOwn : async.get(thread)) >= clock;
  }
  /// Whether anything that a thread of [begin, end) did is ordered before.
  bool knowsAny(ThreadId begin, ThreadId end) const {
    return generic && generic->firstAbove(begin, end, 0) != end;
  }
  /// Returns the first thread of [begin, end) whose access in epoch `clock` is
  /// not ordered before; `end` if all are.
  ThreadId firstUnknown(ThreadId begin, ThreadId end, uint32_t clock) const;
  ThreadId firstUnknownForAsync(ThreadId begin, ThreadId end,
                                uint32_t clock) const;

  void fenceProxy();
};

/// What was released to a synchronization object (an mbarrier's phase, the
/// arrivals at a named barrier) or to one value in memory.
class SyncObject {
public:
  bool isEmpty() const { return !generic.clock && !async.clock; }
  void clear() { *this = SyncObject(); }

  /// Joins the clocks of `thread`, including its own accesses up to epoch
  /// `own`.
  void add(const ThreadClock &thread, uint32_t own);
  void add(const SyncObject &other);

  /// Joins everything that was added into the clocks of `thread`.
  void joinInto(ThreadClock &thread) const;

private:
  friend void synchronize(std::vector<ThreadClock *> threads,
                          const SyncObject *arrivals);

  /// Threads that leave the same barrier have the same clock. This caches the
  /// work for them: `clock` already includes `lastAdded`, and `cachedResult` is
  /// `cachedReceiver` joined with `clock`.
  struct Half {
    ClockRef clock, joined;
    mutable ClockRef cachedReceiver, cachedResult;

    void add(const ClockRef &other);
    void raise(ThreadId thread, uint32_t component);
    void joinInto(ClockRef &to) const;
  };
  Half generic, async;
};

/// Orders what all `threads` did, and what was added to `arrivals`, before what
/// they do next.
void synchronize(std::vector<ThreadClock *> threads,
                 const SyncObject *arrivals = nullptr);

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_CLOCKS_H
