//===- WarpAccess.cpp - The cost of a warp's accesses ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpAccess.h"

#include <algorithm>

using namespace zyn::emulator;

static constexpr uint32_t warpSize = zyn::limits::warpSize,
                          numBanks = zyn::limits::sharedBanks,
                          wordBytes = zyn::limits::sharedBankBytes,
                          sectorBytes = zyn::limits::globalSectorBytes;

/// Sorts, removes duplicates, and returns the number of distinct values.
static uint32_t sortUnique(uint64_t *values, uint32_t count) {
  std::sort(values, values + count);
  return std::unique(values, values + count) - values;
}

AccessCost zyn::emulator::sharedCost(const WarpAccess &access) {
  AccessCost cost;
  uint32_t phases = std::max<uint32_t>(1, access.bytes / wordBytes);
  uint32_t lanesPerPhase = std::max<uint32_t>(1, warpSize / phases);
  for (uint32_t begin = 0; begin < warpSize; begin += lanesPerPhase) {
    // Without conflicts, a phase transfers at most one word per bank.
    uint64_t words[2 * numBanks];
    uint32_t count = 0;
    for (uint32_t lane = begin; lane < begin + lanesPerPhase; ++lane) {
      if (!(access.lanes >> lane & 1))
        continue;
      uint64_t first = access.addresses[lane] / wordBytes;
      uint64_t last = (access.addresses[lane] + access.bytes - 1) / wordBytes;
      for (uint64_t word = first; word <= last && count < 2 * numBanks; ++word)
        words[count++] = word;
    }
    if (count == 0)
      continue;
    count = sortUnique(words, count);
    uint32_t inBank[numBanks] = {}, passes = 0;
    for (uint32_t i = 0; i < count; ++i)
      passes = std::max(passes, ++inBank[words[i] % numBanks]);
    cost.needed += passes;
    ++cost.minimum;
    cost.ways = std::max(cost.ways, passes);
  }
  return cost;
}

AccessCost zyn::emulator::globalCost(const WarpAccess &access) {
  AccessCost cost;
  uint64_t starts[warpSize];
  uint32_t count = 0;
  for (uint32_t lane = 0; lane < warpSize; ++lane)
    if (access.lanes >> lane & 1)
      starts[count++] = access.addresses[lane];
  count = sortUnique(starts, count);
  uint64_t bytes = 0, end = 0, nextSector = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t stop = starts[i] + access.bytes;
    bytes += stop - std::max(starts[i], std::min(end, stop));
    end = std::max(end, stop);
    uint64_t first = std::max(starts[i] / sectorBytes, nextSector);
    uint64_t endSector = (stop - 1) / sectorBytes + 1;
    if (first < endSector) {
      cost.needed += endSector - first;
      nextSector = endSector;
    }
  }
  cost.minimum = (bytes + sectorBytes - 1) / sectorBytes;
  return cost;
}

void LaneCollector::count(Tally &tally, const WarpAccess &access) {
  AccessCost cost =
      tally.space == Space::Shared ? sharedCost(access) : globalCost(access);
  ++tally.accesses;
  tally.costly += cost.needed > cost.minimum;
  tally.needed += cost.needed;
  tally.minimum += cost.minimum;
  tally.ways = std::max(tally.ways, cost.ways);
}

void LaneCollector::add(Tally &tally, uint32_t number, uint32_t warp,
                        uint32_t lane, uint32_t lanesOfWarp, uint64_t address,
                        uint32_t bytes) {
  if (!tally.last || tally.lastWarp != warp || tally.flushes != flushes) {
    tally.last = &warps[uint64_t(number) << 32 | warp];
    tally.lastWarp = warp;
    tally.flushes = flushes;
  }
  Warp *last = static_cast<Warp *>(tally.last);
  uint32_t time = last->executions[lane];
  if (time == maxExecutions)
    return;
  ++last->executions[lane];
  if (last->accesses.size() <= time)
    last->accesses.resize(time + 1);
  WarpAccess &access = last->accesses[time];
  access.lanes |= 1u << lane;
  access.bytes = bytes;
  access.addresses[lane] = address;
  if (access.lanes == lanesOfWarp) {
    count(tally, access);
    access.lanes = 0;
  }
}
