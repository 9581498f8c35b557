//===- WarpgroupMatmul.h - Kernels with matmuls of warpgroups - -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPMATMUL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPMATMUL_H

#include "KernelBuilder.h"

#include "Zyn/Schedule/WarpgroupMatmul.h"

namespace mlir::zyn {

/// A matmul and buffers that TMA can access: its operands, or copies of them,
/// and where the result is stored. For a split tile, that is a buffer of sums
/// with an additional first dimension, the parts of K.
struct AlignedMatmul {
  MatmulOp op;
  Value lhs, rhs, result;
};

/// Emits a kernel that computes `matmul` with the given tile, and its launch.
/// If the tile is split, K is divided into `numSplits` parts.
void emitWarpgroupMatmul(KernelModules &kernels, OpBuilder &host,
                         const AlignedMatmul &matmul,
                         const ::zyn::schedule::WarpgroupTile &tile,
                         const ::zyn::schedule::GPUTarget &target,
                         Value numSplits);

/// Emits a kernel that adds the partial sums in `workspace` in order and stores
/// the results of `op`, and its launch.
void emitCombinePartialSums(KernelModules &kernels, OpBuilder &host,
                            MatmulOp op, Value workspace);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_WARPGROUPMATMUL_H
