//===- GenericToCompute.cpp - Raises any linalg op to a loop nest ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The parallel loops become the iteration space, and the other ones sequential
// loops of the body.
//
//===----------------------------------------------------------------------===//

#include "IndexChecks.h"
#include "IndexedTensor.h"
#include "Patterns.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether a loop nest can compute `inner`, of the body of `op`.
static bool isLoopNestOp(linalg::LinalgOp op, Operation *inner) {
  auto isOutside = [&](Value tensor) {
    return !op->isAncestor(tensor.getParentBlock()->getParentOp());
  };
  if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
    return isOutside(extract.getTensor());
  if (auto dim = dyn_cast<tensor::DimOp>(inner))
    return isOutside(dim.getSource()) && dim.getConstantIndex();
  if (auto check = dyn_cast<cf::AssertOp>(inner))
    return isIndexCheck(check);
  auto isTensor = llvm::IsaPred<ShapedType>;
  return (isMemoryEffectFree(inner) || inner->getNumRegions() != 0) &&
         llvm::none_of(inner->getOperandTypes(), isTensor) &&
         llvm::none_of(inner->getResultTypes(), isTensor) &&
         llvm::all_of(inner->getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

namespace {

/// Builds the loop nest of an op.
class LoopNestBuilder {
public:
  LoopNestBuilder(PatternRewriter &rewriter, linalg::LinalgOp op)
      : rewriter(rewriter), op(op) {}

  /// `parallel` are the loops of the iteration space.
  ComputeOp build(ArrayRef<unsigned> parallel);

private:
  /// Emits sequential loops and returns what they yield.
  SmallVector<Value> emitLoops(OpBuilder &b, ArrayRef<unsigned> loops,
                               ValueRange carried);
  /// Emits the body of `op`, given the elements of the destinations.
  SmallVector<Value> emitBody(OpBuilder &b, ValueRange carried);
  Value emitElement(OpBuilder &b, OpOperand &operand);
  /// Replaces ops on tensors with what a loop nest has instead.
  void replaceTensorOps(ComputeOp compute);
  unsigned getInput(Value tensor) const {
    return llvm::find(inputs, tensor) - inputs.begin();
  }

  PatternRewriter &rewriter;
  linalg::LinalgOp op;
  llvm::SmallSetVector<Value, 8> inputs;
  /// The number of iterations and the index of each loop.
  SmallVector<Value> sizes, indices;
};

} // namespace

Value LoopNestBuilder::emitElement(OpBuilder &b, OpOperand &operand) {
  if (!inputs.contains(operand.get()))
    return operand.get();
  SmallVector<Value, 8> at = *affine::expandAffineMap(
      b, op.getLoc(), op.getMatchingIndexingMap(&operand), indices);
  return ElementOp::create(b, op.getLoc(), getElementTypeOrSelf(operand.get()),
                           getInput(operand.get()), at);
}

SmallVector<Value> LoopNestBuilder::emitBody(OpBuilder &b, ValueRange carried) {
  SmallVector<Value> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(emitElement(b, *input));
  llvm::append_range(arguments, carried);
  return cloneLinalgBody(b, op, arguments, [&](OpBuilder &, unsigned loop) {
    return indices[loop];
  });
}

SmallVector<Value> LoopNestBuilder::emitLoops(OpBuilder &b,
                                              ArrayRef<unsigned> loops,
                                              ValueRange carried) {
  if (loops.empty())
    return emitBody(b, carried);
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, zero, sizes[loops.front()], one, carried,
      [&](OpBuilder &inner, Location, Value index, ValueRange next) {
        indices[loops.front()] = index;
        scf::YieldOp::create(inner, loc,
                             emitLoops(inner, loops.drop_front(), next));
      });
  return SmallVector<Value>(loop.getResults());
}

void LoopNestBuilder::replaceTensorOps(ComputeOp compute) {
  compute->walk([&](Operation *inner) {
    rewriter.setInsertionPoint(inner);
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      rewriter.replaceOpWithNewOp<ElementOp>(extract, extract.getType(),
                                             getInput(extract.getTensor()),
                                             extract.getIndices());
    } else if (auto dim = dyn_cast<tensor::DimOp>(inner)) {
      rewriter.setInsertionPoint(compute);
      rewriter.replaceOpWithNewOp<tensor::DimOp>(dim, dim.getSource(),
                                                 *dim.getConstantIndex());
    } else if (isa<cf::AssertOp>(inner)) {
      rewriter.eraseOp(inner);
    }
  });
}

