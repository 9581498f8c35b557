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

namespace zyn::schedule {

/// How a block computes attention.
struct AttentionTile {
  /// The greatest size of a head that the tile is for.
  int64_t maxHeadSize;
  /// Groups of four warps that multiply, 64 queries each.
  int64_t consumers;
  /// Keys that are multiplied at a time, a multiple of 16.
  int64_t keys;
  /// Stages of keys, and of values, in shared memory.
  int64_t stages;
  /// Registers of a thread of the warpgroup that copies, if there is one, and
  /// of those that multiply.
  int64_t producerRegisters, consumerRegisters;
};

/// Which keys a query attends to: all of them, those before it, or what a mask
/// in memory says.
enum class AttentionMasking { None, Causal, Loaded };

/// Returns the tile of warpgroups for heads of `headSize` 16-bit elements, or
/// null if they are too large.
const AttentionTile *getAttentionTile(int64_t headSize,
                                      AttentionMasking masking);

/// Returns the tile of warps, with stages that fit in `sharedBytes`.
AttentionTile getWarpAttentionTile(int64_t headSize, int64_t sharedBytes);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_ATTENTIONTILE_H
