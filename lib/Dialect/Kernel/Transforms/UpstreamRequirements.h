//===- UpstreamRequirements.h - Targets of upstream's ops ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_KERNEL_TRANSFORMS_UPSTREAMREQUIREMENTS_H
#define ZYN_LIB_DIALECT_KERNEL_TRANSFORMS_UPSTREAMREQUIREMENTS_H

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include <limits>
#include <optional>

namespace mlir::kernel {

/// The `lastSM` of what all later architectures support, too.
inline constexpr int anyLaterSM = std::numeric_limits<int>::max();

/// Returns what an op of the gpu, nvgpu or nvvm dialect requires, or nullopt
/// if all architectures have it. LLVM does not select instructions that the
/// target lacks, and ends the process.
std::optional<TargetRequirement> getUpstreamRequirement(Operation *op);

} // namespace mlir::kernel

#endif // ZYN_LIB_DIALECT_KERNEL_TRANSFORMS_UPSTREAMREQUIREMENTS_H
