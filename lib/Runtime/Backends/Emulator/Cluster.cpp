//===- Cluster.cpp - Clusters of blocks -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cluster.h"

#include "Async.h"

#include <algorithm>

using namespace zyn::emulator;

extern "C" void *zynemuMapShared(zynemu_thread *thread, const zynemu_site *site,
                                 void *address, int64_t rank) {
  Block &block = *thread->block;
  int64_t size = block.cluster->blocks.size();
  if (rank < 0 || rank >= size)
    failAt(thread, site,
           "expected a block of the cluster from 0 to " +
               std::to_string(size - 1) + ", found " + std::to_string(rank));
  const Block &other = *block.cluster->blocks[rank];
  if (other.finished == other.numThreads)
    failAt(thread, site,
           "block " + std::to_string(rank) +
               " of the cluster has ended; end with a cluster barrier");
  return addressInBlock(address, block, other);
}

/// Finished threads are not waited for.
static bool isComplete(const Cluster &cluster) {
  size_t numArrived = cluster.barrier.arrived.size(), finished = 0, all = 0;
  for (const auto &block : cluster.blocks) {
    finished += block->finished;
    all += block->numThreads;
  }
  if (finished)
    for (const zynemu_thread *thread : cluster.barrier.arrived)
      numArrived -= thread->state == ThreadState::Finished;
  return numArrived + finished == all;
}

static void endPhase(Scheduler &scheduler, Cluster &cluster) {
  ClusterBarrier &barrier = cluster.barrier;
  if (barrier.arrived.empty() || !isComplete(cluster))
    return;
  if (Checker *checker = scheduler.checker(); checker && barrier.phase == 0)
    checker->releaseStart(cluster.blocks[0]->number, barrier.completed);
  ++barrier.phase;
  barrier.arrived.clear();
  barrier.completed.add(barrier.arrivals);
  barrier.arrivals.clear();
  for (zynemu_thread *thread : barrier.waiting)
    scheduler.wake(*thread);
  barrier.waiting.clear();
}

void zyn::emulator::endThreadInCluster(const zynemu_thread &thread) {
  endPhase(*thread.block->scheduler, *thread.block->cluster);
}

extern "C" void zynemuClusterArrive(zynemu_thread *thread,
                                    const zynemu_site *site, int32_t relaxed) {
  Scheduler &scheduler = *thread->block->scheduler;
  ClusterBarrier &barrier = thread->block->cluster->barrier;
  if (thread->clusterPhase != 0)
    failAt(thread, site,
           "the thread has already arrived; expected "
           "kernel.cluster_barrier.wait in between");
  thread->clusterPhase = barrier.phase + 1;
  barrier.arrived.push_back(thread);
  if (Checker *checker = scheduler.checker()) {
    ThreadId id = scheduler.idOf(*thread);
    // A relaxed arrival only releases what precedes an earlier fence.
    if (relaxed)
      checker->releaseFenced(id, Scope::Cluster, barrier.arrivals);
    else
      checker->release(id, barrier.arrivals);
  }
  endPhase(scheduler, *thread->block->cluster);
}

extern "C" void zynemuClusterWait(zynemu_thread *thread,
                                  const zynemu_site *site) {
  Scheduler &scheduler = *thread->block->scheduler;
  ClusterBarrier &barrier = thread->block->cluster->barrier;
  if (thread->clusterPhase == 0)
    failAt(thread, site,
           "the thread has not arrived; expected "
           "kernel.cluster_barrier.arrive before");
  while (barrier.phase < thread->clusterPhase) {
    barrier.waiting.push_back(thread);
    scheduler.wait(*thread, site);
  }
  thread->clusterPhase = 0;
  if (Checker *checker = scheduler.checker())
    checker->acquire(scheduler.idOf(*thread), barrier.completed);
}
