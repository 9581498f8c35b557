//===- MBarrier.cpp - mbarriers -------------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"

#include <cstdio>

using namespace zyn::emulator;

/// The size of an mbarrier in bytes, and the maximum of its counts.
static constexpr uint32_t barrierBytes = zyn::limits::mbarrierBytes;
static constexpr int64_t maxCount = zyn::limits::maxMBarrierCount;

void zyn::emulator::failAt(zynemu_thread *thread, const zynemu_site *site,
                           const std::string &text) {
  Scheduler &scheduler = *thread->block->scheduler;
  scheduler.fail(*thread, misuseError(*thread, site, text));
}

static int64_t sharedBytesOf(const Block &block) {
  const Scheduler &scheduler = *block.scheduler;
  return scheduler.kernel.static_shared_bytes +
         scheduler.shape.dynamicSharedBytes;
}

Block *zyn::emulator::ownerOf(const zynemu_thread &thread,
                              const void *address) {
  for (const auto &block : thread.block->cluster->blocks) {
    int64_t offset = static_cast<const char *>(address) - block->shared.get();
    if (offset >= 0 && offset < sharedBytesOf(*block))
      return block.get();
  }
  return nullptr;
}

char *zyn::emulator::addressInBlock(const void *address, const Block &from,
                                    const Block &to) {
  return to.shared.get() +
         (static_cast<const char *>(address) - from.shared.get());
}

std::string zyn::emulator::sharedText(const Block &block, const void *address) {
  char text[32];
  std::snprintf(text, sizeof(text), "shared+0x%llx",
                static_cast<unsigned long long>(
                    static_cast<const char *>(address) - block.shared.get()));
  return text;
}

/// Returns the block whose shared memory contains the mbarrier. Checks
/// alignment and that the block still runs.
static Block &blockWith(zynemu_thread *thread, const zynemu_site *site,
                        const void *address) {
  Block *block = ownerOf(*thread, address);
  if (!block)
    failAt(thread, site, "the mbarrier is not in the cluster's shared memory");
  if (reinterpret_cast<uint64_t>(address) % barrierBytes)
    failAt(thread, site,
           "expected an mbarrier aligned to 8 bytes, found " +
               sharedText(*block, address));
  if (block != thread->block && block->finished == block->numThreads)
    failAt(thread, site,
           "the mbarrier's block has ended; end with a cluster "
           "barrier");
  return *block;
}

/// Notifies the checker of a use. Initialization and invalidation are ordinary
/// writes; other uses are atomic.
static void checkUse(zynemu_thread *thread, const zynemu_site *site,
                     const void *address, AccessKind kind) {
  Scheduler &scheduler = *thread->block->scheduler;
  Checker *checker = scheduler.checker();
  if (!checker)
    return;
  Access access;
  access.thread = scheduler.idOf(*thread);
  access.address = reinterpret_cast<uint64_t>(address);
  access.bytes = barrierBytes;
  access.kind = kind;
  access.scope = Scope::Cluster;
  access.site = site;
  if (checker->access(access, barrierBytes) && kind != AccessKind::Store)
    checker->atomic(access);
}

MBarrier &zyn::emulator::useBarrier(zynemu_thread *thread,
                                    const zynemu_site *site,
                                    const void *address) {
  Block &block = blockWith(thread, site, address);
  auto found = block.async.barriers.find(reinterpret_cast<uint64_t>(address));
  if (found == block.async.barriers.end())
    failAt(thread, site,
           "the mbarrier at " + sharedText(block, address) +
               " is used before kernel.mbarrier.init");
  checkUse(thread, site, address, AccessKind::AtomicUpdate);
  return found->second;
}

/// Ends the phase if nothing is pending.
static void endPhase(Scheduler &scheduler, MBarrier &barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0)
    return;
  ++barrier.phase;
  barrier.pending = barrier.count;
  barrier.completed.add(barrier.arrivals);
  barrier.remoteCompleted.add(barrier.remoteArrivals);
  barrier.arrivals.clear();
  barrier.remoteArrivals.clear();
  for (zynemu_thread *thread : barrier.waiting)
    scheduler.wake(*thread);
  barrier.waiting.clear();
}

void zyn::emulator::completeBytes(zynemu_thread *thread,
                                  const zynemu_site *site, MBarrier &barrier,
                                  int64_t bytes) {
  int64_t pending = barrier.bytes - bytes;
  if (pending < -maxCount || pending > maxCount)
    failAt(thread, site,
           "expected at most 2^20 - 1 bytes pending at an mbarrier, found " +
               std::to_string(pending));
  barrier.bytes = pending;
  endPhase(*thread->block->scheduler, barrier);
}

void zyn::emulator::arriveAt(zynemu_thread *thread, const zynemu_site *site,
                             MBarrier &barrier, int64_t count) {
  if (count < 1 || count > barrier.pending)
    failAt(thread, site,
           std::to_string(count) + " arrivals at an mbarrier with " +
               std::to_string(barrier.pending) + " of " +
               std::to_string(barrier.count) +
               " arrivals pending in this phase; initialize it with the number "
               "of arrivals");
  barrier.pending -= count;
  endPhase(*thread->block->scheduler, barrier);
}

