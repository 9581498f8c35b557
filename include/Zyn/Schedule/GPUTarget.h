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

/// What schedules depend on. An architecture is described by its largest GPU
/// for data centers, so that the same program results in the same kernels on
/// every machine. Rates are per clock cycle.
struct GPUTarget {
  /// The architecture and all later ones up to the next entry, such as 90 for
  /// sm_90 and sm_90a.
  int capability;
  int multiprocessors;
  int64_t sharedBytesPerBlock;
  /// Bytes per cycle of the whole device.
  int64_t memoryBytes, l2Bytes;
  /// Bytes per cycle that a single multiprocessor reads from memory and from
  /// L2.
  int64_t memoryBytesPerMultiprocessor, l2BytesPerMultiprocessor;
  /// Multiplications of 16-bit floats per cycle on the tensor cores of a
  /// multiprocessor.
  int64_t tensorMultiplications;
};

/// Returns the description of a chip such as "sm_90a": that of the latest known
/// architecture which is not newer.
const GPUTarget &getGPUTarget(llvm::StringRef chip);

/// Whether code for `chip` can use the matmuls of warpgroups, TMA, and
/// registers that are moved between warps, which only sm_90a has.
bool hasWarpgroupMatmuls(llvm::StringRef chip);

} // namespace zyn::schedule

#endif // ZYN_SCHEDULE_GPUTARGET_H
