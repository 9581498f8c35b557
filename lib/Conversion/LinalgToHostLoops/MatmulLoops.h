//===- MatmulLoops.h - The loops of a matmul ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMULLOOPS_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMULLOOPS_H

#include "LoopNest.h"
#include "Matmul.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::zyn {

/// Emits the loops of one matmul: for each tile of C, blocks of A and B are
/// copied so that the micro-kernel reads neighboring elements.
class MatmulLoops {
public:
  MatmulLoops(OpBuilder &builder, const Matmul &source,
              const HostSchedule &schedule)
      : b(builder), loc(source.loc), source(source), matmul(source),
        schedule(schedule),
        lanes(schedule.getLanes(matmul.sumType.getIntOrFloatBitWidth())),
        tiles(schedule.getMatmulTiles(matmul.sumType.getIntOrFloatBitWidth())) {
  }

  void emit(bool threaded);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  IndexMath math() { return IndexMath{b, loc}; }
  int64_t panelWidth() const { return tiles.vectors * lanes; }
  VectorType getVectorType(Type element) const {
    return VectorType::get({lanes}, element);
  }

  /// The loops that stand for all of M and K.
  unsigned m() const { return matmul.m.back(); }
  unsigned k() const { return matmul.k.back(); }

  void collectSizes(Value buffer, AffineMap map);
  /// Collapses the dimensions of C that the loops of M index, and those of B
  /// that the loops of K index, so that the last one of these loops stands for
  /// all of them.
  void collapseLoops();
  /// Drops all of the adjacent dimensions `dims` but the last, which stands for
  /// all of them.
  AffineMap collapse(AffineMap map, const ReassociationIndices &dims);
  /// Collapses the adjacent dimensions `dims` of `buffer`.
  std::pair<Value, AffineMap> collapse(Value buffer, AffineMap map,
                                       const ReassociationIndices &dims);
  /// Limits tiles to what a matrix of known size needs.
  void limitTiles();
  /// Divides a matrix of known size into enough tiles for many threads, but not
  /// into more if these have little work.
  void divideAmongThreads();
  /// Whether blocks do not start or end within the last loop of K.
  bool hasWholeRuns();
  /// Returns the step that divides a size into even parts of at most `block`,
  /// rounded up to a multiple of `multiple`: a much smaller last part would
  /// leave threads idle.
  Value balance(unsigned dim, int64_t block, int64_t multiple);
  Value roundUp(Value value, int64_t multiple);
  scf::ForOp loop(Value from, Value to, int64_t step, ValueRange carried,
                  function_ref<SmallVector<Value>(Value, ValueRange)> body);
  void loop(Value from, Value to, int64_t step, function_ref<void(Value)> body);
  Value allocate(ArrayRef<int64_t> shape);
  void emitTile(ValueRange tileStarts);
  /// Emits the micro-kernel for each `rows x panelWidth` part of the tile,
  /// whose sums are in registers.
  void emitMicroKernels(Value packedA, bool isAlongM, Value packedB, Value sums,
                        Value extentK);
  SmallVector<Value> multiplyAdd(Value packedA, bool isAlongM, Value packedB,
                                 Value panel, ArrayRef<Value> rows, Value k,
                                 ValueRange carried);

  // Copies of blocks, in MatmulPacking.cpp.
  Value toSumType(Value value);
  /// Returns the indices of B at the tile's batch and the given N and K.
  SmallVector<Value> getIndicesOfB(Value n, Value kIndex);
  /// Returns the indices of A at the tile's batch, given those of the loops of
  /// M and K.
  SmallVector<Value> getIndicesOfA(ValueRange mIndices, ValueRange kIndices);
  /// Returns whether elements along `dim` are contiguous in `operand`.
  bool isContiguous(Value operand, AffineMap map, unsigned dim);
  /// Loads the lanes of a vector that `mask` selects; others are 0.
  Value loadMasked(Value buffer, ValueRange at, Value mask);
  Value createMask(Value count);
  void packB(Value packed, Value startK, Value extentK);
  /// Packs a panel of a B that is contiguous along K: transposes squares in
  /// registers. Columns past the edge repeat the last one, and rows past the
  /// edge are zero: their sums are not used, and neither are these rows.
  void packTransposedPanel(Value packed, Value panel, Value column,
                           Value startK, Value extentK);
  /// Transposes a square whose rows are vectors.
  void transpose(MutableArrayRef<Value> rows);
  /// Packs a panel by scalars. Columns past the edge repeat the last one: their
  /// sums are not used.
  void packScalarPanel(Value packed, Value panel, Value column, Value startK,
                       Value extentK);
  /// Copies a block of A in its order in memory. Rows past the edge repeat the
  /// last one, or are zero: their sums are not used.
  void packA(Value packed, bool isAlongM, Value startK, Value extentK);
  /// Copies `count` elements along the last loop of K, from `kIndices` on, to a
  /// row of the block. Those after them are overwritten by the next ones.
  void packRun(Value packed, Value row, Value column, ValueRange mIndices,
               ValueRange kIndices, Value count);

  // Sums of a tile, in MatmulSums.cpp.
  /// Returns the tile of `operand`, an operand of an elementwise op on C's
  /// dimensions.
  Value getTile(Value operand, AffineMap map);
  OpFoldResult getExtent(unsigned dim);
  /// Returns a nest over the tile's part of C.
  LoopNest getTileNest();
  AffineMap getIdentityMap();
  /// Returns the map from indices of C to those of the tile of sums.
  AffineMap getSumsMap();
  void emitInitialSums(Value sums);
  void emitResults(Value sums);
  /// Returns a map from the dimensions of the collapsed C, given one from those
  /// of C.
  AffineMap renumber(AffineMap map);

  OpBuilder &b;
  Location loc;
  const Matmul &source;
  Matmul matmul; ///< with collapsed operands
  const HostSchedule &schedule;
  int64_t lanes;
  MatmulTiles tiles;
  /// Sizes and steps of the loops, the start of the current tile, and its
  /// extent.
  SmallVector<Value> sizes, steps, starts;
  /// Sizes of the loops of M and K, and the dimensions of C that those of M
  /// index.
  SmallVector<Value> mSizes, kSizes;
  ReassociationIndices rowDims;
  Value extentM, extentN, paddedM, paddedN;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_MATMULLOOPS_H
