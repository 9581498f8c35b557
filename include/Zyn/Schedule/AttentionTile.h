//===- AttentionTile.h - Schedules of attention -----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SCHEDULE_ATTENTIONTILE_H
#define ZYN_SCHEDULE_ATTENTIONTILE_H

#include <cstdint>
#include <optional>

namespace zyn::schedule {

/// How a block computes attention.
struct AttentionTile {
  /// Queries that a group of four warps multiplies.
  static constexpr int64_t consumerQueries = 64;

  /// The greatest size of a head that the tile is for.
  int64_t maxHeadSize;
  /// Groups of four warps that multiply.
  int64_t consumers;
  /// Keys that are multiplied at a time, a multiple of 16.
  int64_t keys;
  /// Stages of keys, and of values, in shared memory.
  int64_t stages;
  /// Stages of queries.
  int64_t queryStages;
  /// Registers of a thread of the warpgroup that copies, if there is one, and
  /// of those that multiply; 0 if they do not exchange any.
  int64_t producerRegisters, consumerRegisters;

  int64_t getQueries() const { return consumers * consumerQueries; }
};

/// What the tile of warpgroups depends on.
struct AttentionShape {
  int64_t headSize; ///< elements of 16 bits
  /// Of a head, if they are known.
  std::optional<int64_t> numQueries, numKeys;
  bool loadsMask; ///< there is a mask in memory
};

/// Returns the tile of warpgroups, or nullopt if heads are too large.
std::optional<AttentionTile> getAttentionTile(const AttentionShape &shape);

/// Returns the tile of warps, with stages that fit in `sharedBytes`.
AttentionTile getWarpAttentionTile(int64_t headSize, int64_t sharedBytes);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_ATTENTIONTILE_H
