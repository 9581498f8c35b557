//===- MatmulResult.h - Results of matmul kernels ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULRESULT_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULRESULT_H

#include "MatmulEmitter.h"
#include "RowStrips.h"

#include "Zyn/Schedule/MatmulTile.h"

namespace mlir::zyn {

/// The destination of a matmul in a kernel, whose arguments from number
/// `firstArgument` on are the epilogue's inputs and the destination. Partial
/// sums are stored in a buffer of matrices, one for each part of K, for which
/// there are no inputs.
class MatmulResult {
public:
  MatmulResult(KernelBuilder &kernel, const AlignedMatmul &matmul,
               unsigned firstArgument, bool isPartial = false);

  Value destination;
  Value m, n; ///< sizes of its matrices
  SmallVector<Value> batchSizes;

  /// Returns the host values that are the kernel's arguments for the result of
  /// `matmul`.
  static SmallVector<Value> getArguments(const AlignedMatmul &matmul);

  /// Whether elements are stored, and not only reduced.
  bool isStored() const { return storesElements; }
  /// Whether rows are reduced.
  bool areRowsReduced() const { return strips.has_value(); }
  /// Whether these are partial sums.
  bool areSums() const { return isPartial; }

  /// Returns what is stored at `indices` for the sum of products `sum`: adds
  /// the old element for `accumulate`, computes the epilogue, and converts the
  /// type.
  Value finish(IndexBuilder &b, Value sum, ArrayRef<Value> indices) const;

  /// The same for an element that may be out of bounds.
  Value finishAnywhere(IndexBuilder &b, Value sum, ArrayRef<Value> matrix,
                       Value row, Value column) const;

  /// Stores the results of `sums`, neighbors in a row whose first index is a
  /// multiple of their number, from element (`row`, `column`) of a matrix on,
  /// as far as they are in bounds. `matrix` are the indices of the preceding
  /// dimensions.
  void store(IndexBuilder &b, ArrayRef<Value> sums, ArrayRef<Value> matrix,
             Value row, Value column) const;
  /// The same for results that are finished.
  void storeFinished(IndexBuilder &b, ArrayRef<Value> results,
                     ArrayRef<Value> matrix, Value row, Value column) const;
  /// What a thread has reduced of the strip of a row that starts at `column`.
  struct Strip {
    Elements reduced;
    Value row, column;
  };

  /// Reduces the elements that a thread has of a row's strip; see
  /// `RowStrips::reduce`.
  Strip reduceStrip(IndexBuilder &b, ArrayRef<Value> results,
                    ArrayRef<Value> matrix, Value row, Value firstColumn,
                    Value lane) const;
  /// Stores what is left of a strip.
  void storeStrip(IndexBuilder &b, const Strip &strip, ArrayRef<Value> matrix,
                  Value lane) const;

private:
  bool readsMemory() const;
  Value getLinearRow(IndexBuilder &b, ArrayRef<Value> matrix, Value row) const;
  void storeNeighbors(
      IndexBuilder &b, int64_t width, ArrayRef<Value> matrix, Value row,
      Value column,
      function_ref<Value(int64_t i, ArrayRef<Value> indices)> getResult) const;
  bool canStoreVector(int64_t width) const;

  SmallVector<Value> getDestinationIndices(IndexBuilder &b,
                                           ArrayRef<Value> indices) const;

  ProductOpInterface op;
  bool isPartial, storesElements;
  SmallVector<Value> epilogueInputs;
  SmallVector<Value> rowSizes; ///< as in AlignedMatmul
  std::optional<RowStrips> strips;
};

/// States that a block of `threads` threads computes `tile`, which no hint
/// changes.
void stateMatmulTile(KernelHints &hints,
                     const ::zyn::schedule::MatmulTile &tile, int64_t threads);

/// Converts a float to another float type, and a signed integer to another
/// integer type.
Value convertNumber(OpBuilder &b, Location loc, Value value, Type type);

/// Returns x * y + sum, of floats or of integers.
Value multiplyAdd(ImplicitLocOpBuilder &b, Value x, Value y, Value sum);

/// Adds floats, or integers.
Value addNumbers(ImplicitLocOpBuilder &b, Value x, Value y);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULRESULT_H
