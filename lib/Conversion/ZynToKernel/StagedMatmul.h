//===- StagedMatmul.h - Matmuls with asynchronous copies ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of matmuls on every GPU with asynchronous copies. All threads of a
// block copy tiles of A and B to shared memory, several stages ahead of those
// that they multiply.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDMATMUL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDMATMUL_H

#include "ComputedOperand.h"
#include "CopiedOperand.h"
#include "MatmulResult.h"
#include "MatmulWork.h"

namespace mlir::zyn {

/// A kernel whose blocks copy stages of A and B to shared memory and multiply
/// them. Derived classes multiply and store.
class StagedMatmul {
public:
  StagedMatmul(KernelModules &kernels, const AlignedMatmul &matmul,
               const ::zyn::schedule::MatmulTile &tile, int64_t numStages,
               int64_t numThreads, SharedLayout lhsLayout,
               SharedLayout rhsLayout);
  virtual ~StagedMatmul() = default;

  /// Emits the kernel and its launch.
  void lower(IndexBuilder &h, const MatmulSplit &split);

  /// Returns the number of stages that fit in the shared memory of a block and
  /// in that which the function's `#zyn.kernel` allows, if rows have at most
  /// `paddingBytes`.
  static int64_t getStages(const ::zyn::schedule::MatmulTile &tile,
                           const ::zyn::schedule::GPUTarget &target,
                           const KernelHints &hints, int64_t paddingBytes,
                           ProductOpInterface op);

protected:
  /// Computes the positions of `thread` in the tile.
  virtual void start(IndexBuilder &b) = 0;
  virtual SmallVector<Value> createSums(IndexBuilder &b) const = 0;
  /// Adds the products of a stage to `sums`.
  virtual SmallVector<Value> multiply(IndexBuilder &b, Value stage,
                                      SmallVector<Value> sums) const = 0;
  virtual void store(IndexBuilder &b, const MatmulResult &result,
                     const TilePosition &position,
                     ArrayRef<Value> sums) const = 0;

  KernelModules &kernels;
  ProductOpInterface op;
  const ::zyn::schedule::MatmulTile &tile;
  int64_t numStages, numThreads;
  CopiedOperand lhs, rhs;
  /// For an operand that a map computes.
  std::optional<ComputedOperand> computed;
  Value thread;

private:
  SmallVector<Value> multiplyStages(IndexBuilder &b, const MatmulWork &work);

  AlignedMatmul matmul;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_STAGEDMATMUL_H
