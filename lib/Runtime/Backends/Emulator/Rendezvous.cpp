//===- Rendezvous.cpp - Collectives of a warp or warpgroup ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rendezvous.h"
#include "Scheduler.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

/// Whether the thread participates and is waited for.
static bool isExpected(const Block &block, const Rendezvous &rendezvous,
                       unsigned position) {
  unsigned thread = rendezvous.first + position;
  return thread < block.numThreads &&
         (rendezvous.mask >> position % warpSize & 1) &&
         !(rendezvous.collective.skipsFinished &&
           block.threads[thread].state == ThreadState::Finished);
}

/// Returns the incomplete rendezvous of these lanes, or a new one.
static Rendezvous &findRendezvous(Block &block, const zynemu_site *site,
                                  unsigned first, unsigned size, uint32_t mask,
                                  Collective collective) {
  for (const auto &rendezvous : block.rendezvous)
    if (rendezvous->collective == collective && rendezvous->first == first &&
        rendezvous->mask == mask && rendezvous->operands.size() == size)
      return *rendezvous;
  auto rendezvous = std::make_unique<Rendezvous>();
  rendezvous->collective = collective;
  rendezvous->site = site;
  rendezvous->first = first;
  rendezvous->mask = mask;
  rendezvous->operands.resize(size);
  rendezvous->threads.resize(size);
  for (unsigned i = 0; i < size; ++i)
    rendezvous->expected += isExpected(block, *rendezvous, i);
  block.rendezvous.push_back(std::move(rendezvous));
  return *block.rendezvous.back();
}

/// Executes the collective and wakes all lanes except `last`.
static void complete(Block &block, Rendezvous &rendezvous,
                     const zynemu_thread *last) {
  auto found = std::find_if(
      block.rendezvous.begin(), block.rendezvous.end(),
      [&](const auto &other) { return other.get() == &rendezvous; });
  std::unique_ptr<Rendezvous> completed = std::move(*found);
  block.rendezvous.erase(found);
  completed->collective.combine(*completed);
  for (zynemu_thread *thread : completed->threads)
    if (thread && thread != last)
      block.scheduler->wake(*thread);
}

/// Deposits the operand. Returns true if the collective is complete; otherwise
/// the caller must wait.
static bool join(zynemu_thread *thread, const zynemu_site *site, unsigned first,
                 unsigned size, uint32_t mask, void *operand,
                 Collective collective) {
  Block &block = *thread->block;
  unsigned position = thread->head.linear_id - first;
  Rendezvous &rendezvous =
      findRendezvous(block, site, first, size, mask, collective);
  rendezvous.operands[position] = operand;
  rendezvous.threads[position] = thread;
  if (++rendezvous.arrived < rendezvous.expected)
    return false;
  thread->site = site;
  complete(block, rendezvous, thread);
  return true;
}

static Error notInMask(const zynemu_thread *thread, const zynemu_site *site,
                       uint32_t mask) {
  Error error =
      Error::format("lane %u is not in the mask 0x%x", thread->lane(), mask);
  return misuseError(*thread, site, error.message());
}

void zyn::emulator::runWarpCollective(zynemu_thread *thread,
                                      const zynemu_site *site, uint32_t mask,
                                      void *operand, Collective collective) {
  Scheduler &scheduler = *thread->block->scheduler;
  if (!(mask >> thread->lane() & 1))
    scheduler.fail(*thread, notInMask(thread, site, mask));
  if (!join(thread, site, thread->warp() * warpSize, warpSize, mask, operand,
            collective))
    scheduler.wait(*thread, site);
}

void zyn::emulator::runWarpgroupCollective(zynemu_thread *thread,
                                           const zynemu_site *site,
                                           void *operand, Combine combine) {
  unsigned first = thread->head.linear_id / warpgroupSize * warpgroupSize;
  if (!join(thread, site, first, warpgroupSize, ~0u, operand,
            Collective::aligned(combine, site)))
    thread->block->scheduler->wait(*thread, site);
}

void zyn::emulator::endThreadInWarp(const zynemu_thread &thread) {
  Block &block = *thread.block;
  for (size_t i = 0; i < block.rendezvous.size();) {
    Rendezvous &rendezvous = *block.rendezvous[i];
    unsigned position = thread.head.linear_id - rendezvous.first;
    bool wasExpected = rendezvous.collective.skipsFinished &&
                       position < rendezvous.operands.size() &&
                       (rendezvous.mask >> position & 1);
    if (wasExpected && --rendezvous.expected == rendezvous.arrived)
      complete(block, rendezvous, nullptr);
    else
      ++i;
  }
}
