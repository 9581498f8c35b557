//===- FusedPoints.h - Builds maps and rows from several ops -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEDPOINTS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEDPOINTS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

/// The loops of a fused op that the loops of an op become.
using FusedLoops = SmallVector<unsigned>;

/// Builds an op whose body contains those of maps, reductions and rows on
/// tensors: a `zyn.rows` if there are dimensions of a row, or else a `zyn.map`.
class FusedPoints {
public:
  FusedPoints(RewriterBase &rewriter, Location loc, unsigned numLoops,
              ArrayRef<int64_t> rowDimensions);

  /// The elements of operands that are not read, but computed.
  using KnownElements = DenseMap<OpOperand *, Value>;

  /// Adds the body of `op`. Returns the values of the results.
  SmallVector<Value> add(ComputeOpInterface op, const FusedLoops &loops,
                         const KnownElements &known);
  /// Adds result `result` of `op`, whose elements are `value`. Fails if the
  /// order of the result's dimensions is not that of the loops.
  LogicalResult addResult(ComputeOpInterface op, const FusedLoops &loops,
                          unsigned result, Value value);
  /// Returns the number of inputs and results.
  size_t getNumOperands() const { return inputs.size() + inits.size(); }
  /// Returns why the op cannot be created, or "".
  std::string getObstacle() const;
  ComputeOpInterface create();

private:
  /// Returns the element of `input` at `map` of the fused loops.
  Value getElement(Value input, AffineMap map);
  Value getElement(ComputeOpInterface op, const FusedLoops &loops,
                   OpOperand &operand, const KnownElements &known);
  SmallVector<Value> addReduction(ComputeOpInterface op,
                                  const FusedLoops &loops,
                                  const KnownElements &known);
  /// Returns a tensor that has the type of `init` and its sizes, and is not
  /// yet a destination.
  Value getDestination(Value init, bool isRead);
  bool isRows() const { return !rowDimensions.empty(); }
  SmallVector<unsigned> getKeptLoops() const;

  RewriterBase &rewriter;
  Location loc;
  unsigned numLoops;
  SmallVector<int64_t> rowDimensions;
  Region region;
  OpBuilder body;
  DenseMap<std::pair<Value, AffineMap>, Value> elements;
  SmallVector<Value> inputs, inits, yielded;
  SmallVector<AffineMap> maps;
};

/// Whether both dimensions are known to have the same size.
bool haveSameSize(OperandDimension a, OperandDimension b);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEDPOINTS_H
