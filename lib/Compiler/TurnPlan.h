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
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace zyn::compiler {

/// Chooses the instances of each turn. Those for which the device had no memory
/// left run again after all others, fewer at the same time.
class TurnPlan {
public:
  explicit TurnPlan(int64_t instances)
      : first(0), end(instances), limit(instances) {}
  /// Plans turns of instances that run again.
  explicit TurnPlan(std::vector<uint32_t> instances)
      : first(instances.size()), end(instances.size()), limit(instances.size()),
        repeated(std::move(instances)) {}

  /// Takes the instances of the next turn, at most `most`. There are none in
  /// the end.
  std::vector<uint32_t> next(int64_t most) {
    most = std::min(most, limit);
    isRepeated = first == end;
    std::vector<uint32_t> turn =
        isRepeated ? takeRepeated(most) : takeNew(most);
    turnSize = turn.size();
    return turn;
  }

  /// Whether the instances of the turn run again.
  bool repeats() const { return isRepeated; }

  /// Whether those for which there is no memory left can run again: not if they
  /// have all of it, alone with others of their warp, which share pages. In
  /// turns after the first one, others may have some of it.
  bool canRepeat() const {
    bool isFirst = !isRepeated && first == int64_t(turnSize);
    return turnSize > slotsPerWarp || !(isRepeated || isFirst);
  }

  /// Ends the turn, in which there was no memory left for `exhausted`
  /// instances, of which `again` run again. The others are as many as can run
  /// at the same time.
  void endTurn(size_t exhausted, const std::vector<uint32_t> &again) {
    int64_t fitting = turnSize - exhausted;
    mostFitting = std::max(mostFitting, fitting / warp * warp);
    if (exhausted == 0) {
      failedWarps = 0;
      grow();
      return;
    }
    if (fitting < warp)
      fitting = turnSize / 2;
    limit = std::max(fitting / warp, int64_t(1)) * warp;
    fullTurns = 0;
    repeated.insert(repeated.end(), again.begin(), again.end());
    bool hasFailed = !canRepeat() && exhausted == turnSize;
    failedWarps = hasFailed ? failedWarps + 1 : 0;
    if (failedWarps == maxFailedWarps)
      repeated.clear();
  }

  /// The instances that would run again.
  const std::vector<uint32_t> &waiting() const { return repeated; }

private:
  std::vector<uint32_t> takeNew(int64_t most) {
    std::vector<uint32_t> turn(std::min(end - first, most));
    std::iota(turn.begin(), turn.end(), first);
    first += turn.size();
    return turn;
  }

  std::vector<uint32_t> takeRepeated(int64_t most) {
    auto past = repeated.begin() + std::min<int64_t>(repeated.size(), most);
    std::vector<uint32_t> turn(repeated.begin(), past);
    repeated.erase(repeated.begin(), past);
    return turn;
  }

  /// Raises the limit after turns in which all had enough memory: up to what
  /// fitted in an earlier turn, or a little more after every fourth one.
  void grow() {
    if (int64_t(turnSize) < limit)
      return;
    int64_t more = limit + std::max(limit / 2, warp);
    if (limit < mostFitting)
      limit = std::min(more, mostFitting);
    else if (++fullTurns % 4 == 0)
      limit = std::min(more, end);
  }

  static constexpr int64_t warp = slotsPerWarp;
  /// If the memory of the device is not enough for so many warps, one after
  /// the other, the others do not run again: this would take long.
  static constexpr unsigned maxFailedWarps = 8;

  /// Those that have not run yet.
  int64_t first;
  const int64_t end;
  /// How many run at the same time.
  int64_t limit;
  /// The most that had enough memory in a turn.
  int64_t mostFitting = 0;
  std::vector<uint32_t> repeated;
  /// Consecutive turns as large as the limit, and consecutive warps that
  /// failed.
  unsigned fullTurns = 0, failedWarps = 0;

  // The turn.
  bool isRepeated = false;
  size_t turnSize = 0;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_TURNPLAN_H
