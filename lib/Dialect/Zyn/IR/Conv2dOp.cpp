//===- Conv2dOp.cpp - The op zyn.conv2d -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::zyn;

/// The rank of images, filters and results.
static constexpr int64_t kRank = 4;

bool Conv2dOp::hasFilterPerChannel() {
  int64_t groups = getGroups();
  ShapedType filters = getShapedType(getFilters());
  return groups > 1 && filters.getDimSize(0) == groups &&
         filters.getDimSize(getChannelDim()) == 1;
}

static LogicalResult verifyGroups(Conv2dOp op) {
  int64_t groups = op.getGroups();
  if (groups < 1)
    return op.emitOpError("expected at least one group, found ") << groups;
  int64_t channels =
      getShapedType(op.getImage()).getDimSize(op.getChannelDim());
  int64_t filters = getShapedType(op.getFilters()).getDimSize(0);
  for (auto [what, size] : {std::pair<StringRef, int64_t>{"channels", channels},
                            {"filters", filters}})
    if (ShapedType::isStatic(size) && size % groups != 0)
      return op.emitOpError("expected a number of ")
             << what << " that " << groups << " groups divide, found " << size;
  return success();
}

LogicalResult Conv2dOp::verify() {
  if (getInits().size() != 1)
    return emitOpError("expected one destination in 'outs', found ")
           << getInits().size();
  for (Value operand : {getImage(), getFilters(), getInit()})
    if (getShapedType(operand).getRank() != kRank)
      return emitOpError("expected an image, filters and a destination of rank "
                         "4, found ")
             << operand.getType();
  if (failed(verifyNumbers(*this, "strides", getStrides(), kSpatialRank,
                           "one for each spatial dimension", 1)) ||
      failed(verifyNumbers(*this, "dilations", getDilations(), kSpatialRank,
                           "one for each spatial dimension", 1)) ||
      failed(verifyNumbers(*this, "padding", getPadding(), 2 * kSpatialRank,
                           "[top, bottom, left, right]", 0)) ||
      failed(verifyGroups(*this)))
    return failure();
  return verifyProduct(*this, "the image and the filters");
}

LogicalResult Conv2dOp::verifyRegions() { return verifyEpilogue(*this); }

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

/// The loops: images, rows and columns of the result, filters; rows, columns
/// and channels of a filter.
enum Loop : unsigned { kN, kP, kQ, kF, kR, kS, kC, kNumLoops };

/// Returns the map to the dimensions of an image, filters or a result, given
/// the expressions of the first dimension, the spatial ones and the channels.
static AffineMap getMap(Conv2dOp op, AffineExpr first,
                        ArrayRef<AffineExpr> spatial, AffineExpr channel) {
  SmallVector<AffineExpr, kRank> indices(kRank);
  indices[0] = first;
  for (auto [i, expr] : llvm::enumerate(spatial))
    indices[op.getSpatialDim() + i] = expr;
  indices[op.getChannelDim()] = channel;
  return AffineMap::get(kNumLoops, 0, indices, op.getContext());
}

SmallVector<utils::IteratorType> Conv2dOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> iterators(kR, utils::IteratorType::parallel);
  iterators.resize(kNumLoops, utils::IteratorType::reduction);
  return iterators;
}

OperandAccess Conv2dOp::getOperandAccess(OpOperand &operand) {
  auto loop = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  AffineMap destination =
      getMap(*this, loop(kN), {loop(kP), loop(kQ)}, loop(kF));
  if (isDpsInit(&operand))
    return OperandAccess(destination);
  switch (unsigned number = operand.getOperandNumber()) {
  case 0: {
    // The channel depends on the group, and thereby on the number of filters in
    // a group.
    if (getGroups() != 1)
      return OperandAccess::indirect();
    SmallVector<AffineExpr> spatial;
    for (unsigned i = 0; i < kSpatialRank; ++i)
      spatial.push_back(loop(kP + i) * getStrides()[i] +
                        loop(kR + i) * getDilations()[i] - getPaddingBefore(i));
    return OperandAccess(getMap(*this, loop(kN), spatial, loop(kC)));
  }
  case 1:
    return OperandAccess(
        getMap(*this, loop(kF), {loop(kR), loop(kS)}, loop(kC)));
  default:
    return OperandAccess(getEpilogueMap(number - 2).compose(destination));
  }
}

