//===- LaneOperand.h - Operands that lanes load ---------------- -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_LANEOPERAND_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_LANEOPERAND_H

#include "KernelBuilder.h"
#include "MatmulEmitter.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"

#include <numeric>

namespace mlir::zyn {

/// A buffer that elements of an operand are read or computed from.
struct LaneInput {
  Value memref;
  AffineMap map; ///< from the indices of the operand

  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
  int64_t getBytes() const {
    return kernel::getElementBytes(getType().getElementType());
  }
  /// Whether neighbors in a row of the operand are neighbors in the buffer.
  bool hasRows() const {
    unsigned last = map.getNumDims() - 1;
    return map.getNumResults() != 0 &&
           map.getDimPosition(map.getNumResults() - 1) == last;
  }
  /// Whether the elements of a row of the operand are the same.
  bool isUniform() const { return !map.isFunctionOfDim(map.getNumDims() - 1); }
  /// Loads the elements for `width` neighbors in a row of the operand, whose
  /// first one is at `indices`. Rows must be aligned to that many elements.
  SmallVector<Value> loadNeighbors(IndexBuilder &b, ArrayRef<Value> indices,
                                   int64_t width) const;
};

/// The indices of the map that computes an operand: those of the operand, or
/// more if the operand is a view of what the map stores with fewer dimensions.
class ProducerIndices {
public:
  ProducerIndices() = default;
  /// `operand` is the buffer of the operand.
  explicit ProducerIndices(Value operand);

  /// Returns the map's indices of the operand's element at `indices`.
  SmallVector<Value> get(IndexBuilder &b, ArrayRef<Value> indices) const;
  /// Returns a view of an input of the map with the operand's dimensions.
  Value getView(IndexBuilder &h, Value input) const;
  /// Returns the greatest number that divides `width` so that neighbors of a
  /// row have the same indices but for the last one.
  int64_t getWidth(int64_t width) const;

private:
  SmallVector<ReassociationIndices> groups;
  ArrayRef<int64_t> shape; ///< of the map; empty if it is that of the operand
};

/// An operand in the kernel.
struct LaneOperand {
  /// Returns the buffers that an operand is read or computed from.
  static SmallVector<Value> getInputs(const AlignedOperand &operand);
  /// Returns an operand whose buffers are arguments of the kernel from `first`
  /// on.
  static LaneOperand import(KernelBuilder &kernel,
                            const AlignedOperand &operand, unsigned first,
                            ArrayRef<Value> batch, Value firstLine,
                            Value numLines);

  SmallVector<LaneInput> inputs;
  Block *body; ///< computes an element from those of the inputs, or null
  bool isKInnermost;
  SmallVector<Value> batch;
  Value first, size; ///< first of the lines along K, and their number
  ProducerIndices producer;

  /// The bytes of an element in the inputs that have rows.
  int64_t getBytes() const {
    int64_t bytes = 1;
    for (const LaneInput &input : inputs)
      if (input.hasRows())
        bytes = std::max(bytes, input.getBytes());
    return bytes;
  }
  /// Elements of an access to `number` neighbors in a row that is aligned.
  int64_t getWidth(int64_t number) const {
    return producer.getWidth(
        std::gcd(number, ::zyn::limits::tensorGranule / getBytes()));
  }
  /// Returns line `i` of the tile, or another one if there is none.
  Value getLine(IndexBuilder &b, Value i) const {
    return b.min(b.add(first, i), b.sub(size, b.constant(1)));
  }
  /// Loads or computes `number` neighbors in a row, with accesses of `width`,
  /// from element `k` of `line` on.
  SmallVector<Value> load(IndexBuilder &b, Value line, Value k, int64_t number,
                          int64_t width, Type type) const;
  Value areRowsAligned(IndexBuilder &b) const;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_LANEOPERAND_H
