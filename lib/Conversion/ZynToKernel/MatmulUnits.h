//===- MatmulUnits.h - What multiplies in matmul kernels ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULUNITS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULUNITS_H

#include "MatmulEmitter.h"

namespace mlir::zyn {

/// Returns why the tensor cores of a target do not multiply elements of a type
/// that others do, or nullopt if they do.
std::optional<StringRef>
getElementObstacle(Type element, const ::zyn::schedule::GPUTarget &target);

/// Returns why `unit` cannot compute a matmul, or nullopt if it can.
std::optional<StringRef> getObstacle(ProductOpInterface op, TileUnit unit,
                                     StringRef chip, const KernelHints &hints);

/// Returns the fastest unit that can compute a matmul. Remarks say which one it
/// is and why it is not a faster one.
/// `warpgroupObstacle` says why it cannot be warpgroups, if the operands are
/// not matrices.
TileUnit selectUnit(ProductOpInterface op, StringRef chip,
                    const KernelHints &hints,
                    std::optional<StringRef> warpgroupObstacle = std::nullopt);

/// Returns the unit that is better than warpgroups if copies of operands take
/// most of the time.
TileUnit getUnitWithoutCopies(MatmulOp op);

/// Whether a matmul by warpgroups would take most of its time to copy an
/// operand that is multiplied by few rows or columns.
Value isDominatedByCopies(IndexBuilder &h, MatmulOp op);

/// Whether a matmul has so few rows or columns that lanes compute it in the
/// time of reading the other operand, and tensor cores are not as fast.
Value isThin(IndexBuilder &h, MatmulOp op, StringRef chip);

std::unique_ptr<MatmulEmitter> createEmitter(KernelModules &kernels,
                                             ProductOpInterface op,
                                             TileUnit unit, StringRef chip);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULUNITS_H
