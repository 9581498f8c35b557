//===- RowsKernel.h - What all forms of rows share ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSKERNEL_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSKERNEL_H

#include "ClusterExchange.h"
#include "RowVectors.h"
#include "Schedule.h"

#include "Zyn/Dialect/Zyn/Transforms/RowSteps.h"

namespace mlir::zyn {

/// What the forms of the kernels of rows depend on.
struct RowPlan {
  RowPlan(RowsOp op, const ::zyn::schedule::GPUTarget &target)
      : op(op), passes(op), schedule(target) {}

  /// Returns why lanes cannot compute rows together, or "".
  StringRef analyze();
  /// Returns the part of the indices that `map` selects, if it is one.
  std::optional<RowPart> getPart(AffineMap map);
  /// The sizes of the dimensions of a row, or of the others, in host code.
  SmallVector<Value> getSizes(IndexBuilder &h, bool ofRow);
  /// The inputs, by the arguments of the body.
  StoredRowValues getInputs();

  RowsOp op;
  RowPasses passes;
  RowSchedule schedule;
  /// The number of elements of a row and of rows, if known.
  std::optional<int64_t> length, numRows;
  /// Elements of the widest access, and of one that is possible; if the length
  /// is known, they divide it.
  int64_t maxWidth = 1, width = 1;
  /// Bytes of the widest element of a row.
  int64_t elementBytes = 1;
};

/// How a row is distributed over threads.
struct RowsShape {
  /// Elements of a vector, lanes of a row in a block, and rows of a block.
  int64_t width = 1, lanes = 1, rows = 1;
  /// Vectors that a lane has in registers.
  int64_t vectors = 1;
  /// Blocks of a cluster that have a row together.
  int64_t blocks = 1;

  int64_t getNumLanes() const { return blocks * lanes; }
};

/// What a kernel of rows gets from host code.
struct RowArguments {
  /// `blocksPerRow` and `length` are values of host code, or null for 1 and the
  /// length of a row.
  RowArguments(IndexBuilder &h, RowPlan &plan, const RowsShape &shape,
               const StoredRowValues &stored, ValueRange outputs,
               Value blocksPerRow = Value(), Value length = Value());

  /// The values with a buffer, how it is indexed, and the buffers of these and
  /// of the outputs, followed by the sizes that are not constant.
  SmallVector<std::pair<Value, RowPart>> sources;
  SmallVector<Value> all;
  unsigned numBuffers;
  /// The sizes of the rows' dimensions, the length, and the blocks of a row.
  SmallVector<Value> sizes;
  Value grid;
};

/// A kernel of rows, and the parts that all forms have.
class RowsKernel {
public:
  RowsKernel(KernelModules &kernels, IndexBuilder &h, RowPlan &plan,
             const RowsShape &shape, const RowArguments &arguments);

  IndexBuilder &device() { return builder.device(); }
  /// Combines the accumulators of the lanes of a row, of which the first
  /// `numValid` in each block have one. All lanes get the result.
  Elements combineRow(Combiner &combiner, Elements accumulators,
                      Value numValid);
  /// Stores `vector` of the row, which has the number `index`.
  void storeVector(const RowVectors &vector, Value index);
  /// Stores the results with one element for each row.
  void storeUniform(const RowVectors &uniform);
  void launch();

  RowPlan &plan;
  RowsShape shape;
  KernelBuilder builder;
  SmallVector<Value> outputs;
  RowContext context;
  /// The lane of the thread in its block and row, the block among those of the
  /// row, in a cluster or not, and their number, whether the row exists, and
  /// how many vectors it has.
  Value lane, block, numBlocks, exists, numVectors;

private:
  /// Returns the row of a buffer with `part` of the indices, if the dimensions
  /// of the rows have `sizes`.
  Value getRow(const RowPart &part, ValueRange sizes);
  Elements broadcast(Elements values, int64_t groupSize);
  Elements combineWarps(Combiner &combiner, Elements accumulators,
                        Value numValid);

  ClusterExchange cluster;
  Value grid; ///< in host code
};

/// The reductions of a pass, together.
struct RowReductions {
  explicit RowReductions(ArrayRef<ReduceRowOp> reductions);

  Combiner combiner;
  SmallVector<Value> elements, inits, results;
};

/// Returns how many vectors of `width` elements a lane may have in registers,
/// or 0 if even one has too many.
int64_t getMaxVectors(const RowPlan &plan, int64_t width);
/// Returns how many times as many vectors of `width` elements a lane should
/// have than of the widest access, if a row has about so many `lanes`.
int64_t getNarrowFactor(const RowPlan &plan, int64_t width, int64_t lanes);
/// Returns how many rows a block has, if lanes have the vectors of `shape`.
int64_t getRowsOfBlock(const RowPlan &plan, const RowsShape &shape);
/// Returns how many blocks may have a row together.
int64_t getMaxBlocks(const RowPlan &plan);
/// Chooses how a row is distributed over the registers of its lanes. Returns
/// why they cannot have it, or "".
StringRef chooseRegisterShape(const RowPlan &plan, RowsShape &shape);
/// Emits a kernel that keeps rows in registers.
void emitRowsInRegisters(KernelModules &kernels, IndexBuilder &h, RowPlan &plan,
                         const RowsShape &shape);
/// Emits kernels that read rows of any length once in each pass, among which
/// the program chooses. Returns their names.
SmallVector<StringRef> emitRowsInLoops(KernelModules &kernels, IndexBuilder &h,
                                       RowPlan &plan);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_ROWSKERNEL_H
