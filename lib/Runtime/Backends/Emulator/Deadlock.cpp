//===- Deadlock.cpp - Reports of deadlocks --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Synchronization.h"

#include <algorithm>

using namespace zyn::emulator;
using zyn::runtime::Error;

std::string zyn::emulator::formatCoordinates(const int64_t (&xyz)[3]) {
  return "(" + std::to_string(xyz[0]) + "," + std::to_string(xyz[1]) + "," +
         std::to_string(xyz[2]) + ")";
}

std::string zyn::emulator::describeThread(const zynemu_thread &thread) {
  return "thread " + formatCoordinates(thread.head.thread_id) + " of block " +
         formatCoordinates(thread.head.block_id);
}

Error zyn::emulator::misuseError(const zynemu_thread &thread,
                                 const zynemu_site *site,
                                 const std::string &what) {
  return Error::at(site->location, std::string(site->op) + ": " + what + ": " +
                                       describeThread(thread));
}

std::string
zyn::emulator::describeWaiting(const std::vector<zynemu_thread *> &threads) {
  // The threads may be in any order.
  const zynemu_thread &first =
      **std::min_element(threads.begin(), threads.end(), [](auto *a, auto *b) {
        return a->head.linear_id < b->head.linear_id;
      });
  if (threads.size() == 1)
    return describeThread(first) + " waits";
  return std::to_string(threads.size()) + " threads of block " +
         formatCoordinates(first.head.block_id) + ", starting with " +
         formatCoordinates(first.head.thread_id) + ", wait";
}

namespace {
/// The threads of a block that wait at one op.
struct WaitingSite {
  const zynemu_site *site;
  std::vector<zynemu_thread *> threads;
};
} // namespace

static std::vector<WaitingSite> waitingSites(const Block &block) {
  std::vector<WaitingSite> sites;
  for (unsigned i = 0; i < block.numThreads; ++i) {
    zynemu_thread *thread = &block.threads[i];
    if (thread->state != ThreadState::Waiting)
      continue;
    auto site =
        std::find_if(sites.begin(), sites.end(), [&](const auto &other) {
          return other.site == thread->site;
        });
    if (site == sites.end())
      site = sites.insert(sites.end(), {thread->site, {}});
    site->threads.push_back(thread);
  }
  return sites;
}

Error zyn::emulator::describeDeadlock(const Scheduler &scheduler) {
  std::string location, text;
  int64_t otherBlocks = 0;
  for (const auto &cluster : scheduler.residentClusters())
    for (const auto &block : cluster->blocks) {
      std::vector<WaitingSite> sites = waitingSites(*block);
      if (sites.empty())
        continue;
      if (!text.empty()) {
        ++otherBlocks;
        continue;
      }
      location = sites[0].site->location;
      text = "deadlock: ";
      for (const WaitingSite &site : sites) {
        text += (&site == &sites[0] ? "" : ", ") +
                describeWaiting(site.threads) + " at " + site.site->op;
        if (&site != &sites[0])
          text += std::string(" at ") + site.site->location;
      }
      if (block->finished)
        text += ", " + std::to_string(block->finished) +
                (block->finished == 1 ? " has finished" : " have finished");
    }
  if (otherBlocks)
    text +=
        "; threads of " + std::to_string(otherBlocks) + " more blocks wait too";
  if (scheduler.blocksToStart())
    text += "; " + std::to_string(scheduler.blocksToStart()) +
            " blocks have not started, since the device holds " +
            std::to_string(scheduler.capacity()) + " of them at a time";
  return Error::at(location, std::move(text));
}
