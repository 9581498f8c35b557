//===- Meeting.cpp - Threads that do an op together -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meeting.h"
#include "Scheduler.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

/// The meeting at `site` of these lanes that is not complete yet, or a new one.
static Meeting &findMeeting(Block &block, const zynemu_site *site,
                            unsigned first, unsigned size, uint32_t mask) {
  for (const auto &meeting : block.meetings)
    if (meeting->site == site && meeting->first == first &&
        meeting->mask == mask && meeting->operands.size() == size)
      return *meeting;
  auto meeting = std::make_unique<Meeting>();
  meeting->site = site;
  meeting->first = first;
  meeting->mask = mask;
  meeting->operands.resize(size);
  meeting->threads.resize(size);
  unsigned present = std::min(size, block.numThreads - first);
  for (unsigned i = 0; i < present; ++i)
    meeting->expected += mask >> i % warpSize & 1;
  block.meetings.push_back(std::move(meeting));
  return *block.meetings.back();
}

static std::unique_ptr<Meeting> takeMeeting(Block &block, Meeting &meeting) {
  auto found =
      std::find_if(block.meetings.begin(), block.meetings.end(),
                   [&](const auto &other) { return other.get() == &meeting; });
  std::unique_ptr<Meeting> taken = std::move(*found);
  block.meetings.erase(found);
  return taken;
}

/// Deposits the operand. True if the op is done, false if it is to be waited
/// for.
static bool join(zynemu_thread *thread, const zynemu_site *site, unsigned first,
                 unsigned size, uint32_t mask, void *operand, Combine combine) {
  Block &block = *thread->block;
  unsigned position = thread->head.linear_id - first;
  Meeting &meeting = findMeeting(block, site, first, size, mask);
  meeting.operands[position] = operand;
  meeting.threads[position] = thread;
  if (++meeting.arrived < meeting.expected)
    return false;
  std::unique_ptr<Meeting> complete = takeMeeting(block, meeting);
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
                       site->place, site->op, thread->lane(), mask,
                       describeThread(*thread).c_str());
}

void zyn::emulator::meetInWarp(zynemu_thread *thread, const zynemu_site *site,
                               uint32_t mask, void *operand, Combine combine) {
  Scheduler &scheduler = *thread->block->scheduler;
  if (!(mask >> thread->lane() & 1))
    scheduler.fail(*thread, notInMask(thread, site, mask));
  if (!join(thread, site, thread->warp() * warpSize, warpSize, mask, operand,
            combine))
    scheduler.wait(*thread, site);
}

void zyn::emulator::meetInWarpgroup(zynemu_thread *thread,
                                    const zynemu_site *site, void *operand,
                                    Combine combine) {
  unsigned first = thread->head.linear_id / warpgroupSize * warpgroupSize;
  if (!join(thread, site, first, warpgroupSize, ~0u, operand, combine))
    thread->block->scheduler->wait(*thread, site);
}
