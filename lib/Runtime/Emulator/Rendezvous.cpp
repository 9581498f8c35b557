//===- Rendezvous.cpp - Threads that do an op together
//-----------------------===//
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

/// The rendezvous at `site` of these lanes that is not complete yet, or a new
/// one.
static Rendezvous &findRendezvous(Block &block, const zynemu_site *site,
                                  unsigned first, unsigned size,
                                  uint32_t mask) {
  for (const auto &rendezvous : block.rendezvous)
    if (rendezvous->site == site && rendezvous->first == first &&
        rendezvous->mask == mask && rendezvous->operands.size() == size)
      return *rendezvous;
  auto rendezvous = std::make_unique<Rendezvous>();
  rendezvous->site = site;
  rendezvous->first = first;
  rendezvous->mask = mask;
  rendezvous->operands.resize(size);
  rendezvous->threads.resize(size);
  unsigned present = std::min(size, block.numThreads - first);
  for (unsigned i = 0; i < present; ++i)
    rendezvous->expected += mask >> i % warpSize & 1;
  block.rendezvous.push_back(std::move(rendezvous));
  return *block.rendezvous.back();
}

static std::unique_ptr<Rendezvous> takeRendezvous(Block &block,
                                                  Rendezvous &rendezvous) {
  auto found = std::find_if(
      block.rendezvous.begin(), block.rendezvous.end(),
      [&](const auto &other) { return other.get() == &rendezvous; });
  std::unique_ptr<Rendezvous> taken = std::move(*found);
  block.rendezvous.erase(found);
  return taken;
}

/// Deposits the operand. True if the op is done, false if it is to be waited
/// for.
static bool join(zynemu_thread *thread, const zynemu_site *site, unsigned first,
                 unsigned size, uint32_t mask, void *operand, Combine combine) {
  Block &block = *thread->block;
  unsigned position = thread->head.linear_id - first;
  Rendezvous &rendezvous = findRendezvous(block, site, first, size, mask);
  rendezvous.operands[position] = operand;
  rendezvous.threads[position] = thread;
  if (++rendezvous.arrived < rendezvous.expected)
    return false;
  std::unique_ptr<Rendezvous> complete = takeRendezvous(block, rendezvous);
  thread->site = site;
  combine(*complete);
  for (zynemu_thread *other : complete->threads)
    if (other && other != thread)
      block.scheduler->wake(*other);
  return true;
}

static Error notInMask(const zynemu_thread *thread, const zynemu_site *site,
                       uint32_t mask) {
  return Error::format("%s: error: %s: lane %u calls it with the mask 0x%x, "
                       "which it is not in: %s",
                       site->location, site->op, thread->lane(), mask,
                       describeThread(*thread).c_str());
}

void zyn::emulator::runWarpCollective(zynemu_thread *thread,
                                      const zynemu_site *site, uint32_t mask,
                                      void *operand, Combine combine) {
  Scheduler &scheduler = *thread->block->scheduler;
  if (!(mask >> thread->lane() & 1))
    scheduler.fail(*thread, notInMask(thread, site, mask));
  if (!join(thread, site, thread->warp() * warpSize, warpSize, mask, operand,
            combine))
    scheduler.wait(*thread, site);
}

void zyn::emulator::runWarpgroupCollective(zynemu_thread *thread,
                                           const zynemu_site *site,
                                           void *operand, Combine combine) {
  unsigned first = thread->head.linear_id / warpgroupSize * warpgroupSize;
  if (!join(thread, site, first, warpgroupSize, ~0u, operand, combine))
    thread->block->scheduler->wait(*thread, site);
}
