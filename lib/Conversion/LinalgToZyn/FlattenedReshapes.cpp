//===- FlattenedReshapes.cpp - Reshapes by way of one dimension -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where sizes are dynamic, torch-mlir collapses all dimensions of a tensor and
// expands the one that remains, even if only the heads of an attention become a
// part of the batch.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Dimensions of the source and of the result with the same number of elements,
/// of which there is one on one side.
struct DimensionGroup {
  ReassociationIndices source, result;
};

struct ReshapeDimensions : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp expand,
                                PatternRewriter &rewriter) const override;
};

} // namespace

/// Adds static sizes to the group whose product is smaller until both are the
/// same.
static bool growStatic(ArrayRef<int64_t> source, ArrayRef<int64_t> result,
                       int64_t &i, int64_t &j, DimensionGroup &group) {
  int64_t ofSource = source[i], ofResult = result[j];
  if (ShapedType::isDynamic(ofSource) || ShapedType::isDynamic(ofResult))
    return false;
  group = {{i++}, {j++}};
  while (ofSource != ofResult) {
    bool growsSource = ofSource < ofResult;
    ArrayRef<int64_t> shape = growsSource ? source : result;
    int64_t &next = growsSource ? i : j;
    if (next == int64_t(shape.size()) || ShapedType::isDynamic(shape[next]))
      return false;
    (growsSource ? ofSource : ofResult) *= shape[next];
    (growsSource ? group.source : group.result).push_back(next++);
  }
  return group.source.size() == 1 || group.result.size() == 1;
}

/// Returns the groups of dimensions that a reshape of `source` to the sizes of
/// `expand` consists of, or nothing if these are not known to match.
static std::optional<SmallVector<DimensionGroup>>
matchDimensions(Value source, tensor::ExpandShapeOp expand) {
  using Variable = ValueBoundsConstraintSet::Variable;
  ArrayRef<int64_t> from = cast<RankedTensorType>(source.getType()).getShape();
  ArrayRef<int64_t> to = expand.getResultType().getShape();
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  SmallVector<DimensionGroup> groups;
  int64_t i = 0, j = 0, numFrom = from.size(), numTo = to.size();
  while (i < numFrom && j < numTo) {
    DimensionGroup group;
    if (ShapedType::isDynamic(from[i]) && ShapedType::isDynamic(to[j])) {
      FailureOr<bool> areEqual = ValueBoundsConstraintSet::areEqual(
          Variable(getDestinationRoot(source), i), Variable(sizes[j]));
      if (failed(areEqual) || !*areEqual)
        return std::nullopt;
      group = {{i++}, {j++}};
    } else if (!growStatic(from, to, i, j, group)) {
      return std::nullopt;
    }
    groups.push_back(group);
  }
  // What remains are dimensions of size 1.
  for (; i < numFrom; ++i) {
    if (from[i] != 1 || groups.empty() || groups.back().result.size() != 1)
      return std::nullopt;
    groups.back().source.push_back(i);
  }
  for (; j < numTo; ++j) {
    if (to[j] != 1 || groups.empty() || groups.back().source.size() != 1)
      return std::nullopt;
    groups.back().result.push_back(j);
  }
  return groups;
}

LogicalResult
ReshapeDimensions::matchAndRewrite(tensor::ExpandShapeOp expand,
                                   PatternRewriter &rewriter) const {
  auto collapse = expand.getSrc().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || collapse.getResultType().getRank() != 1 ||
      expand.getResultType().hasStaticShape())
    return failure();
  std::optional<SmallVector<DimensionGroup>> groups =
      matchDimensions(collapse.getSrc(), expand);
  if (!groups)
    return failure();
  // Between the two reshapes, each group has one dimension.
  SmallVector<ReassociationIndices> collapsed, expanded;
  for (DimensionGroup &group : *groups) {
    collapsed.push_back(group.source);
    expanded.push_back(group.result);
  }
  Location loc = expand.getLoc();
  Value reshaped = collapse.getSrc();
  if (collapsed.size() != size_t(collapse.getSrcType().getRank()))
    reshaped =
        tensor::CollapseShapeOp::create(rewriter, loc, reshaped, collapsed);
  if (expanded.size() != size_t(expand.getResultType().getRank()))
    reshaped = tensor::ExpandShapeOp::create(
        rewriter, loc, expand.getResultType(), reshaped, expanded,
        expand.getMixedOutputShape());
  if (reshaped.getType() != expand.getType())
    reshaped =
        tensor::CastOp::create(rewriter, loc, expand.getType(), reshaped);
  rewriter.replaceOp(expand, reshaped);
  return success();
}

void zyn::populateFlattenedReshapesPatterns(RewritePatternSet &patterns) {
  patterns.add<ReshapeDimensions>(patterns.getContext());
  // Sizes are computed as i64.
  arith::IndexCastOp::getCanonicalizationPatterns(patterns,
                                                  patterns.getContext());
}
