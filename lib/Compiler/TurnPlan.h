//===- TurnPlan.h - Instances of each turn -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_TURNPLAN_H
#define ZYN_LIB_COMPILER_TURNPLAN_H

#include "SlotSizes.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace zyn::compiler {

/// Chooses the instances of each turn. Those for which the device had no memory
/// left run again after all others, fewer at the same time.
class TurnPlan {
public:
  explicit TurnPlan(int64_t instances) : end(instances), limit(instances) {}

  /// Takes the instances of the next turn, at most `most`. There are none in
  /// the end.
  std::vector<uint32_t> next(int64_t most) {
    most = std::min(most, limit);
    if (first == end)
      return takeRepeated(most);
    std::vector<uint32_t> turn(std::min(end - first, most));
    std::iota(turn.begin(), turn.end(), first);
    first += turn.size();
    return turn;
  }

  /// Whether the instances of a turn can run with fewer others. Those of a warp
  /// share pages.
  static bool canShrink(size_t turnSize) { return turnSize > slotsPerWarp; }

  /// Adds instances of a turn that run again. Those that had enough memory are
  /// as many as can run at the same time.
  void repeat(const std::vector<uint32_t> &instances, size_t turnSize) {
    size_t fitting = turnSize - instances.size();
    if (fitting < slotsPerWarp)
      fitting = turnSize / 2;
    limit = std::max(fitting / slotsPerWarp, size_t(1)) * slotsPerWarp;
    repeated.insert(repeated.end(), instances.begin(), instances.end());
  }

  /// Drops those that would run again: there is not enough memory for some of
  /// them alone.
  void giveUp() { repeated.clear(); }

private:
  std::vector<uint32_t> takeRepeated(int64_t most) {
    auto past = repeated.begin() + std::min<int64_t>(repeated.size(), most);
    std::vector<uint32_t> turn(repeated.begin(), past);
    repeated.erase(repeated.begin(), past);
    return turn;
  }

  /// Those that have not run yet.
  int64_t first = 0;
  const int64_t end;
  int64_t limit;
  std::vector<uint32_t> repeated;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_TURNPLAN_H
