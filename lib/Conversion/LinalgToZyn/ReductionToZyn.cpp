//===- ReductionToZyn.cpp - Raises reductions -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedTensor.h"
#include "Patterns.h"
#include "Reductions.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::zyn;

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

/// Computes what is reduced, with dimensions in the order `order`.
static ValueRange createValues(OpBuilder &builder, linalg::LinalgOp op,
                               ArrayRef<Reduction> reductions,
                               ArrayRef<unsigned> order) {
  Location loc = op.getLoc();
  SmallVector<Range, 4> ranges = op.createLoopRanges(builder, loc);
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : order)
    sizes.push_back(ranges[loop].size);
  SmallVector<Value> inits;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input));
  for (const Reduction &reduction : reductions) {
    inits.push_back(tensor::EmptyOp::create(builder, loc, sizes,
                                            reduction.value.getType()));
    maps.push_back(AffineMap::getMultiDimMapWithTargets(order.size(), order,
                                                        builder.getContext()));
  }
  SmallVector<utils::IteratorType> iterators(order.size(),
                                             utils::IteratorType::parallel);
  auto values = linalg::GenericOp::create(
      builder, loc, ValueRange(inits).getTypes(), op.getDpsInputs(), inits,
      maps, iterators, [&](OpBuilder &b, Location, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(op.getBlock()->getArguments(), arguments);
        for (Operation &inner : op.getBlock()->without_terminator())
          if (llvm::none_of(reductions, [&](const Reduction &reduction) {
                return reduction.combiner == &inner;
              }))
            b.clone(inner, mapping);
        linalg::YieldOp::create(
            b, loc,
            llvm::map_to_vector(reductions, [&](const Reduction &reduction) {
              return mapping.lookupOrDefault(reduction.value);
            }));
      });
  return values->getResults();
}

/// Returns the input that `reduction` reduces if its dimensions have the order
/// `order`, or null.
static Value getReducedInput(linalg::LinalgOp op, const Reduction &reduction,
                             ArrayRef<unsigned> order) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    FailureOr<IndexedTensor> access = getIndexedTensor(op, *input);
    if (reduction.value == op.getMatchingBlockArgument(input) &&
        succeeded(access) && access->loops == order)
      return access->tensor;
  }
  return Value();
}

namespace {
struct RaiseReduction : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Reduction>> reductions = getReductions(op);
    if (failed(reductions))
      return rewriter.notifyMatchFailure(
          op, "no reduction: its body does not end with one op for each "
              "destination that is known to be associative and commutative");
    LoopNumbers kept;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      FailureOr<IndexedTensor> access = getIndexedTensor(op, init);
      if (failed(access) || access->loops.size() != op.getNumParallelLoops() ||
          (!kept.empty() && access->loops != kept))
        return rewriter.notifyMatchFailure(
            op, "no reduction: its destinations are not accessed by the same "
                "permutation of the parallel loops");
      kept = access->loops;
    }

    LoopNumbers order = getLoopOrder(op, kept);
    SmallVector<int64_t> dimensions;
    for (auto [dim, loop] : llvm::enumerate(order))
      if (!llvm::is_contained(kept, loop))
        dimensions.push_back(dim);
    SmallVector<Value> inputs =
        llvm::map_to_vector(*reductions, [&](const Reduction &reduction) {
          return getReducedInput(op, reduction, order);
        });
    if (llvm::is_contained(inputs, Value()))
      inputs = createValues(rewriter, op, *reductions, order);
    auto reduce = ReduceOp::create(rewriter, op.getLoc(), op->getResultTypes(),
                                   inputs, op.getDpsInits(), dimensions);
    emitCombiners(rewriter, op.getLoc(), reduce.getCombiner(), *reductions);
    rewriter.replaceOp(op, reduce);
    return success();
  }
};
} // namespace

void zyn::populateReductionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseReduction>(patterns.getContext());
}
