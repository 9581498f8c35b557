//===- SlotSizes.h - Memory of the slots of instances --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_SLOTSIZES_H
#define ZYN_LIB_COMPILER_SLOTSIZES_H

#include "InstanceCode.h"

namespace zyn::compiler {

/// The slots of a warp.
inline constexpr uint64_t slotsPerWarp = 32;

/// How the memory of a device is used for instances. Sizes are bytes.
struct SlotSizes {
  /// The number of warps that fit; 0 if there is not enough memory.
  uint64_t warps = 0;
  /// The address where windows end (see `DeviceLayout`).
  uint64_t windowEnd = 0;
  /// The size that memories can grow to.
  uint64_t memoryBytes = 0;
  /// Whether some of that is outside of the window, and how many pages of the
  /// initial memory are.
  bool usesPages = false;
  uint64_t initialPages = 0;
  /// What a warp needs at first.
  uint64_t warpBytes = 0;
};

/// Chooses sizes for `count` instances that have `bytesOfSlot` besides their
/// memory, and on a device with `available` bytes of memory and `maxOnDemand`
/// bytes of addresses (see `Context`).
SlotSizes chooseSlotSizes(const InstanceCode &kernel, uint64_t bytesOfSlot,
                          uint64_t count, uint64_t available,
                          uint64_t maxOnDemand);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_SLOTSIZES_H
