//===- MatmulTile.h - A block's tile of a matmul -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H

#include "KernelBuilder.h"

namespace mlir::zyn {

/// The tile of the destination that one block of a matmul kernel computes, for
/// both kinds of kernels. A kernel's arguments are the op's operands in order,
/// and each block computes one tile.
class MatmulTile {
public:
  MatmulTile(KernelBuilder &kernel, MatmulOp op, int64_t blockM,
             int64_t blockN);

  Value lhs, rhs, destination; ///< the kernel's arguments
  Value m, n, k;               ///< sizes of the whole matmul
  Value firstRow, firstColumn; ///< of the tile
  SmallVector<Value> batch;    ///< indices of the batch dimensions

  /// Stores `sum` as element (`row`, `column`) of the destination if it is in
  /// bounds, after adding the old element for `accumulate`, computing the
  /// epilogue, and converting the type.
  void store(IndexBuilder &b, Value sum, Value row, Value column);

  /// Launches one block for each tile.
  static void launch(OpBuilder &host, KernelBuilder &kernel, MatmulOp op,
                     int64_t blockM, int64_t blockN);

private:
  Value finish(IndexBuilder &b, Value sum, ArrayRef<Value> indices);

  MatmulOp op;
  SmallVector<Value> epilogueInputs;
};

/// Converts the float `value` to `type`. Returns `value` itself, which may be
/// an integer, if it already has this type.
Value convertFloat(OpBuilder &b, Location loc, Value value, Type type);

/// Returns why a matmul cannot use the tensor cores, or nullopt if it can. Then
/// the innermost sizes of both operands must also be multiples of 8 at run
/// time.
std::optional<StringRef> getTensorCoreObstacle(MatmulOp op);
void lowerMatmulToTensorCores(KernelModules &kernels, OpBuilder &host,
                              MatmulOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H
