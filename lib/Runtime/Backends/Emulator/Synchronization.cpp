//===- Synchronization.cpp - Barriers and fences --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Synchronization.h"
#include "Rendezvous.h"
#include "Scheduler.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

//===----------------------------------------------------------------------===//
// Barriers of a block
//===----------------------------------------------------------------------===//

static Error divergent(const zynemu_site *site, const std::string &what) {
  return Error::at(site->location, "divergent barrier: " + what);
}

Error zyn::emulator::checkBarriers(const Block &block) {
  for (const Barrier &barrier : block.barriers) {
    if (barrier.waiting.empty() || !barrier.isForAll ||
        barrier.waiting.size() + barrier.arrived + block.finished !=
            block.numThreads)
      continue;
    const zynemu_site *site = barrier.waiting.front()->site;
    const zynemu_site *end = nullptr;
    for (unsigned i = 0; i < block.numThreads && !end; ++i)
      if (block.threads[i].state == ThreadState::Finished)
        end = block.threads[i].site;
    return divergent(
        site, describeWaiting(barrier.waiting) + " at " + site->op + ", " +
                  std::to_string(block.finished) + " have finished (" +
                  end->op + " at " + end->location + ")");
  }
  return Error::success();
}

/// Returns an error if not all threads have arrived at the barrier at the same
/// op.
static Error checkOneSite(const Barrier &barrier) {
  const zynemu_site *site = barrier.waiting.front()->site;
  std::vector<zynemu_thread *> here, elsewhere;
  for (zynemu_thread *thread : barrier.waiting)
    (thread->site == site ? here : elsewhere).push_back(thread);
  if (elsewhere.empty())
    return Error::success();
  const zynemu_site *other = elsewhere.front()->site;
  return divergent(site, describeWaiting(here) + " at " + site->op + " here, " +
                             std::to_string(elsewhere.size()) + " at " +
                             other->op + " at " + other->location);
}

/// Returns an error if only some lanes of a warp have arrived: PTX's `bar`
/// counts whole warps.
static Error checkWarps(const Block &block, const Barrier &barrier,
                        const zynemu_site *site) {
  for (size_t warp = 0; warp < barrier.lanes.size(); ++warp) {
    unsigned inWarp =
        std::min<unsigned>(warpSize, block.numThreads - warp * warpSize);
    uint32_t all = inWarp == warpSize ? ~0u : (1u << inWarp) - 1;
    if (barrier.lanes[warp] == 0 || barrier.lanes[warp] == all)
      continue;
    Error error = Error::format(
        "only %d of the %u threads of warp %zu of block %s have arrived at %s",
        __builtin_popcount(barrier.lanes[warp]), inWarp, warp,
        formatCoordinates(block.id).c_str(), site->op);
    return divergent(site, error.message());
  }
  return Error::success();
}

static Error differentCounts(const zynemu_site *site, int32_t id,
                             int64_t expected, const Barrier &barrier) {
  std::string other;
  if (!barrier.waiting.empty())
    other = std::string(" at ") + barrier.waiting.front()->site->location;
  return Error::at(site->location, std::string(site->op) + ": barrier " +
                                       std::to_string(id) + " is for " +
                                       std::to_string(expected) +
                                       " threads here, but for " +
                                       std::to_string(barrier.count) + other);
}

/// Counts the thread's arrival; returns whether the barrier is complete. Sets
/// `error` on misuse.
static bool arrive(zynemu_thread &thread, const zynemu_site *site, int32_t id,
                   int64_t count, bool waits, Error &error) {
  Block &block = *thread.block;
  Barrier &barrier = block.barriers[id];
  int64_t expected = count ? count : block.numThreads;
  bool isFirst = barrier.waiting.empty() && barrier.arrived == 0;
  if (isFirst) {
    barrier.count = expected;
    barrier.isForAll = count == 0;
  } else if (barrier.count != expected) {
    error = differentCounts(site, id, expected, barrier);
    return false;
  }
  thread.site = site;
  if (barrier.lanes.size() <= thread.warp())
    barrier.lanes.resize(thread.warp() + 1);
  barrier.lanes[thread.warp()] |= 1u << thread.lane();
  if (waits)
    barrier.waiting.push_back(&thread);
  else {
    ++barrier.arrived;
    if (Checker *checker = block.scheduler->checker())
      checker->release(block.scheduler->idOf(thread), barrier.arrivals);
  }
  int64_t numArrived =
      static_cast<int64_t>(barrier.waiting.size()) + barrier.arrived;
  if (numArrived < barrier.count) {
    if (block.finished)
      error = checkBarriers(block);
    return false;
  }
  // Named barriers synchronize threads with different roles; this barrier is a
  // step common to all threads.
  if (count == 0 && id == 0)
    error = checkOneSite(barrier);
  else
    error = checkWarps(block, barrier, site);
  return true;
}

