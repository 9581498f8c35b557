//===- ScatterToZyn.cpp - Converts tm_tensor.scatter ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Converts a scatter along its first `depth` dimensions, which its indices
/// address, to one along their product.
class ScatterConversion {
public:
  ScatterConversion(PatternRewriter &rewriter, tm_tensor::ScatterOp op)
      : rewriter(rewriter), op(op), loc(op.getLoc()),
        depth(op.getDimensionMap().size()),
        original(cast<RankedTensorType>(op.getOutputs()[0].getType())) {}

  /// Returns why there is no such scatter, or "".
  std::string getObstacle();
  void convert();

private:
  RankedTensorType getUpdatesType() {
    return cast<RankedTensorType>(op.getInputs()[0].getType());
  }
  /// The number of dimensions of an update that are indexed: none, or all.
  int64_t numUnitDimensions() {
    return getUpdatesType().getRank() - 1 - (original.getRank() - depth);
  }
  /// The sizes of the dimensions that are indexed.
  SmallVector<Value> getSizes();
  /// Returns a tensor of an index for each update, or -1 if it is out of
  /// bounds.
  Value createIndices();
  Value collapseUpdates();
  void emitCombiner(ScatterOp scatter);

  PatternRewriter &rewriter;
  tm_tensor::ScatterOp op;
  Location loc;
  int64_t depth;
  RankedTensorType original;
};

} // namespace

std::string ScatterConversion::getObstacle() {
  RankedTensorType updates = getUpdatesType();
  for (int64_t dim : op.getDimensionMap())
    if (dim >= depth)
      return "expected a dimension_map of the first dimensions, found " +
             std::to_string(dim) + " among " + std::to_string(depth);
  if (depth == 0)
    return "expected at least one index for each update";
  auto index = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getInputs()[1]));
  if (index && !llvm::is_contained({8u, 16u, 32u, 64u}, index.getWidth()))
    return "expected indices of 8, 16, 32 or 64 bits, found " +
           std::to_string(index.getWidth());
  int64_t units = numUnitDimensions();
  if (units != 0 && units != depth)
    return "expected updates with a dimension of size 1 for each of the " +
           std::to_string(depth) + " indices, or without";
  for (int64_t dim = 0; dim < units; ++dim)
    if (updates.getDimSize(1 + dim) != 1)
      return "expected updates of size 1 in the dimensions that are indexed";
  for (int64_t dim = depth, e = original.getRank(); dim < e; ++dim) {
    int64_t size = updates.getDimSize(1 + units + dim - depth);
    if (failed(verifyCompatibleDims({size, original.getDimSize(dim)})))
      return "expected updates of whole slices, of size " +
             std::to_string(original.getDimSize(dim)) + " in dimension " +
             std::to_string(dim) + ", found " + std::to_string(size);
  }
  return "";
}

SmallVector<Value> ScatterConversion::getSizes() {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < depth; ++dim)
    sizes.push_back(
        rewriter.createOrFold<tensor::DimOp>(loc, op.getOutputs()[0], dim));
  return sizes;
}

Value ScatterConversion::createIndices() {
  Value indices = op.getInputs()[1];
  if (depth == 1)
    return tensor::CollapseShapeOp::create(
        rewriter, loc, indices, SmallVector<ReassociationIndices>{{0, 1}});
  SmallVector<Value> sizes = getSizes();
  // A column for each index.
  SmallVector<Value> columns(depth, indices);
  SmallVector<AffineMap> maps;
  for (int64_t i = 0; i < depth; ++i)
    maps.push_back(AffineMap::get(
        1, 0, {rewriter.getAffineDimExpr(0), rewriter.getAffineConstantExpr(i)},
        rewriter.getContext()));
  maps.push_back(rewriter.getMultiDimIdentityMap(1));
  Value empty =
      tensor::EmptyOp::create(rewriter, loc,
                              SmallVector<OpFoldResult>{tensor::getMixedSize(
                                  rewriter, loc, indices, 0)},
                              rewriter.getIndexType());
  auto generic = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), columns, empty, maps,
      utils::IteratorType::parallel,
      [&](OpBuilder &b, Location, ValueRange elements) {
        // The indices in the order of the dimensions.
        SmallVector<Value> ordered(depth);
        for (auto [i, dim] : llvm::enumerate(op.getDimensionMap()))
          ordered[dim] =
              arith::IndexCastOp::create(b, loc, b.getIndexType(), elements[i]);
        Value sum = arith::ConstantIndexOp::create(b, loc, 0);
        Value isValid = arith::ConstantIntOp::create(b, loc, 1, 1);
        for (auto [index, size] : llvm::zip(ordered, sizes)) {
          // Negative indices are large as unsigned integers.
          Value isInBounds = arith::CmpIOp::create(
              b, loc, arith::CmpIPredicate::ult, index, size);
          isValid = arith::AndIOp::create(b, loc, isValid, isInBounds);
          sum = arith::AddIOp::create(
              b, loc, arith::MulIOp::create(b, loc, sum, size), index);
        }
        Value invalid = arith::ConstantIndexOp::create(b, loc, -1);
        Value result = arith::SelectOp::create(b, loc, isValid, sum, invalid);
        linalg::YieldOp::create(b, loc, result);
      });
  return generic->getResult(0);
}

/// Returns the groups of dimensions of a tensor of rank `rank` whose first
/// `count` ones are collapsed.
static SmallVector<ReassociationIndices> collapseFirst(int64_t rank,
                                                       int64_t count) {
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim >= count)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

Value ScatterConversion::collapseUpdates() {
  Value updates = op.getInputs()[0];
  int64_t units = numUnitDimensions();
  if (units == 0)
    return updates;
  return tensor::CollapseShapeOp::create(
      rewriter, loc, updates,
      collapseFirst(getUpdatesType().getRank(), units + 1));
}

void ScatterConversion::emitCombiner(ScatterOp scatter) {
  OpBuilder::InsertionGuard guard(rewriter);
  Type element = original.getElementType();
  Block *block = rewriter.createBlock(&scatter.getCombiner(), {},
                                      {element, element}, {loc, loc});
  IRMapping mapping;
  // The update is the first argument of tm_tensor's.
  mapping.map(op.getBlock()->getArgument(0), block->getArgument(1));
  mapping.map(op.getBlock()->getArgument(1), block->getArgument(0));
  for (Operation &inner : op.getBlock()->without_terminator())
    rewriter.clone(inner, mapping);
  YieldOp::create(
      rewriter, loc,
      mapping.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0)));
}

void ScatterConversion::convert() {
  Value indices = createIndices();
  Value updates = collapseUpdates();
  Value init = op.getOutputs()[0];
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  SmallVector<ReassociationIndices> groups =
      collapseFirst(original.getRank(), depth);
  if (depth > 1)
    init = tensor::CollapseShapeOp::create(rewriter, loc, init, groups);
  auto scatter = ScatterOp::create(
      rewriter, loc, init.getType(), updates, indices, init, /*dimension=*/0,
      /*unordered=*/op.getUniqueIndices(), /*unchecked=*/false);
  emitCombiner(scatter);
  Value result = scatter->getResult(0);
  if (depth > 1)
    result = tensor::ExpandShapeOp::create(rewriter, loc, original, result,
                                           groups, sizes);
  rewriter.replaceOp(op, result);
}

namespace {
struct ConvertScatter : OpRewritePattern<tm_tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tm_tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    ScatterConversion conversion(rewriter, op);
    if (std::string obstacle = conversion.getObstacle(); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    conversion.convert();
    return success();
  }
};
} // namespace

void zyn::populateScatterToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(patterns.getContext());
}
