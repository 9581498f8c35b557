//===- GPUTarget.h - Descriptions of GPUs for schedules ---------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_SCHEDULE_GPUTARGET_H
#define ZYN_SCHEDULE_GPUTARGET_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace zyn::schedule {

/// What schedules depend on. Rates are per clock cycle.
struct GPUTarget {
  /// The compute capability, such as 90.
  int capability;
  int multiprocessors;
  int64_t sharedBytesPerBlock;
  /// Bytes per cycle of the whole device.
  int64_t memoryBytes, l2Bytes;
  /// Bytes per cycle that a single multiprocessor reads from memory and from
  /// L2.
  int64_t memoryBytesPerMultiprocessor, l2BytesPerMultiprocessor;
  /// Multiplications of 16-bit floats per cycle on the tensor cores of a
  /// multiprocessor, by warpgroups and by warps. The rates of other types are
  /// inversely proportional to their sizes, except for f64.
  int64_t warpgroupMultiplications, warpMultiplications,
      warpDoubleMultiplications;
  /// Multiplications of f32 and of f64 per cycle on the CUDA cores.
  int64_t threadMultiplications, threadDoubleMultiplications;
  /// Whether the tensor cores multiply 8-bit floats for warps.
  bool hasWarpFloat8;
  /// The largest clusters that every device of the architecture launches.
  int clusterBlocks;
};

/// Returns the description for an architecture, such as "sm_90a": that of the
/// device with the highest compute capability that is not higher, or else of
/// the one with the lowest.
const GPUTarget &getGPUTarget(llvm::StringRef chip);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_GPUTARGET_H
