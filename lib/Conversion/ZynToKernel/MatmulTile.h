//===- MatmulTile.h - A block's part of a matmul -------------- -*- C++ -*-===//
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

/// The tile of the destination that one block of a matmul kernel computes: what
/// both kinds of kernel have in common. A kernel's arguments are the op's
/// operands in their order, and each block has one tile.
class MatmulTile {
public:
  MatmulTile(KernelBuilder &kernel, MatmulOp op, int64_t blockM,
             int64_t blockN);

  Value lhs, rhs, destination; ///< the kernel's arguments
  Value m, n, k;               ///< sizes of the whole matmul
  Value firstRow, firstColumn; ///< of the tile
  SmallVector<Value> batch;    ///< indices of the batch dimensions

  /// Stores `sum` as element (`row`, `column`) of the destination, if there is
  /// such an element: adds what is accumulated into, runs the epilogue,
  /// converts.
  void store(IndexBuilder &b, Value sum, Value row, Value column);

  /// Launches one block for each tile.
  static void launch(OpBuilder &host, KernelBuilder &kernel, MatmulOp op,
                     int64_t blockM, int64_t blockN);

private:
  Value finish(IndexBuilder &b, Value sum, ArrayRef<Value> indices);

  MatmulOp op;
  SmallVector<Value> epilogueInputs;
};

/// `value`, a float or an integer, as the float type `type`; `value` itself if
/// it has the type already.
Value convertFloat(OpBuilder &b, Location loc, Value value, Type type);

/// Why a matmul cannot run on the tensor cores; nothing if it can. When it
/// runs, the innermost sizes of both factors have to be multiples of 8 too.
std::optional<StringRef> whyNotTensorCores(MatmulOp op);
void lowerMatmulToTensorCores(KernelModules &kernels, OpBuilder &host,
                              MatmulOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILE_H
