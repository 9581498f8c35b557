//===- Reductions.cpp - Combiners of reductions ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"

#include "BodyValues.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

FailureOr<SmallVector<Reduction>> zyn::getReductions(linalg::LinalgOp op) {
  SmallVector<Reduction> reductions;
  SmallVector<BlockArgument> elements(op.getRegionOutputArgs());
  for (unsigned i = 0, e = elements.size(); i < e; ++i) {
    SmallVector<Operation *> combiners;
    Value value = matchReduction(elements, i, combiners);
    // The combiners whose neutral element is known are associative and
    // commutative.
    if (!value || combiners.size() != 1 || !elements[i].hasOneUse() ||
        !arith::getNeutralElement(combiners.front()))
      return failure();
    reductions.push_back({value, combiners.front()});
  }
  return reductions;
}

void zyn::emitCombiners(OpBuilder &builder, Location loc, Region &region,
                        ArrayRef<Reduction> reductions) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  for (const Reduction &reduction : reductions)
    types.push_back(reduction.value.getType());
  types.append(types.begin(), types.end());
  Block *block = builder.createBlock(&region, {}, types,
                                     SmallVector<Location>(types.size(), loc));
  SmallVector<Value> results;
  unsigned count = reductions.size();
  for (auto [i, reduction] : llvm::enumerate(reductions)) {
    Operation *combiner = reduction.combiner->clone();
    combiner->setOperands(
        {block->getArgument(i), block->getArgument(count + i)});
    builder.insert(combiner);
    results.push_back(combiner->getResult(0));
  }
  YieldOp::create(builder, loc, results);
}

FailureOr<LoopNumbers> zyn::getKeptLoops(linalg::LinalgOp op) {
  LoopNumbers kept;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    FailureOr<IndexedTensor> access = getIndexedTensor(op, init);
    if (failed(access) || access->loops.size() != op.getNumParallelLoops() ||
        (!kept.empty() && access->loops != kept))
      return failure();
    kept = access->loops;
  }
  return kept;
}

/// Returns the loops in the order of the first input that all of them index,
/// except that those which are not reduced have the order of `kept`.
static LoopNumbers getLoopOrder(linalg::LinalgOp op, ArrayRef<unsigned> kept) {
  LoopNumbers order = llvm::to_vector(llvm::seq(op.getNumLoops()));
  for (OpOperand *input : op.getDpsInputOperands()) {
    FailureOr<IndexedTensor> access = getIndexedTensor(op, *input);
    if (succeeded(access) && access->loops.size() == order.size()) {
      order = access->loops;
      break;
    }
  }
  size_t next = 0;
  for (unsigned &loop : order)
    if (llvm::is_contained(kept, loop))
      loop = kept[next++];
  return order;
}

/// Returns the input whose elements `value` is, if its dimensions have the
/// order `order`, or null.
static Value getReducedInput(linalg::LinalgOp op, Value value,
                             ArrayRef<unsigned> order) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    FailureOr<IndexedTensor> access = getIndexedTensor(op, *input);
    if (value == op.getMatchingBlockArgument(input) && succeeded(access) &&
        access->loops == order)
      return access->tensor;
  }
  return Value();
}

/// Returns tensors of what is reduced, with dimensions in the order `order`.
static SmallVector<Value> createInputs(OpBuilder &builder, linalg::LinalgOp op,
                                       ValueRange values,
                                       ArrayRef<unsigned> order) {
  SmallVector<Value> inputs, elements;
  // Those that only depend on indices are not stored if an op of their own
  // computes them.
  for (Value value : values) {
    inputs.push_back(getReducedInput(op, value, order));
    if (getBodySlice(op, value).operands.empty())
      inputs.back() = computeBodyValues(builder, op, value, order).front();
    else
      elements.push_back(value);
  }
  if (!llvm::is_contained(inputs, Value()))
    return inputs;
  SmallVector<Value> computed = computeBodyValues(builder, op, elements, order);
  for (auto [input, value] : llvm::zip(inputs, values))
    if (const Value *element = llvm::find(elements, value);
        element != elements.end())
      input = computed[element - elements.begin()];
  return inputs;
}

ReduceOp zyn::createReduce(OpBuilder &builder, linalg::LinalgOp op,
                           ValueRange values, ArrayRef<unsigned> kept) {
  LoopNumbers order = getLoopOrder(op, kept);
  SmallVector<int64_t> dimensions;
  for (auto [dim, loop] : llvm::enumerate(order))
    if (!llvm::is_contained(kept, loop))
      dimensions.push_back(dim);
  return ReduceOp::create(builder, op.getLoc(), op->getResultTypes(),
                          createInputs(builder, op, values, order),
                          op.getDpsInits(), dimensions);
}
