//===- FusedOperand.h - Operands that matmuls compute --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_FUSEDOPERAND_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_FUSEDOPERAND_H

#include "KernelHints.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Schedule/GPUTarget.h"

namespace mlir::zyn {

/// An operand of a matmul whose elements its kernel computes, instead of a map
/// before it.
struct FusedOperand {
  OpOperand *operand;
  MapOp map;
  /// Whether blocks compute the elements from what they have copied to shared
  /// memory. Otherwise, lanes compute those that they need.
  bool isStaged;
};

/// Returns the operand of `op` that its kernel can compute in less time, since
/// few rows or columns use each element; or nullopt.
std::optional<FusedOperand>
findFusedOperand(MatmulOp op, const ::zyn::schedule::GPUTarget &target);

/// Makes `op` compute `fused.operand`. The map must not be lowered, but remain
/// until `op` is.
void setFusedOperand(MatmulOp op, const FusedOperand &fused);

/// Returns what `setFusedOperand` has set, or nullopt.
std::optional<FusedOperand> getFusedOperand(Operation *op);

/// Returns the most rows, or columns, of a matmul that lanes compute in the
/// time of reading the other operand.
int64_t getMostThinRows(MatmulOp op, const ::zyn::schedule::GPUTarget &target);

/// The least size of the dimensions that are not few.
inline constexpr int64_t kLeastOther = 64;

/// Returns the input of `map` that has the indices of its elements, if it is
/// the only one and blocks can copy its rows to shared memory; or nullopt.
std::optional<unsigned> findStagedInput(MapOp map);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_FUSEDOPERAND_H
