//===- WarpAccess.h - The cost of a warp's accesses -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp access memory together. Shared memory has 32 banks of 4
// bytes, each of which serves one word at a time; global memory is transferred
// in sectors of 32 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_WARPACCESS_H
#define ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_WARPACCESS_H

#include "MemoryModel.h"
#include "Zyn/Support/GPULimits.h"

#include <unordered_map>
#include <vector>

namespace zyn::emulator {

/// One access of `bytes` bytes by each lane whose bit is in `lanes`.
struct WarpAccess {
  uint32_t lanes = 0;
  uint32_t bytes = 0;
  uint64_t addresses[limits::warpSize];
};

/// The cost of an access, and the minimum cost of an access of this size.
struct AccessCost {
  uint32_t needed = 0, minimum = 0;
  /// For shared memory, the maximum number of words that one bank serves in one
  /// phase.
  uint32_t ways = 0;
};

/// Returns the number of passes through shared memory, whose addresses count
/// from a multiple of 128 bytes. Lanes that access the same word share it.
/// Accesses of 8 bytes take two phases of half a warp each, accesses of 16
/// bytes four.
AccessCost sharedCost(const WarpAccess &access);

/// Returns the number of sectors of global memory.
AccessCost globalCost(const WarpAccess &access);

/// Combines the accesses of single threads into accesses of warps: the n-th
/// executions of an op by all lanes form one access. Only considers the first
/// few executions.
class LaneCollector {
public:
  /// The cost of one op of the program.
  struct Tally {
    Space space = Space::Generic;
    uint32_t accesses = 0;
    /// The number of accesses that cost more than the minimum.
    uint32_t costly = 0;
    uint64_t needed = 0, minimum = 0;
    uint32_t ways = 0;

    /// The warp of the last access, and a pointer to its collected accesses,
    /// valid until the next flush.
    uint32_t lastWarp = 0, flushes = 0;
    void *last = nullptr;

    bool isDone() const { return accesses >= 64; }
  };

  void add(Tally &tally, uint32_t number, uint32_t warp, uint32_t lane,
           uint32_t lanesOfWarp, uint64_t address, uint32_t bytes);

  /// Counts the remaining accesses of the warps [begin, end), in which not all
  /// lanes participated. `tallyOf` returns a tally by its number.
  template <typename Find>
  void flush(uint32_t begin, uint32_t end, Find tallyOf) {
    for (auto entry = warps.begin(); entry != warps.end();) {
      uint32_t warp = static_cast<uint32_t>(entry->first);
      if (warp < begin || warp >= end) {
        ++entry;
        continue;
      }
      for (const WarpAccess &access : entry->second.accesses)
        if (access.lanes)
          count(tallyOf(static_cast<uint32_t>(entry->first >> 32)), access);
      entry = warps.erase(entry);
    }
    ++flushes;
  }

  static void count(Tally &tally, const WarpAccess &access);

private:
  static constexpr uint32_t maxExecutions = 8;
  struct Warp {
    uint8_t executions[limits::warpSize] = {};
    std::vector<WarpAccess> accesses;
  };

  std::unordered_map<uint64_t, Warp> warps;
  uint32_t flushes = 0;
};

} // namespace zyn::emulator

#endif // ZYN_LIB_RUNTIME_BACKENDS_EMULATOR_WARPACCESS_H
