//===- LoopNest.h - Loops for elementwise ops and reductions ----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_LOOPNEST_H
#define ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_LOOPNEST_H

#include "HostSchedule.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::zyn {

/// Whether elements of `bits` bits are as far apart in memory as in a vector.
/// Those of less than a byte, or of i24, are padded in memory, but not in
/// vectors.
inline bool hasVectorLayout(unsigned bits) {
  return bits >= 8 && llvm::isPowerOf2_32(bits);
}

/// Builds arithmetic on `index` values, folded if operands are constants.
struct IndexMath {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t value) const;
  Value add(Value a, Value b) const;
  Value sub(Value a, Value b) const;
  Value mul(Value a, Value b) const;
  Value div(Value a, Value b) const;
  Value rem(Value a, Value b) const;
  Value ceilDiv(Value a, Value b) const;
  Value min(Value a, Value b) const;
  Value max(Value a, Value b) const;
  /// Returns the product of `values`; 1 if there are none.
  Value product(ValueRange values) const;
};

/// Returns whether every op of `body` is elementwise, so that it can be cloned
/// on vectors.
bool isVectorizable(Block &body);

/// Returns the number of bits of the widest element that `body` computes with.
unsigned getWidestElement(Block &body);

/// Clones `body` with vectors of `lanes` elements where `arguments` are
/// vectors; ops that do not depend on them stay scalar. `indices` replace
/// `linalg.index`. Returns the values that the body yields.
SmallVector<Value> cloneOnLanes(OpBuilder &builder, Block &body,
                                ValueRange arguments, ValueRange indices,
                                int64_t lanes);

/// Returns `value`, or a vector that has it in every lane.
Value broadcastTo(OpBuilder &builder, Location loc, Value value, int64_t lanes);

/// Returns whether elements along the last dimension are contiguous.
bool hasUnitStride(Value buffer);

/// How a buffer is accessed in the iterations of one loop.
enum class Access { Uniform, Contiguous, Scattered };

/// Returns how `buffer`, which is accessed through `map`, is accessed in the
/// iterations of loop `dim`.
Access getAccess(Value buffer, AffineMap map, unsigned dim);

/// Returns the indices of a buffer that is accessed through `map` at `point`.
/// Loops that the map does not use may have no index.
SmallVector<Value> getIndices(OpBuilder &builder, Location loc, AffineMap map,
                              ValueRange point);

/// A loop nest over scalar elements, equivalent to a linalg op on buffers.
struct LoopNest {
  struct Operand {
    Value value; // a buffer, or a scalar
    AffineMap map;
    bool isRead;
  };
  using Body =
      std::function<SmallVector<Value>(OpBuilder &builder, ValueRange elements,
                                       ValueRange indices, int64_t lanes)>;

  SmallVector<Operand> operands; // inputs, then destinations
  unsigned numInputs;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<Value> sizes;
  /// Computes the elements of the destinations from those of all operands.
  Body body;
  /// What reductions start with instead of the destination, or null.
  Value start;
  bool usesIndices;
  bool isVectorizable;
  /// Number of bits of the widest element.
  unsigned elementBits;

  /// Returns whether vectors of the destinations stay in registers for all
  /// points of the reductions: if these are few, that saves loads and stores,
  /// and rows that are far apart are not read for each vector.
  bool isAccumulatedInRegisters() const;

  ArrayRef<Operand> getInputs() const {
    return ArrayRef(operands).take_front(numInputs);
  }
  ArrayRef<Operand> getDestinations() const {
    return ArrayRef(operands).drop_front(numInputs);
  }

  /// Returns the nest of `op`, without sizes.
  static LoopNest get(linalg::LinalgOp op);
  /// Returns the nest of `op`, with sizes that are read at `builder`'s
  /// insertion point.
  static LoopNest get(OpBuilder &builder, linalg::LinalgOp op);
};

/// Emits the loops of `nest`: vectors along the last dimension of the first
/// destination if possible, scalars for the rest. If `threaded`, large nests
/// are divided into tasks of an `scf.parallel`.
void emitLoopNest(OpBuilder &builder, Location loc, LoopNest nest,
                  const HostSchedule &schedule, bool threaded);

/// Emits loops over all rows and over ranges `[first, last)` of columns, whose
/// body is built by `body`. `work` is the number of elements combined for each
/// point, which determines the size of tasks if `threaded`.
void emitTasks(
    OpBuilder &builder, Location loc, Value rows, Value columns, Value work,
    bool threaded,
    function_ref<void(OpBuilder &, Value row, Value first, Value last)> body);

/// Returns the indices of row number `row` in the row-major order of `sizes`.
SmallVector<Value> delinearize(OpBuilder &builder, Location loc, Value row,
                               ValueRange sizes);

/// Emits a `linalg.reduce` on buffers along its inputs' last dimension, with
/// partial results in vectors and, for a full reduction, in tasks. Fails if the
/// innermost dimension is kept or elements along it are not contiguous.
LogicalResult emitReduction(OpBuilder &builder, linalg::ReduceOp op,
                            const HostSchedule &schedule, bool threaded);

/// Emits a matmul with packed blocks. Fuses it with a preceding fill of the
/// destination with zero and with a following elementwise op that is the only
/// reader of a temporary destination. All replaced ops are added to `erased`.
LogicalResult emitMatmul(OpBuilder &builder, linalg::LinalgOp op,
                         const HostSchedule &schedule, bool threaded,
                         AliasAnalysis &aliases,
                         SmallVectorImpl<Operation *> &erased);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_LINALGTOHOSTLOOPS_LOOPNEST_H
