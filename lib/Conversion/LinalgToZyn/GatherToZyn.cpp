//===- GatherToZyn.cpp - Raises reads of slices at indices ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Exporters write embeddings and selections as elementwise ops that read a
// tensor at an index which they load from another one.
//
//===----------------------------------------------------------------------===//

#include "BodyValues.h"
#include "IndexChecks.h"
#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the dimension of `tensor` whose index each element is, which
/// exporters store for the dimensions that they do not select from.
static std::optional<unsigned> getStoredIndex(Value tensor) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 0 ||
      generic.getNumDpsInits() != 1 || !generic.hasPureTensorSemantics() ||
      !generic.getIndexingMapsArray().front().isIdentity())
    return std::nullopt;
  return getLoopOfIndex(generic,
                        generic.getBlock()->getTerminator()->getOperand(0));
}

/// Returns the loop whose index `value` is. Exporters also add the size of the
/// dimension to indices that are negative, which those of loops are not.
static std::optional<unsigned> getLoop(linalg::LinalgOp op, Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto select = value.getDefiningOp<arith::SelectOp>();
  auto compare =
      select ? select.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
      compare.getLhs() == select.getFalseValue() &&
      matchPattern(compare.getRhs(), m_Zero()))
    value = select.getFalseValue();
  if (auto element = dyn_cast<BlockArgument>(value);
      element && element.getOwner() == op.getBlock()) {
    FailureOr<IndexedTensor> access =
        getIndexedTensor(op, *op.getMatchingOpOperand(element));
    std::optional<unsigned> dim =
        succeeded(access) ? getStoredIndex(access->tensor) : std::nullopt;
    return dim ? std::optional(access->loops[*dim]) : std::nullopt;
  }
  return getLoopOfIndex(op, value);
}

/// Returns the integers that the index `value` has been converted from, which
/// zyn.gather takes as well.
static Value getGatherIndex(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  if (!cast)
    return value;
  auto type = dyn_cast<IntegerType>(cast.getIn().getType());
  return type && llvm::is_contained({8u, 16u, 32u, 64u}, type.getWidth())
             ? cast.getIn()
             : value;
}

namespace {

/// A read of the elements of slices.
struct SliceRead {
  tensor::ExtractOp extract;
  /// For each dimension, 1, or 0 if it has size 1 and is read at the constant
  /// 0, which is what remains of the index of a loop with one iteration.
  SmallVector<unsigned> kept;
  /// The number of the dimension among the kept ones that is read at an index
  /// which is loaded or computed, and that index.
  int64_t dimension;
  Value index;
  /// The loops that index the other dimensions, in their order.
  LoopNumbers loops;
};

} // namespace

/// Matches the indices of `extract`, in the body of `op`.
static FailureOr<SliceRead> matchSliceRead(linalg::LinalgOp op,
                                           tensor::ExtractOp extract) {
  SliceRead read = {extract, {}, -1, Value(), {}};
  ArrayRef<int64_t> shape = extract.getTensor().getType().getShape();
  for (auto [size, index] : llvm::zip(shape, extract.getIndices())) {
    bool isDropped = size == 1 && matchPattern(index, m_Zero());
    read.kept.push_back(isDropped ? 0 : 1);
    if (isDropped)
      continue;
    if (std::optional<unsigned> loop = getLoop(op, index)) {
      if (llvm::is_contained(read.loops, *loop))
        return failure();
      read.loops.push_back(*loop);
      continue;
    }
    if (read.index)
      return failure();
    read.dimension = read.loops.size();
    read.index = index;
  }
  if (!read.index)
    return failure();
  return read;
}

/// Whether the dimensions of the tensor that are read at a loop's index are
/// known to have as many elements as the loop has iterations.
static bool readsWholeSlices(linalg::LinalgOp op, SliceRead read,
                             const IndexedTensor &result) {
  using Variable = ValueBoundsConstraintSet::Variable;
  SmallVector<int64_t> dims;
  for (auto [dim, isKept] : llvm::enumerate(read.kept))
    if (isKept)
      dims.push_back(dim);
  dims.erase(dims.begin() + read.dimension);
  Value tensor = read.extract.getTensor();
  auto type = cast<RankedTensorType>(tensor.getType());
  auto resultType = cast<RankedTensorType>(result.tensor.getType());
  return llvm::all_of(llvm::zip(dims, read.loops), [&](auto pair) {
    auto [dim, loop] = pair;
    int64_t resultDim = llvm::find(result.loops, loop) - result.loops.begin();
    int64_t size = type.getDimSize(dim);
    if (!ShapedType::isDynamic(size))
      return size == resultType.getDimSize(resultDim);
    FailureOr<bool> areEqual = ValueBoundsConstraintSet::areEqual(
        Variable(tensor, dim), Variable(result.tensor, resultDim));
    return succeeded(areEqual) && *areEqual;
  });
}

namespace {
struct RaiseGather : RaisingPattern {
  using RaisingPattern::RaisingPattern;

  bool isOfKind(linalg::LinalgOp op) const override {
    return op.getNumReductionLoops() == 0 && op.getNumDpsInits() == 1 &&
           !op.getBlock()->getOps<tensor::ExtractOp>().empty();
  }

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    Value yielded = op.getBlock()->getTerminator()->getOperand(0);
    auto extract = yielded.getDefiningOp<tensor::ExtractOp>();
    if (!extract || extract->getBlock() != op.getBlock() ||
        op->isAncestor(extract.getTensor().getParentBlock()->getParentOp()))
      return rewriter.notifyMatchFailure(
          op, "no gather: it does not yield an element of a tensor");
    for (Operation &inner : op.getBlock()->without_terminator()) {
      auto check = dyn_cast<cf::AssertOp>(inner);
      if (&inner != extract && !isMemoryEffectFree(&inner) &&
          !(check && isIndexCheck(check)))
        return rewriter.notifyMatchFailure(
            op, "no gather: its body has side effects");
    }
    FailureOr<SliceRead> read = matchSliceRead(op, extract);
    FailureOr<IndexedTensor> result =
        getIndexedTensor(op, *op.getDpsInitOperand(0));
    if (failed(read) || failed(result) ||
        result->loops.size() != op.getNumLoops())
      return rewriter.notifyMatchFailure(
          op, "no gather: not all but one of the dimensions that it reads are "
              "indexed by a loop of their own");

    // The loops of the indices are those that the others leave.
    ArrayRef<unsigned> loops = result->loops;
    size_t rank = loops.size() - read->loops.size();
    LoopNumbers order(loops.slice(read->dimension, rank));
    LoopNumbers others(loops.take_front(read->dimension));
    llvm::append_range(others, loops.drop_front(read->dimension + rank));
    BodySlice slice = getBodySlice(op, read->index);
    if (others != read->loops || slice.usesDestinations(op) ||
        llvm::any_of(slice.loops, [&](unsigned loop) {
          return !llvm::is_contained(order, loop);
        }))
      return rewriter.notifyMatchFailure(
          op, "no gather: its index differs within a slice, or its result does "
              "not have the dimensions of the index in place of that one");
    if (!readsWholeSlices(op, *read, *result))
      return rewriter.notifyMatchFailure(
          op,
          "no gather: it reads parts of slices, or slices of sizes that are "
          "not known to be those of its result");
    rewriter.replaceOpWithNewOp<GatherOp>(
        op, op->getResultTypes(),
        dropUnitDimensions(rewriter, op.getLoc(), extract.getTensor(),
                           read->kept),
        getIndices(rewriter, op, getGatherIndex(read->index), order),
        op.getDpsInits(), read->dimension, /*unchecked=*/false);
    return success();
  }

private:
  /// Returns the tensor of the indices, with dimensions in the order `order`.
  static Value getIndices(PatternRewriter &rewriter, linalg::LinalgOp op,
                          Value index, ArrayRef<unsigned> order) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      FailureOr<IndexedTensor> access = getIndexedTensor(op, *input);
      if (op.getMatchingBlockArgument(input) == index && succeeded(access) &&
          access->loops == order)
        return access->tensor;
    }
    return computeBodyValues(rewriter, op, index, order).front();
  }
};
} // namespace

void zyn::populateGatherToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseGather>(patterns.getContext());
}
