//===- RowReductionModel.h - When kernels reduce rows --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What it costs a kernel to reduce the rows of its result for the op that does
// so next (RowStrips.cpp), what it saves, and the remarks about it.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWREDUCTIONMODEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWREDUCTIONMODEL_H

#include "Zyn/Dialect/Zyn/Analysis/RowReductions.h"
#include "Zyn/Schedule/GPUTarget.h"

namespace mlir::zyn {

/// Returns the clock cycles of reading `result` again.
int64_t getReadCycles(MemRefType result,
                      const ::zyn::schedule::GPUTarget &target);

/// Returns the clock cycles of reducing the rows of `result` in registers.
int64_t getReductionCycles(const RowReduction &reduction, MemRefType result,
                           const ::zyn::schedule::GPUTarget &target);

/// Returns those of writing and reading what is left of their strips.
int64_t getStripCycles(const RowReduction &reduction, MemRefType result,
                       const ::zyn::schedule::GPUTarget &target);

/// Remarks that the kernel of the op at `loc` reduces the rows of its result,
/// which takes `together` cycles instead of `separate`.
void remarkReducedRows(Location loc, const RowReduction &reduction,
                       int64_t together, int64_t separate);
/// Remarks why it does not.
void remarkUnreducedRows(Location loc, const Twine &why);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWREDUCTIONMODEL_H
