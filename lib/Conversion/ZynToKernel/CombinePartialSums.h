//===- CombinePartialSums.h - Adds the sums of a split K ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINEPARTIALSUMS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINEPARTIALSUMS_H

#include "MatmulEmitter.h"

namespace mlir::zyn {

/// Emits a kernel that adds the partial sums of the divided tiles of `matmul`
/// in the order of K, so that the result is the same in every run, and stores
/// the results, and its launch.
void emitCombinePartialSums(KernelModules &kernels, IndexBuilder &h,
                            const AlignedMatmul &matmul,
                            const ::zyn::schedule::MatmulTile &tile,
                            const MatmulSplit &split);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMBINEPARTIALSUMS_H
