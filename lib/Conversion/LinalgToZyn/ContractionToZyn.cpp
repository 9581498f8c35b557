//===- ContractionToZyn.cpp - Raises contractions to matmuls --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Products.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// The loops of a contraction by the operands that they index.
struct Contraction {
  /// Batches (all operands), rows (A and C), columns (B and C), and the
  /// dimensions that are summed over (A and B).
  LoopNumbers batch, m, n, k;

  SmallVector<LoopNumbers> groups(ArrayRef<LoopNumbers> last) const {
    SmallVector<LoopNumbers> all;
    for (unsigned loop : batch)
      all.push_back({loop});
    all.append(last.begin(), last.end());
    return all;
  }
};

} // namespace

/// Classifies the loops, or returns failure if one is in none of the classes.
static FailureOr<Contraction> classify(linalg::LinalgOp op,
                                       const IndexedTensor &a,
                                       const IndexedTensor &b,
                                       const IndexedTensor &c) {
  Contraction loops;
  for (unsigned loop : c.loops) {
    bool inA = llvm::is_contained(a.loops, loop);
    bool inB = llvm::is_contained(b.loops, loop);
    if (inA && inB)
      loops.batch.push_back(loop);
    else if (inA)
      loops.m.push_back(loop);
    else if (inB)
      loops.n.push_back(loop);
    else
      return failure();
  }
  for (unsigned loop : a.loops)
    if (!llvm::is_contained(c.loops, loop)) {
      if (!llvm::is_contained(b.loops, loop))
        return failure();
      loops.k.push_back(loop);
    }
  if (loops.batch.size() + loops.m.size() + loops.n.size() + loops.k.size() !=
      op.getNumLoops())
    return failure();
  return loops;
}

/// Returns `operand` with its batches, followed by `rows` and `columns`, or by
/// `columns` and `rows` if that saves transposing it.
static Value getMatrices(OpBuilder &builder, Location loc,
                         const IndexedTensor &operand, const Contraction &loops,
                         const LoopNumbers &rows, const LoopNumbers &columns,
                         bool &isTransposed) {
  SmallVector<LoopNumbers> groups = loops.groups({rows, columns});
  SmallVector<LoopNumbers> swapped = loops.groups({columns, rows});
  isTransposed = operand.loops != concatenate(groups) &&
                 operand.loops == concatenate(swapped);
  if (isTransposed)
    groups = swapped;
  return collapseGroups(builder, loc,
                        transposeTo(builder, loc, operand, concatenate(groups)),
                        getGroupSizes(groups));
}

/// If both operands were extended from f16 or from bf16 to the type of the
/// sums, replaces them by what they were before: products of these are the
/// same, and have tensor cores.
static void dropExtensions(IndexedTensor &a, IndexedTensor &b,
                           const IndexedTensor &c) {
  IndexedTensor narrowA = lookThroughCopies(a, /*includesExtensions=*/true),
                narrowB = lookThroughCopies(b, /*includesExtensions=*/true);
  Type element = getElementTypeOrSelf(narrowA.tensor);
  if (element != getElementTypeOrSelf(narrowB.tensor) ||
      (!element.isF16() && !element.isBF16()) ||
      getProductSumType(element) != getElementTypeOrSelf(c.tensor))
    return;
  a = std::move(narrowA);
  b = std::move(narrowB);
}

namespace {
struct RaiseContraction : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    if (!linalg::isaContractionOpInterface(op))
      return rewriter.notifyMatchFailure(
          op, "no matmul: it does not sum products of elements of two inputs");
    if (StringRef obstacle = getProductBodyObstacle(op); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, "no matmul: " + obstacle);
    SmallVector<IndexedTensor> operands;
    for (OpOperand &operand : op->getOpOperands()) {
      FailureOr<IndexedTensor> access = getIndexedTensor(op, operand);
      if (failed(access))
        return rewriter.notifyMatchFailure(op, "no matmul: it has a scalar");
      operands.push_back(std::move(*access));
    }
    IndexedTensor a = lookThroughCopies(operands[0]);
    IndexedTensor b = lookThroughCopies(operands[1]);
    const IndexedTensor &c = operands[2];
    dropExtensions(a, b, c);
    FailureOr<Contraction> loops = classify(op, a, b, c);
    if (failed(loops)) {
      // A copy may have broadcast an operand along a loop that no other operand
      // has.
      a = operands[0];
      b = operands[1];
      loops = classify(op, a, b, c);
    }
    if (failed(loops))
      return rewriter.notifyMatchFailure(
          op, "no matmul: one of its loops indexes neither both inputs nor an "
              "input and the destination");
    // C^T = B^T A^T
    if (c.loops != concatenate({loops->batch, loops->m, loops->n}) &&
        c.loops == concatenate({loops->batch, loops->n, loops->m})) {
      std::swap(a, b);
      std::swap(loops->m, loops->n);
    }

    Location loc = op.getLoc();
    bool transposeA = false, transposeB = false;
    Value lhs =
        getMatrices(rewriter, loc, a, *loops, loops->m, loops->k, transposeA);
    Value rhs =
        getMatrices(rewriter, loc, b, *loops, loops->k, loops->n, transposeB);
    SmallVector<LoopNumbers> groups = loops->groups({loops->m, loops->n});
    ProductDestination destination =
        getProductDestination(rewriter, op, groups);
    auto flag = [&](bool isSet) {
      return isSet ? rewriter.getUnitAttr() : UnitAttr();
    };
    auto matmul = MatmulOp::create(
        rewriter, loc, destination.init.getType(), lhs, rhs,
        destination.getEpilogueInputs(), destination.init,
        destination.getEpilogueMaps(rewriter), flag(transposeA),
        flag(transposeB), destination.getAccumulate(rewriter),
        MatmulPrecisionAttr::get(getContext(), MatmulPrecision::IEEE));
    emitBias(rewriter, matmul, destination);
    replaceProduct(rewriter, op, matmul->getResult(0), groups);
    return success();
  }
};
} // namespace

void zyn::populateContractionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseContraction>(patterns.getContext());
}