static void release(Barrier &barrier, zynemu_thread *last) {
  Scheduler &scheduler = *last->block->scheduler;
  if (Checker *checker = scheduler.checker()) {
    std::vector<ThreadId> participants;
    for (const zynemu_thread *thread : barrier.waiting)
      participants.push_back(scheduler.idOf(*thread));
    checker->barrier(participants, &barrier.arrivals);
    barrier.arrivals.clear();
  }
  for (zynemu_thread *thread : barrier.waiting)
    if (thread != last)
      scheduler.wake(*thread);
  barrier.waiting.clear();
  barrier.arrived = 0;
  barrier.lanes.clear();
}

/// Ends the launch if there is an error. The error is moved out because this
/// fiber is abandoned without running destructors.
static void check(zynemu_thread *thread, Error error) {
  if (error)
    thread->block->scheduler->fail(*thread, std::move(error));
}

extern "C" void zynemuBarrier(zynemu_thread *thread, const zynemu_site *site,
                              int32_t id, int64_t count) {
  Error error;
  bool isComplete = arrive(*thread, site, id, count, /*waits=*/true, error);
  check(thread, std::move(error));
  if (isComplete)
    release(thread->block->barriers[id], thread);
  else
    thread->block->scheduler->wait(*thread, site);
}

extern "C" void zynemuBarrierArrive(zynemu_thread *thread,
                                    const zynemu_site *site, int32_t id,
                                    int64_t count) {
  Error error;
  bool isComplete = arrive(*thread, site, id, count, /*waits=*/false, error);
  check(thread, std::move(error));
  if (isComplete)
    release(thread->block->barriers[id], thread);
}

//===----------------------------------------------------------------------===//
// Barriers of a warp
//===----------------------------------------------------------------------===//

static void combineWarpBarrier(Rendezvous &rendezvous) {
  Scheduler *scheduler = nullptr;
  std::vector<ThreadId> participants;
  for (zynemu_thread *thread : rendezvous.threads)
    if (thread) {
      scheduler = thread->block->scheduler;
      participants.push_back(scheduler->idOf(*thread));
    }
  if (Checker *checker = scheduler->checker())
    checker->barrier(participants);
}

extern "C" void zynemuWarpBarrier(zynemu_thread *thread,
                                  const zynemu_site *site, int32_t mask) {
  runWarpCollective(thread, site, mask, nullptr, {combineWarpBarrier});
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

extern "C" void zynemuFence(zynemu_thread *thread, const zynemu_site *site,
                            int32_t scope) {
  Scheduler &scheduler = *thread->block->scheduler;
  if (Checker *checker = scheduler.checker())
    checker->fence(scheduler.idOf(*thread), static_cast<Scope>(scope));
}

extern "C" void zynemuFenceProxyAsync(zynemu_thread *thread,
                                      const zynemu_site *site) {
  Scheduler &scheduler = *thread->block->scheduler;
  if (Checker *checker = scheduler.checker())
    checker->proxyFence(scheduler.idOf(*thread));
}

extern "C" void zynemuFenceMBarrierInit(zynemu_thread *thread,
                                        const zynemu_site *site) {
  if (Checker *checker = thread->block->scheduler->checker())
    for (auto &[address, barrier] : thread->block->async.barriers)
      checker->fenceBarrierInit(thread->block->scheduler->idOf(*thread),
                                barrier.init);
  zynemuFence(thread, site, static_cast<int32_t>(Scope::Cluster));
}
