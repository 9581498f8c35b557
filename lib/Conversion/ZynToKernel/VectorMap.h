//===- VectorMap.h - Vectors of a map ------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_VECTORMAP_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_VECTORMAP_H

#include "MapKernel.h"

namespace mlir::zyn {

/// Loads, computes and stores vectors along the innermost loop of a map.
struct VectorMap {
  MapKernels &map;
  IndexBuilder &b;
  int64_t width;
  /// Whether the vectors of the iteration space do not extend over the end of a
  /// row.
  bool areRowsAligned;
  SmallVector<Value> buffers, sizes;

  /// The first element of a vector.
  struct Position {
    Value linear;
    SmallVector<Value> indices;
  };

  Position start(Value linear) {
    return {linear, b.delinearize(linear, sizes)};
  }
  /// Adds `steps`, the indices of the distance to `linear`, with carry.
  Position advance(const Position &position, Value linear,
                   ArrayRef<Value> steps);

  /// Loads what a vector needs of input `i`: a vector, one scalar for all
  /// lanes, or a vector of single elements.
  Value load(unsigned i, const Position &position);
  SmallVector<Value> load(const Position &position);
  /// Computes and stores a vector of elements of each destination.
  void compute(const Position &position, ArrayRef<Value> inputs);
  /// Computes a single element.
  void computeElement(Value linear);

private:
  SmallVector<SmallVector<Value>> getLaneIndices(const Position &position);
  bool isVector(const MapOperand &operand);
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_VECTORMAP_H
