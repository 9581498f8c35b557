//===- MatmulEmitter.h - Kernels of matmuls ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULEMITTER_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULEMITTER_H

#include "ImageWindows.h"
#include "RowStrips.h"

#include "Zyn/Schedule/MatmulTile.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::zyn {

/// A or B, or a copy of it, in a layout that the kernel can read.
struct AlignedOperand {
  Value buffer;
  bool isKInnermost;     ///< K is its last dimension
  bool isAligned = true; ///< its rows are aligned to 16 bytes
  /// If its rows are windows of the images `buffer`, which windows.
  std::optional<ImageWindows> windows = std::nullopt;
  /// If the buffer is not written, the map that computes its elements.
  MapOp producer = {};

  Type getElement() const { return getElementTypeOrSelf(buffer); }
  Value getK(IndexBuilder &h) const {
    if (windows)
      return windows->getK(h);
    int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
    return h.size(buffer, rank - (isKInnermost ? 1 : 2));
  }
};

/// How the K of a split tile is divided among blocks: `numWhole` tiles are
/// computed as a whole, so that each multiprocessor has the same number of
/// them, and K is divided into `numSplits` parts for the others.
struct MatmulSplit {
  Value numSplits, numWhole;
};

/// An op that is computed as a matmul, and the buffers that kernels access.
struct AlignedMatmul {
  ProductOpInterface op;
  AlignedOperand lhs, rhs;
  /// The matrices that are computed, [...][row][column].
  Value result;
  /// The sizes of the dimensions of the op's destination whose indices make up
  /// the number of a row, if there are several. Then, the matrices are
  /// neighboring groups of its last dimension.
  SmallVector<Value> rowSizes;
  /// The epilogue inputs; or matrices like the result, if there are `rowSizes`
  /// and the op accesses an input like its destination.
  SmallVector<Value> epilogueInputs;
  /// For split tiles, the sums of the parts of K, [part][row][column]. The rows
  /// are those of one divided tile after the other.
  Value sums;
  /// A view of the result that TMA accepts, for emitters that store by TMA, or
  /// null if its rows are known not to be aligned. If they turn out not to be
  /// aligned at run time, kernels must not access the view.
  Value resultView;
  ReducedRows reducedRows;
};

/// Returns the multiplications per cycle of the CUDA cores of a multiprocessor.
inline int64_t
getThreadMultiplications(Type element,
                         const ::zyn::schedule::GPUTarget &target) {
  return element.isF64() ? target.threadDoubleMultiplications
                         : target.threadMultiplications;
}

/// Emits the kernels of matmuls whose blocks multiply by one kind of unit.
class MatmulEmitter {
public:
  MatmulEmitter(KernelModules &kernels,
                const ::zyn::schedule::GPUTarget &target)
      : kernels(kernels), target(target) {}
  virtual ~MatmulEmitter() = default;

  virtual ::zyn::schedule::MatmulUnit getKind() const = 0;
  /// Multiplications per cycle of a multiprocessor.
  virtual int64_t getMultiplications(Type element) const = 0;
  /// Whether operands of that type must have K as their last dimension.
  virtual bool needsKInnermost(Type element) const { return false; }
  /// Whether the rows of operands of that type must be aligned to 16 bytes.
  virtual bool needsAlignedRows(Type element) const { return true; }
  /// Whether kernels find out whether rows are aligned, so that these are never
  /// copied.
  virtual bool checksAlignment() const { return false; }
  /// From how many rows of A on it pays to copy a B whose rows do not start at
  /// sectors of L2, if ever.
  virtual std::optional<int64_t> getMinRowsForCopies() const {
    return std::nullopt;
  }
  /// Whether kernels of split tiles also compute whole tiles.
  virtual bool computesWholeTiles() const { return false; }
  /// Whether results are stored by TMA if their rows are aligned to 16 bytes.
  virtual bool storesByTma() const { return false; }
  /// Whether the registers of a thread suffice for a tile.
  virtual bool hasRegisters(const AlignedMatmul &matmul,
                            const ::zyn::schedule::MatmulTile &tile) const {
    return true;
  }
  /// Whether kernels with a tile can reduce the rows of a result.
  virtual bool reducesRows(const AlignedMatmul &matmul,
                           const ::zyn::schedule::MatmulTile &tile) const {
    return false;
  }
  /// Number of stages of A and B that fit in shared memory; 0 if there are
  /// none.
  virtual int64_t getStages(ProductOpInterface op,
                            const ::zyn::schedule::MatmulTile &tile) const = 0;
  /// Emits a kernel that computes `matmul` with the given tile, and its launch.
  virtual void emit(IndexBuilder &h, const AlignedMatmul &matmul,
                    const ::zyn::schedule::MatmulTile &tile,
                    const MatmulSplit &split) const = 0;

  KernelModules &kernels;
  const ::zyn::schedule::GPUTarget &target;
};

std::unique_ptr<MatmulEmitter>
createMatmulByThreads(KernelModules &kernels,
                      const ::zyn::schedule::GPUTarget &target);
std::unique_ptr<MatmulEmitter>
createMatmulByLanes(KernelModules &kernels,
                    const ::zyn::schedule::GPUTarget &target);
std::unique_ptr<MatmulEmitter>
createMatmulByWarps(KernelModules &kernels,
                    const ::zyn::schedule::GPUTarget &target, Type element);
std::unique_ptr<MatmulEmitter>
createMatmulByWarpgroups(KernelModules &kernels,
                         const ::zyn::schedule::GPUTarget &target);

/// Returns the model's estimate for the clock cycles of `tile`, or of the best
/// tile if it is null. Returns nullopt if it depends on sizes that are not
/// known, or if no tile can be used.
std::optional<int64_t> estimateCycles(const MatmulEmitter &emitter,
                                      IndexBuilder &h,
                                      const AlignedMatmul &matmul,
                                      const ::zyn::schedule::MatmulTile *tile);

/// Emits the kernel of `tile`, which is one of the emitter's, or if it is null,
/// the kernels that the model selects, at run time if necessary.
void emitKernels(const MatmulEmitter &emitter, IndexBuilder &h,
                 const AlignedMatmul &matmul,
                 const ::zyn::schedule::MatmulTile *tile);

/// The same for kernels that also reduce the rows of the result if that is
/// estimated to take less time.
void lowerAligned(const MatmulEmitter &emitter, IndexBuilder &h,
                  const AlignedMatmul &matmul,
                  const ::zyn::schedule::MatmulTile *tile);

/// Lowers a matmul to the kernel of `tile`, or to those that the model selects.
void lowerMatmul(const MatmulEmitter &emitter, OpBuilder &host, MatmulOp op,
                 const ::zyn::schedule::MatmulTile *tile);

/// Returns the emitter's tiles in the order of the model's estimates, or
/// nothing if these depend on sizes that are not known. Creates ops that copy
/// operands.
SmallVector<const ::zyn::schedule::MatmulTile *>
rankTiles(const MatmulEmitter &emitter, OpBuilder &host, MatmulOp op);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULEMITTER_H
