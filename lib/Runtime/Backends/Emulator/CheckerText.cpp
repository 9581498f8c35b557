//===- CheckerText.cpp - Text of the checker's findings -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include <algorithm>
#include <cstdio>

using namespace zyn::emulator;

/// "thread (3,0,0) of block (0,0,0)".
std::string Checker::actorText(ThreadId id) const {
  ThreadId thread = history.threadOf(id);
  std::string text = "thread " + toText(grid.threadIndex(thread)) +
                     " of block " +
                     toText(grid.blockIndex(grid.blockOf(thread)));
  return id == thread ? text : text + ", asynchronously,";
}

/// "shared+0x40 in 'tile'".
std::string Checker::addressText(const Region &region, uint64_t address) const {
  const Memory &memory = region.memory;
  std::string text = std::string(toText(memory.space)) + "+" +
                     hexText(address - memory.begin + memory.offset);
  return memory.name.empty() ? text : text + " in '" + memory.name + "'";
}

/// Describes the address of an access and the value at `address`, which is
/// within the access.
std::string Checker::addressText(const Region &region, const Access &access,
                                 uint64_t address) const {
  const Memory &memory = region.memory;
  // For long accesses, print the granule in question.
  bool isLong = access.bytes > 16;
  std::string text = " at " + addressText(region, access.address);
  if (isLong)
    text += ", specifically at " + std::string(toText(memory.space)) + "+" +
            hexText(address - memory.begin + memory.offset);
  if (!memory.contents)
    return text;
  uint64_t first = isLong ? address : access.address;
  uint64_t bytes =
      isLong ? std::min<uint64_t>(4, access.address + access.bytes - address)
             : access.bytes;
  return text + ", " +
         valueText(static_cast<const char *>(memory.contents) +
                       (first - memory.begin),
                   bytes);
}

/// Explains in a few words what is missing.
std::string Checker::reasonText(const Access &access,
                                const AccessRecord &previous,
                                bool lacksProxyFence) const {
  if (lacksProxyFence)
    return "fence.proxy_async is missing between them";
  ThreadId a = history.threadOf(access.thread);
  ThreadId b = history.threadOf(previous.thread);
  bool isAtomic = access.kind >= AccessKind::AtomicLoad;
  if (isAtomic && previous.access.isAtomic()) {
    bool isFirst = !grid.reaches(access.scope, a, b);
    Scope scope = isFirst ? access.scope : previous.access.scope();
    const char *where = grid.blockOf(a) != grid.blockOf(b) ? "another block"
                        : scope == Scope::Warp             ? "another warp"
                                                           : "its block";
    return std::string("scope ") + toText(scope) +
           " does not reach a thread of " + where;
  }
  if (previous.thread == access.thread)
    return "copies of one group are not ordered with each other";
  if (previous.thread >= grid.threadCount())
    return "nothing waits for the earlier asynchronous operation";
  if (isAtomic || previous.access.isAtomic())
    return "one is not atomic, and nothing orders them";
  if (grid.blockOf(a) == grid.blockOf(b))
    return "no barrier orders them";
  if (grid.clusterOf(grid.blockOf(a)) == grid.clusterOf(grid.blockOf(b)))
    return "no cluster barrier, and no release and acquire, orders them";
  return "no release and acquire of device scope orders them";
}

void Checker::reportAccess(FindingKind kind, const Access &access,
                           const std::string &what) {
  if (findings.isNew(kind, access.site))
    findings.setText(prefixText(kind, access.site, access.bytes) + " by " +
                     actorText(access.thread) + what);
}

void Checker::reportRace(const Access &access, const Region &region,
                         uint64_t address, const Conflict &conflict) {
  const AccessRecord &previous = conflict.previous;
  const Origin &origin = origins[previous.access.origin()];
  if (!findings.isNew(FindingKind::DataRace, access.site, origin.site))
    return;
  findings.setText(
      prefixText(FindingKind::DataRace, access.site, access.bytes) + " by " +
      actorText(access.thread) + addressText(region, access, address) +
      "; conflicts with " + origin.site->op + " of " +
      std::to_string(origin.bytes) + (origin.bytes == 1 ? " byte" : " bytes") +
      " by " + actorText(previous.thread) + " at " + origin.site->location +
      ": " + reasonText(access, previous, conflict.lacksProxyFence));
}

void Checker::reportUninitialized(const Access &access, const Region &region,
                                  uint64_t address) {
  reportAccess(FindingKind::Uninitialized, access,
               addressText(region, access, address) + ": byte " +
                   std::to_string(address - access.address) +
                   " was never written");
}

void Checker::reportOutOfBounds(const Access &access) {
  // Find the memory that was probably intended: the one that contains the start
  // of the access or is nearest to it.
  const Region *nearest = nullptr;
  uint64_t distance = 1 << 16;
  for (const std::unique_ptr<Region> &region : regions) {
    uint64_t begin = region->memory.begin, end = begin + region->memory.bytes;
    uint64_t away = access.address < begin ? begin - access.address
                    : access.address < end ? 0
                                           : access.address - end;
    if (away < distance) {
      distance = away;
      nearest = region.get();
    }
  }
  if (!nearest) {
    reportAccess(FindingKind::OutOfBounds, access,
                 " at address " + hexText(access.address) +
                     ": the launch has no memory there");
    return;
  }
  const Memory &memory = nearest->memory;
  std::string name =
      memory.name.empty() ? "the memory" : "'" + memory.name + "'";
  std::string text;
  if (access.address < memory.begin) {
    text = " " + std::to_string(memory.begin - access.address) +
           " bytes before the first byte of " + name;
  } else {
    text = " at " + addressText(*nearest, access.address) +
           ": the access ends " +
           std::to_string(access.address + access.bytes - memory.begin -
                          memory.bytes) +
           " bytes after the last byte of " + name;
  }
  reportAccess(FindingKind::OutOfBounds, access,
               text + ", which has " + std::to_string(memory.bytes) + " bytes");
}

void Checker::reportIndex(const Access &access, int64_t dimension,
                          int64_t index, int64_t size) {
  reportAccess(FindingKind::OutOfBounds, access,
               ": index " + std::to_string(index) + " in dimension " +
                   std::to_string(dimension) + ", whose size is " +
                   std::to_string(size));
}

void Checker::reportCosts() {
  for (Origin &origin : origins) {
    LaneCollector::Tally cost = std::exchange(origin.cost, {});
    // Ignore the additional sector of an unaligned access, which the next warp
    // finds in the cache.
    bool isShared = cost.space == Space::Shared;
    if (isShared ? !cost.costly
                 : cost.needed < 2 * cost.minimum || !cost.costly)
      continue;
    FindingKind kind =
        isShared ? FindingKind::BankConflict : FindingKind::Uncoalesced;
    if (!findings.isNew(kind, origin.site))
      continue;
    char text[160];
    if (isShared)
      std::snprintf(text, sizeof(text),
                    ": up to %u-way; %.1f passes through shared memory where "
                    "%.1f would suffice",
                    cost.ways, double(cost.needed) / cost.accesses,
                    double(cost.minimum) / cost.accesses);
    else
      std::snprintf(text, sizeof(text),
                    ": %.1f sectors of 32 bytes where %.1f would suffice",
                    double(cost.needed) / cost.accesses,
                    double(cost.minimum) / cost.accesses);
    findings.setText(prefixText(kind, origin.site, origin.bytes) + text +
                     ", in " + std::to_string(cost.costly) + " of " +
                     std::to_string(cost.accesses) +
                     " sampled accesses of warps");
  }
}
