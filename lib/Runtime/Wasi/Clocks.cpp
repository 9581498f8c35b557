//===- Clocks.cpp - Clocks and waiting ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <chrono>
#include <ctime>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

static constexpr int64_t second = 1000000000;

/// Returns the host's clock, or nothing if there is no such clock.
static std::optional<clockid_t> findClock(uint32_t id) {
  switch (static_cast<ClockID>(id)) {
  case ClockID::Realtime:
    return CLOCK_REALTIME;
  case ClockID::Monotonic:
    return CLOCK_MONOTONIC;
  case ClockID::ProcessTime:
    return CLOCK_PROCESS_CPUTIME_ID;
  case ClockID::ThreadTime:
    return CLOCK_THREAD_CPUTIME_ID;
  }
  return std::nullopt;
}

static uint64_t readClock(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return time.tv_sec * second + time.tv_nsec;
}

Errno Process::getClockResolution(uint32_t id, uint32_t resolution) {
  std::optional<clockid_t> clock = findClock(id);
  if (!clock)
    return Errno::Invalid;
  timespec time = {};
  clock_getres(*clock, &time);
  return store(resolution,
               static_cast<uint64_t>(time.tv_sec * second + time.tv_nsec));
}

Errno Process::getClockTime(uint32_t id, uint64_t, uint32_t time) {
  std::optional<clockid_t> clock = findClock(id);
  if (!clock)
    return Errno::Invalid;
  return store(time, readClock(*clock));
}

/// Returns the nanoseconds from now until a clock reaches the time of the
/// subscription.
static uint64_t getDelay(const Subscription &subscription, clockid_t clock) {
  if (!(subscription.flags & SubscriptionAbsolute))
    return subscription.timeout;
  uint64_t now = readClock(clock);
  return subscription.timeout > now ? subscription.timeout - now : 0;
}

Errno Process::poll(uint32_t subscriptions, uint32_t events,
                    uint32_t numSubscriptions, uint32_t numEvents) {
  constexpr uint32_t maxSubscriptions = 4096;
  if (numSubscriptions == 0 || numSubscriptions > maxSubscriptions)
    return Errno::Invalid;
  std::vector<Event> ready;
  // The clocks that are the first to reach their times.
  std::vector<Event> earliest;
  uint64_t delay = UINT64_MAX;
  for (uint32_t i = 0; i < numSubscriptions; ++i) {
    Subscription subscription;
    if (Errno error =
            load(subscriptions + i * sizeof(Subscription), subscription);
        error != Errno::Success)
      return error;
    Event event = {};
    event.userData = subscription.userData;
    event.type = subscription.type;
    if (subscription.type == EventType::Clock) {
      std::optional<clockid_t> clock = findClock(subscription.id);
      if (!clock) {
        event.error = Errno::Invalid;
        ready.push_back(event);
        continue;
      }
      uint64_t own = getDelay(subscription, *clock);
      if (own < delay)
        earliest.clear();
      if (own <= delay)
        earliest.push_back(event);
      delay = std::min(delay, own);
    } else if (subscription.type == EventType::Read ||
               subscription.type == EventType::Write) {
      // Reading and writing do not wait, except for the host's input, which
      // blocks when it is read.
      Descriptor *descriptor;
      event.error = find(subscription.id, RightPoll, descriptor);
      if (event.error == Errno::Success && descriptor->node)
        event.bytes = descriptor->node->size() -
                      std::min(descriptor->node->size(), descriptor->position);
      ready.push_back(event);
    } else {
      return Errno::Invalid;
    }
  }
  bool waits = ready.empty() && delay != 0;
  if (delay == 0 || ready.empty())
    ready.insert(ready.end(), earliest.begin(), earliest.end());
  if (!memory->write(events, ready.data(), ready.size() * sizeof(Event)))
    return Errno::Fault;
  if (waits) {
    using namespace std::chrono;
    int64_t now =
        duration_cast<nanoseconds>(steady_clock::now().time_since_epoch())
            .count();
    reply.kind = HostReply::Sleep;
    // Not beyond what a time can be.
    reply.time =
        now + std::min<uint64_t>(delay, std::numeric_limits<int64_t>::max() -
                                            static_cast<uint64_t>(now));
  }
  return store(numEvents, static_cast<uint32_t>(ready.size()));
}
