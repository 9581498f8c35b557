//===- RowVectors.h - The body of rows, for vectors ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWVECTORS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWVECTORS_H

#include "IndexBuilder.h"

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"

namespace mlir::zyn {

/// The loops that a buffer is indexed by.
struct RowPart {
  /// Those among the loops of the rows, in the buffer's order.
  SmallVector<int64_t> kept;
  /// Whether those of an element's position in its row follow. Otherwise, a row
  /// has one element.
  bool hasPosition = false;
};

/// A buffer with values of the body.
struct RowSource {
  Value buffer;
  /// The number of the buffer's row.
  Value row;
  bool hasPosition = false;
};

/// What a kernel knows of the row that a thread works on.
struct RowContext {
  RowContext(IndexBuilder &b, const RowPasses &passes, int64_t width)
      : b(b), passes(passes), width(width) {}

  IndexBuilder &b;
  const RowPasses &passes;
  /// Elements of a vector, which divides the length of a row.
  int64_t width;
  /// The buffers of the values that are not computed.
  DenseMap<Value, RowSource> sources;
  Value row, length;
  SmallVector<Value> keptIndices;
};

/// Computes the body of rows for some vectors of a row, as far as it is needed.
class RowVectors {
public:
  /// The vectors with the numbers `indices` in the row, which all exist.
  RowVectors(RowContext &context, ArrayRef<Value> indices);

  /// Other vectors of the row. Only what is uniform must have been computed.
  RowVectors getOthers(ArrayRef<Value> indices) const;
  /// One of these vectors, with all that was computed for it.
  RowVectors getVector(int64_t number) const;

  /// Takes over what was computed for its vectors separately: for each of
  /// them, the `values` of one element after the other.
  void setVectors(ArrayRef<Value> values, ArrayRef<Elements> vectors);

  /// Loads what `values` depend on.
  void loadInputs(ArrayRef<Value> values);
  /// Loads or computes `values`, and what they depend on but reductions.
  void compute(ArrayRef<Value> values);
  /// The same for the uniform values among them and what they depend on.
  void computeUniform(ArrayRef<Value> values);
  void setUniform(ValueRange values, ValueRange results);

  Value lookup(Value value, int64_t element) const;
  Elements lookup(ValueRange wanted, int64_t element) const;
  /// Returns uniform values.
  Elements lookupUniform(ValueRange wanted) const;
  int64_t getNumElements() const { return values.size(); }

private:
  void forEachSource(ArrayRef<Value> needed, ArrayRef<Operation *> slice,
                     function_ref<void(Value, RowSource)> visit);
  void load(Value value, RowSource source);
  void clone(Operation *inner);

  RowContext *context;
  SmallVector<Value> indices;
  /// The values that are known: uniform ones, and all of each element.
  IRMapping uniform;
  SmallVector<IRMapping> values;
  /// Values that need not be computed, and those with a source that were
  /// loaded.
  IRMapping computed;
  DenseSet<Value> loaded;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWVECTORS_H