bool Conv2dOp::readsDestination(OpOperand &) { return getAccumulate(); }

// As for matmuls, rounding and the epilogue must be applied only once.
bool Conv2dOp::canSplitReductions() {
  return getAccumulate() && getEpilogue().empty() &&
         getShapedType(getInit()).getElementType() == getAccumulatorType();
}

StringRef Conv2dOp::getTilingObstacle(unsigned loop) {
  if (getGroups() != 1)
    return "since the tiles of a convolution in groups have other groups";
  for (unsigned i = 0; i < kSpatialRank; ++i)
    if ((loop == kP + i || loop == kR + i) &&
        (getPaddingBefore(i) != 0 || getPaddingAfter(i) != 0))
      return "since its tiles have other padding than the whole convolution";
  return detail::getTilingObstacle(*this, loop);
}

SmallVector<SizeConstraint> Conv2dOp::getSizeConstraints() {
  SmallVector<SizeConstraint> constraints =
      detail::getLoopSizeConstraints(*this);
  OpOperand &image = getImageMutable(), &filters = getFiltersMutable(),
            &destination = *getDpsInitOperand(0);
  auto size = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  for (unsigned i = 0; i < kSpatialRank; ++i) {
    int64_t dim = getSpatialDim() + i, stride = getStrides()[i];
    AffineExpr padded = size(0) + getPaddingBefore(i) + getPaddingAfter(i);
    constraints.emplace_back(
        OperandDimension{&destination, dim},
        ArrayRef<OperandDimension>{{&image, dim}, {&filters, dim}},
        getNumWindows(/*numSizes=*/2, padded, size(1), stride,
                      getDilations()[i]),
        ("the number of windows in dimension " + Twine(dim) +
         " of the image with its padding")
            .str());
  }
  if (getGroups() == 1)
    return constraints;

  // The image has no access map.
  int64_t groups = getGroups();
  constraints.emplace_back(OperandDimension{&image, 0},
                           OperandDimension{&destination, 0});
  constraints.emplace_back(
      OperandDimension{&image, getChannelDim()},
      ArrayRef<OperandDimension>{{&filters, getChannelDim()}},
      AffineMap::get(1, 0, size(0) * groups, getContext()),
      ("the channels of " + Twine(groups) + " groups of filters").str());
  constraints.emplace_back(
      OperandDimension{&filters, 0}, ArrayRef<OperandDimension>{{&filters, 0}},
      AffineMap::get(1, 0, size(0).floorDiv(groups) * groups, getContext()),
      ("a multiple of the number of groups, " + Twine(groups)).str());
  return constraints;
}

std::optional<SmallVector<FlopTerm>> Conv2dOp::getFlopTerms() {
  return detail::getProductFlopTerms(*this, detail::getPointSizes(*this));
}

std::string Conv2dOp::getOperandName(OpOperand &operand) {
  if (isDpsInit(&operand))
    return "'outs'";
  switch (unsigned number = operand.getOperandNumber()) {
  case 0:
    return "the image";
  case 1:
    return "the filters";
  default:
    return ("epilogue input #" + Twine(number - 2)).str();
  }
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {

/// Replaces a convolution with filters of one pixel by a matmul of all pixels,
/// whose rows are the channels.
struct PixelsToMatmul : OpRewritePattern<Conv2dOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(Conv2dOp op,
                                PatternRewriter &rewriter) const override;
};

} // namespace

