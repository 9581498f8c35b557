//===- MatmulTile.h - Results of matmul kernels --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H

#include "KernelBuilder.h"

#include "Zyn/Schedule/GPUTarget.h"

namespace mlir::zyn {

/// The destination of a matmul in a kernel, whose arguments from number
/// `firstArgument` on are the epilogue's inputs and the destination. That of a
/// partial result is a buffer of sums with one more dimension, the first one.
class MatmulResult {
public:
  MatmulResult(KernelBuilder &kernel, MatmulOp op, unsigned firstArgument,
               bool isPartial = false);

  Value destination;
  Value m, n; ///< sizes of the whole result
  SmallVector<Value> batchSizes;

  /// Returns what is stored at `indices` for the sum of products `sum`: adds
  /// the old element for `accumulate`, computes the epilogue, and converts the
  /// type.
  Value finish(IndexBuilder &b, Value sum, ArrayRef<Value> indices) const;

  /// Stores the result of `sum` as element (`row`, `column`) of a matrix of the
  /// batch if it is in bounds.
  void store(IndexBuilder &b, Value sum, ArrayRef<Value> batch, Value row,
             Value column) const;
  /// Whether `finish` reads memory at `indices`.
  bool readsMemory() const;

private:
  MatmulOp op;
  bool isPartial;
  SmallVector<Value> epilogueInputs;
};

/// The tile of the destination that one block of a matmul kernel computes. The
/// kernel's arguments are the op's operands in order, and each block computes
/// one tile.
class MatmulTile {
public:
  MatmulTile(KernelBuilder &kernel, MatmulOp op, int64_t blockM,
             int64_t blockN);

  MatmulResult result;
  Value lhs, rhs;              ///< the kernel's arguments
  Value k;                     ///< size of the whole matmul
  Value firstRow, firstColumn; ///< of the tile
  SmallVector<Value> batch;    ///< indices of the batch dimensions

  void store(IndexBuilder &b, Value sum, Value row, Value column) const {
    result.store(b, sum, batch, row, column);
  }

  /// Launches one block for each tile.
  static void launch(OpBuilder &host, KernelBuilder &kernel, MatmulOp op,
                     int64_t blockM, int64_t blockN);
};

/// States that a block of `threads` threads computes a tile of `blockM` x
/// `blockN` elements, which no hint changes.
void stateMatmulTile(KernelHints &hints, int64_t blockM, int64_t blockN,
                     int64_t threads);

/// Converts the float `value` to `type`. Returns `value` itself, which may be
/// an integer, if it already has this type.
Value convertFloat(OpBuilder &b, Location loc, Value value, Type type);

/// Returns why a matmul cannot use the tensor cores, or nullopt if it can. Then
/// the innermost sizes of both operands must also be multiples of 8 at run
/// time.
std::optional<StringRef> getTensorCoreObstacle(MatmulOp op,
                                               const KernelHints &hints);
void lowerMatmulToTensorCores(KernelModules &kernels, OpBuilder &host,
                              MatmulOp op);

/// Returns why a matmul that can use the tensor cores cannot use the matmuls of
/// warpgroups, or nullopt if it can.
std::optional<StringRef> getWarpgroupObstacle(MatmulOp op, StringRef chip,
                                              const KernelHints &hints);
/// Lowers a matmul to the kernels that the model selects for `target`, at run
/// time if necessary, or to that of entry `tile` of the table if it is not -1.
void lowerMatmulToWarpgroups(KernelModules &kernels, OpBuilder &host,
                             MatmulOp op,
                             const ::zyn::schedule::GPUTarget &target,
                             int64_t tile);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H