ComputeOp LoopNestBuilder::build(ArrayRef<unsigned> parallel) {
  Location loc = op.getLoc();
  bool hasSequentialLoops = parallel.size() != op.getNumLoops();
  auto isRead = [&](OpOperand &operand) {
    return !op.isScalar(&operand) &&
           (!op.getMatchingBlockArgument(&operand).use_empty() ||
            (hasSequentialLoops && op.isDpsInit(&operand)));
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isRead(operand))
      inputs.insert(operand.get());
  op->walk(
      [&](tensor::ExtractOp extract) { inputs.insert(extract.getTensor()); });
  for (const Range &range : op.createLoopRanges(rewriter, loc))
    sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, range.size));

  SmallVector<AffineMap> maps;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    SmallVector<unsigned> positions = llvm::map_to_vector(
        getIndexedTensor(op, init)->loops, [&](unsigned loop) -> unsigned {
          return llvm::find(parallel, loop) - parallel.begin();
        });
    maps.push_back(AffineMap::getMultiDimMapWithTargets(
        parallel.size(), positions, rewriter.getContext()));
  }
  bool isIdentity =
      llvm::all_of(maps, [](AffineMap map) { return map.isIdentity(); });
  auto compute = ComputeOp::create(
      rewriter, loc, op->getResultTypes(), inputs.getArrayRef(),
      op.getDpsInits(),
      isIdentity ? ArrayAttr() : rewriter.getAffineMapArrayAttr(maps),
      /*unchecked=*/UnitAttr());

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&compute.getBody());
  indices.resize(op.getNumLoops());
  for (auto [position, loop] : llvm::enumerate(parallel))
    indices[loop] = IndexOp::create(rewriter, loc, position);
  SmallVector<Value> carried;
  for (OpOperand &init : op.getDpsInitsMutable())
    carried.push_back(emitElement(rewriter, init));
  LoopNumbers sequential;
  op.getReductionDims(sequential);
  YieldOp::create(rewriter, loc, emitLoops(rewriter, sequential, carried));
  replaceTensorOps(compute);
  return compute;
}

namespace {
struct RaiseGeneric : RaisingPattern {
  using RaisingPattern::RaisingPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    LoopNumbers parallel;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      FailureOr<IndexedTensor> access = getIndexedTensor(op, init);
      if (failed(access) || access->loops.size() != op.getNumParallelLoops())
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
          reason << "no loop nest: destination #"
                 << init.getOperandNumber() - op.getNumDpsInputs()
                 << " is not accessed by a permutation of the parallel loops";
        });
      if (parallel.empty())
        parallel = access->loops;
    }
    Operation *obstacle = nullptr;
    op.getBlock()->walk([&](Operation *inner) {
      if (inner->hasTrait<OpTrait::IsTerminator>() || isLoopNestOp(op, inner))
        return WalkResult::advance();
      obstacle = inner;
      return WalkResult::interrupt();
    });
    if (obstacle)
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &reason) {
        reason << "no loop nest: its body contains " << obstacle->getName()
               << ", which has side effects or works on tensors";
      });
    rewriter.replaceOp(op, LoopNestBuilder(rewriter, op).build(parallel));
    return success();
  }
};
} // namespace

void zyn::populateGenericToComputePatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseGeneric>(patterns.getContext());
}