/// Whether each pixel of the result depends only on the same one of the image.
static bool isPointwise(Conv2dOp op) {
  auto isOne = [](int64_t number) { return number == 1; };
  return llvm::all_of(op.getStrides(), isOne) &&
         llvm::all_of(op.getPadding(),
                      [](int64_t number) { return number == 0; }) &&
         llvm::all_of(getShapedType(op.getFilters())
                          .getShape()
                          .slice(op.getSpatialDim(), Conv2dOp::kSpatialRank),
                      isOne);
}

LogicalResult PixelsToMatmul::matchAndRewrite(Conv2dOp op,
                                              PatternRewriter &rewriter) const {
  if (!op.hasPureTensorSemantics() || op.getLayout() != Conv2dLayout::NHWC ||
      op.getGroups() != 1 || !isPointwise(op))
    return rewriter.notifyMatchFailure(op, "not a matmul of pixels");
  // A tensor with fewer dimensions would have the same encoding.
  if (llvm::any_of(op->getOperandTypes(), [](Type type) {
        return cast<RankedTensorType>(type).getEncoding();
      }))
    return rewriter.notifyMatchFailure(op, "an operand has an encoding");
  // --expand-strided-metadata of LLVM 22 crashes on dimensions that are divided
  // into several dynamic ones.
  ArrayRef<int64_t> resultSizes = getShapedType(op.getInit()).getShape();
  if (llvm::count(resultSizes.drop_back(), ShapedType::kDynamic) > 1)
    return rewriter.notifyMatchFailure(op, "several sizes are dynamic");
  AffineExpr row = rewriter.getAffineDimExpr(0),
             column = rewriter.getAffineDimExpr(1);
  // The indices of a matrix, whose rows are the pixels.
  SmallVector<ReassociationIndices> pixels = {{0, 1, 2}, {3}};
  Location loc = op.getLoc();
  auto flatten = [&](Value value) -> Value {
    return tensor::CollapseShapeOp::create(rewriter, loc, value, pixels);
  };
  SmallVector<Value> inputs;
  SmallVector<Attribute> maps;
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
    AffineMap map = op.getEpilogueMap(i);
    bool isRow =
        map ==
        AffineMap::get(kRank, 0, rewriter.getAffineDimExpr(op.getChannelDim()));
    if (!isRow && !map.isIdentity() && map.getNumResults() != 0)
      return rewriter.notifyMatchFailure(
          op, "an epilogue input depends on some of the pixel's indices");
    SmallVector<AffineExpr> indices;
    if (map.isIdentity())
      indices = {row, column};
    else if (isRow)
      indices = {column};
    maps.push_back(AffineMapAttr::get(
        AffineMap::get(2, 0, indices, rewriter.getContext())));
  }
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs()))
    inputs.push_back(op.getEpilogueMap(i).isIdentity() ? flatten(input)
                                                       : input);
  Value init = op.getInit();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
  Value image = flatten(op.getImage()), destination = flatten(init);
  // Bufferization would copy a destination that it cannot write in place, even
  // if it is not read.
  if (!op.getAccumulate())
    destination = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, destination),
        getShapedType(init).getElementType());
  Value filters = tensor::CollapseShapeOp::create(
      rewriter, loc, op.getFilters(),
      ArrayRef<ReassociationIndices>{{0}, {1, 2, 3}});
  auto matmul = MatmulOp::create(
      rewriter, loc, TypeRange(destination.getType()), image, filters, inputs,
      destination, maps.empty() ? ArrayAttr() : rewriter.getArrayAttr(maps),
      /*transpose_a=*/false, /*transpose_b=*/true, op.getAccumulate(),
      op.getPrecision());
  matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  // It has other loops.
  matmul->removeDiscardableAttr(kMaxSizesAttrName);
  if (!op.getEpilogue().empty())
    rewriter.inlineRegionBefore(op.getEpilogue(), matmul.getEpilogue(),
                                matmul.getEpilogue().end());
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
      op, cast<RankedTensorType>(init.getType()), matmul.getResult(0), pixels,
      sizes);
  return success();
}

void Conv2dOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<PixelsToMatmul>(context);
}