static void releaseTo(zynemu_thread *thread, const void *address,
                      MBarrier &barrier) {
  Scheduler &scheduler = *thread->block->scheduler;
  Checker *checker = scheduler.checker();
  if (!checker)
    return;
  bool isOwn = ownerOf(*thread, address) == thread->block;
  checker->release(scheduler.idOf(*thread),
                   isOwn ? barrier.arrivals : barrier.remoteArrivals);
}

extern "C" void zynemuMBarrierInit(zynemu_thread *thread,
                                   const zynemu_site *site, void *address,
                                   int32_t count) {
  Block &block = blockWith(thread, site, address);
  if (count < 1 || count > maxCount)
    failAt(thread, site,
           "expected a count of 1 to 2^20 - 1, found " + std::to_string(count));
  auto [entry, isNew] =
      block.async.barriers.try_emplace(reinterpret_cast<uint64_t>(address));
  if (!isNew)
    failAt(thread, site,
           "there is already an mbarrier at " + sharedText(block, address) +
               "; end it with kernel.mbarrier.invalidate");
  checkUse(thread, site, address, AccessKind::Store);
  entry->second.count = entry->second.pending = count;
  if (Checker *checker = thread->block->scheduler->checker())
    entry->second.init =
        checker->initBarrier(thread->block->scheduler->idOf(*thread), site);
}

extern "C" void zynemuMBarrierInvalidate(zynemu_thread *thread,
                                         const zynemu_site *site,
                                         void *address) {
  MBarrier &barrier = useBarrier(thread, site, address);
  if (!barrier.waiting.empty())
    failAt(thread, site, "a thread waits for the mbarrier");
  checkUse(thread, site, address, AccessKind::Store);
  thread->block->async.barriers.erase(reinterpret_cast<uint64_t>(address));
}

extern "C" void zynemuMBarrierArrive(zynemu_thread *thread,
                                     const zynemu_site *site, void *address,
                                     int32_t count) {
  MBarrier &barrier = useBarrier(thread, site, address);
  releaseTo(thread, address, barrier);
  arriveAt(thread, site, barrier, count);
}

static void expect(zynemu_thread *thread, const zynemu_site *site,
                   MBarrier &barrier, int32_t bytes) {
  if (bytes < 0 || bytes > maxCount)
    failAt(thread, site,
           "expected 0 to 2^20 - 1 bytes, found " + std::to_string(bytes));
  // Do not complete the phase here: an arrival of the same op may follow.
  if (barrier.bytes + int64_t(bytes) > maxCount)
    failAt(thread, site,
           "expected at most 2^20 - 1 bytes pending at an mbarrier, found " +
               std::to_string(barrier.bytes + int64_t(bytes)));
  barrier.bytes += bytes;
}

extern "C" void zynemuMBarrierExpectTx(zynemu_thread *thread,
                                       const zynemu_site *site, void *address,
                                       int32_t bytes) {
  MBarrier &barrier = useBarrier(thread, site, address);
  expect(thread, site, barrier, bytes);
  endPhase(*thread->block->scheduler, barrier);
}

extern "C" void zynemuMBarrierArriveExpectTx(zynemu_thread *thread,
                                             const zynemu_site *site,
                                             void *address, int32_t bytes) {
  MBarrier &barrier = useBarrier(thread, site, address);
  expect(thread, site, barrier, bytes);
  releaseTo(thread, address, barrier);
  arriveAt(thread, site, barrier, 1);
}

static bool isComplete(const MBarrier &barrier, int32_t parity) {
  return (barrier.phase & 1) != static_cast<uint64_t>(parity & 1);
}

static void acquireFrom(zynemu_thread *thread, const MBarrier &barrier,
                        int32_t scope) {
  Scheduler &scheduler = *thread->block->scheduler;
  Checker *checker = scheduler.checker();
  if (!checker)
    return;
  checker->acquire(scheduler.idOf(*thread), barrier.completed);
  if (scope == ZYNEMU_CLUSTER)
    checker->acquire(scheduler.idOf(*thread), barrier.remoteCompleted);
}

extern "C" void zynemuMBarrierWait(zynemu_thread *thread,
                                   const zynemu_site *site, void *address,
                                   int32_t parity, int32_t scope) {
  MBarrier &barrier = useBarrier(thread, site, address);
  while (!isComplete(barrier, parity)) {
    barrier.waiting.push_back(thread);
    thread->block->scheduler->wait(*thread, site);
  }
  acquireFrom(thread, barrier, scope);
}

extern "C" int32_t zynemuMBarrierTest(zynemu_thread *thread,
                                      const zynemu_site *site, void *address,
                                      int32_t parity, int32_t scope) {
  MBarrier &barrier = useBarrier(thread, site, address);
  if (!isComplete(barrier, parity)) {
    // A thread that polls must let others run.
    thread->block->scheduler->spin(*thread, site);
    return 0;
  }
  acquireFrom(thread, barrier, scope);
  return 1;
}

extern "C" void zynemuMBarrierArriveRemote(zynemu_thread *thread,
                                           const zynemu_site *site,
                                           void *address, int64_t rank) {
  void *remote = zynemuMapShared(thread, site, address, rank);
  MBarrier &barrier = useBarrier(thread, site, remote);
  // Release at cluster scope, even if the block is the thread's own.
  if (Checker *checker = thread->block->scheduler->checker())
    checker->release(thread->block->scheduler->idOf(*thread),
                     rank == thread->block->rankInCluster
                         ? barrier.arrivals
                         : barrier.remoteArrivals);
  arriveAt(thread, site, barrier, 1);
}
