//===- SlotSizes.cpp - Memory of the slots of instances -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlotSizes.h"
#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "Zyn/Runtime/Context.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace zyn::compiler;
using mlir::instance::kPageBytes;

static constexpr uint64_t warpPageBytes = kPageBytes * slotsPerWarp;
static_assert(warpPageBytes == zyn::runtime::Context::onDemandPageBytes,
              "a page of each lane is a page of the device");

/// By how much memories can grow in windows, if there is enough memory for
/// that.
static constexpr uint64_t minGrowth = uint64_t(512) << 10,
                          maxGrowth = uint64_t(64) << 20;

SlotSizes zyn::compiler::chooseSlotSizes(const InstanceCode &kernel,
                                         uint64_t bytesOfSlot, uint64_t count,
                                         uint64_t available,
                                         uint64_t maxOnDemand) {
  SlotSizes sizes;
  uint64_t begin = kernel.windowBegin,
           wanted =
               llvm::divideCeil(std::max<uint64_t>(count, 1), slotsPerWarp);
  // The window is at least as large as the kernel expects.
  uint64_t most = kernel.maxMemoryBytes - begin;
  uint64_t least = std::min(kernel.leastWindowEnd - begin + minGrowth, most);
  bool mayUsePages = begin > 0 || least < most;
  most = std::min(kernel.memoryBytes - begin + maxGrowth, most);
  uint64_t forWindows = mayUsePages ? available / 4 * 3 : available;
  uint64_t share = forWindows / (wanted * slotsPerWarp);
  uint64_t window =
      std::clamp(share - std::min(share, bytesOfSlot), least, most);
  sizes.windowEnd = begin + window / kPageBytes * kPageBytes;
  uint64_t initialEnd = std::max(kernel.memoryBytes, sizes.windowEnd);
  sizes.initialPages = (begin + initialEnd - sizes.windowEnd) / kPageBytes;
  sizes.usesPages = begin > 0 || sizes.windowEnd < kernel.maxMemoryBytes;

  uint64_t windowBytes = (bytesOfSlot + sizes.windowEnd - begin) * slotsPerWarp,
           pagesBytes = sizes.initialPages * warpPageBytes;
  sizes.warpBytes = windowBytes + pagesBytes;
  uint64_t left = available - std::min(available, pagesBytes);
  // The first warp may take more than its share.
  sizes.warps = std::min(
      wanted, std::min(std::max(forWindows, windowBytes), left) / windowBytes);
  sizes.memoryBytes = sizes.windowEnd;
  if (!sizes.usesPages || sizes.warps == 0)
    return sizes;
  sizes.warps = std::min(
      sizes.warps,
      std::max<uint64_t>(maxOnDemand / (initialEnd * slotsPerWarp), 1));
  sizes.memoryBytes =
      std::clamp(maxOnDemand / (sizes.warps * warpPageBytes) * kPageBytes,
                 initialEnd, kernel.maxMemoryBytes);
  return sizes;
}
