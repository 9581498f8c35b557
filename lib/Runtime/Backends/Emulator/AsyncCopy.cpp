//===- AsyncCopy.cpp - Asynchronous copies --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A copy is performed when it is issued, as the hardware may do, too. The
// checker finds code that relies on this: to it, the copy is a separate
// operation that is only ordered with the thread by a wait.
//
//===----------------------------------------------------------------------===//

#include "Async.h"

#include <cstring>

using namespace zyn::emulator;

static CopyGroups &copiesOf(zynemu_thread *thread) {
  return thread->block->async.copies[thread->head.linear_id];
}

extern "C" void zynemuAsyncCopy(zynemu_thread *thread, const zynemu_site *site,
                                void *destination, const void *source,
                                int64_t bytes, int64_t validBytes) {
  if (validBytes < 0 || validBytes > bytes)
    failAt(thread, site,
           "expected 0 to " + std::to_string(bytes) + " valid bytes, found " +
               std::to_string(validBytes));
  Scheduler &scheduler = *thread->block->scheduler;
  bool mayRead = true, mayWrite = true;
  if (Checker *checker = scheduler.checker()) {
    CopyGroups &copies = copiesOf(thread);
    ThreadId issuer = scheduler.idOf(*thread);
    // The copies of a group are waited for together, so they are one operation.
    if (copies.open.empty())
      copies.open.push_back(checker->startAgent(issuer, Proxy::Generic));
    else
      checker->continueAgent(copies.open.back(), issuer);
    Access access;
    access.thread = copies.open.back();
    access.site = site;
    access.kind = AccessKind::Load;
    access.address = reinterpret_cast<uint64_t>(source);
    access.bytes = validBytes;
    mayRead = checker->access(access, validBytes ? bytes : 1);
    access.kind = AccessKind::Store;
    access.address = reinterpret_cast<uint64_t>(destination);
    access.bytes = bytes;
    mayWrite = checker->access(access, bytes);
  }
  if (!mayWrite)
    return;
  std::memset(destination, 0, bytes);
  if (mayRead)
    std::memcpy(destination, source, validBytes);
}

extern "C" void zynemuAsyncCommit(zynemu_thread *thread, const zynemu_site *) {
  if (!thread->block->scheduler->checker())
    return;
  CopyGroups &copies = copiesOf(thread);
  copies.committed.push_back(std::move(copies.open));
  copies.open.clear();
}

void zyn::emulator::waitForGroups(zynemu_thread *thread, CopyGroups &copies,
                                  int32_t groups) {
  Scheduler &scheduler = *thread->block->scheduler;
  while (copies.committed.size() > static_cast<size_t>(groups)) {
    for (ThreadId agent : copies.committed.front())
      scheduler.checker()->joinAgent(scheduler.idOf(*thread), agent);
    copies.committed.pop_front();
  }
}

extern "C" void zynemuAsyncWait(zynemu_thread *thread, const zynemu_site *,
                                int32_t groups) {
  if (thread->block->scheduler->checker())
    waitForGroups(thread, copiesOf(thread), groups);
}

extern "C" void zynemuAsyncArrive(zynemu_thread *thread,
                                  const zynemu_site *site, void *address) {
  MBarrier &barrier = useBarrier(thread, site, address);
  if (Checker *checker = thread->block->scheduler->checker()) {
    CopyGroups &copies = copiesOf(thread);
    for (const std::vector<ThreadId> &group : copies.committed)
      for (ThreadId agent : group)
        checker->release(agent, barrier.arrivals);
    for (ThreadId agent : copies.open)
      checker->release(agent, barrier.arrivals);
    // Later copies are not part of the arrival.
    if (!copies.open.empty())
      copies.open.push_back(checker->startAgent(
          thread->block->scheduler->idOf(*thread), Proxy::Generic));
  }
  arriveAt(thread, site, barrier, 1);
}
