//===- AttentionLowerings.h - Kernels of attention ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONLOWERINGS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONLOWERINGS_H

#include "KernelBuilder.h"
#include "RowStrips.h"

#include "Zyn/Schedule/AttentionTile.h"
#include "Zyn/Schedule/GPUTarget.h"

namespace mlir::zyn {

/// Returns the reduction that the kernel of `op` performs; or nullopt if there
/// is none, or if it would take longer.
std::optional<RowReduction>
selectRowReduction(AttentionOp op, const ::zyn::schedule::GPUTarget &target);

/// Emits one kernel of Hopper's warpgroups for `op`, whose operands are
/// contiguous and not empty, and its launch. It also reduces `rows`.
void emitAttentionByWarpgroups(KernelModules &kernels, IndexBuilder &h,
                               AttentionOp op, const ReducedRows &rows,
                               const ::zyn::schedule::AttentionTile &tile,
                               int64_t multiprocessors);

/// The same by warps: the tile has one consumer, and two stages.
void emitAttentionByWarps(KernelModules &kernels, IndexBuilder &h,
                          AttentionOp op, const ReducedRows &rows,
                          const ::zyn::schedule::AttentionTile &tile);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ATTENTIONLOWERINGS_H
