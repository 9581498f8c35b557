//===- ConvolutionToZyn.cpp - Raises convolutions -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Products.h"
#include "WindowAccess.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// The loops of a convolution.
struct Convolution {
  WindowAccess image;
  IndexedTensor filters, result;
  /// Images (image and result), groups (all operands), filters of a group
  /// (filters and result), channels of a group (image and filters), windows and
  /// their elements.
  LoopNumbers batch, group, filter, channel;
  SmallVector<LoopNumbers> positions, elements;

  LogicalResult classify(linalg::LinalgOp op);
  /// The groups of loops of the dimensions of an operand: `first`, `spatial`
  /// and `channels` in the order of `layout`.
  SmallVector<LoopNumbers> groups(Conv2dLayout layout, LoopNumbers first,
                                  ArrayRef<LoopNumbers> spatial,
                                  LoopNumbers channels) const {
    SmallVector<LoopNumbers> all = {std::move(first)};
    if (layout == Conv2dLayout::NCHW)
      all.push_back(channels);
    // A convolution in one dimension is one of images of height 1.
    if (spatial.size() == 1)
      all.emplace_back();
    all.append(spatial.begin(), spatial.end());
    if (layout == Conv2dLayout::NHWC)
      all.push_back(std::move(channels));
    return all;
  }
  SmallVector<LoopNumbers> imageGroups(Conv2dLayout layout) const {
    return groups(layout, batch, positions, concatenate({group, channel}));
  }
  SmallVector<LoopNumbers> filterGroups(Conv2dLayout layout) const {
    return groups(layout, concatenate({group, filter}), elements, channel);
  }
  SmallVector<LoopNumbers> resultGroups(Conv2dLayout layout) const {
    return groups(layout, batch, positions, concatenate({group, filter}));
  }
};

} // namespace

LogicalResult Convolution::classify(linalg::LinalgOp op) {
  for (const WindowDimension &window : image.windows) {
    positions.push_back({window.position});
    elements.push_back({window.element});
  }
  auto isIn = [](unsigned loop, ArrayRef<unsigned> loops) {
    return llvm::is_contained(loops, loop);
  };
  for (unsigned loop : result.loops) {
    if (isIn(loop, concatenate(positions))) {
      if (isIn(loop, filters.loops))
        return failure();
    } else if (isIn(loop, image.loops)) {
      (isIn(loop, filters.loops) ? group : batch).push_back(loop);
    } else if (isIn(loop, filters.loops)) {
      filter.push_back(loop);
    } else {
      return failure();
    }
  }
  for (unsigned loop : image.loops)
    if (!isIn(loop, result.loops)) {
      if (!isIn(loop, filters.loops))
        return failure();
      channel.push_back(loop);
    }
  for (unsigned loop : concatenate(elements))
    if (!isIn(loop, filters.loops))
      return failure();
  return success(batch.size() + group.size() + filter.size() + channel.size() +
                     2 * positions.size() ==
                 op.getNumLoops());
}

namespace {
struct RaiseConvolution : RaisingReductionPattern {
  using RaisingReductionPattern::RaisingReductionPattern;

  LogicalResult raise(linalg::LinalgOp op,
                      PatternRewriter &rewriter) const override {
    if (!linalg::isaConvolutionOpInterface(op) || op.getNumDpsInputs() != 2)
      return rewriter.notifyMatchFailure(
          op, "no convolution: it does not sum products of windows of its "
              "first input and elements of its second");
    if (StringRef obstacle = getProductBodyObstacle(op); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, "no convolution: " + obstacle);
    FailureOr<WindowAccess> image = getWindowAccess(op);
    FailureOr<IndexedTensor> filters =
        getIndexedTensor(op, *op.getDpsInputOperand(1));
    FailureOr<IndexedTensor> result =
        getIndexedTensor(op, *op.getDpsInitOperand(0));
    Convolution conv;
    if (failed(image) || failed(filters) || failed(result))
      return rewriter.notifyMatchFailure(
          op, "no convolution: its operands are not accessed by windows and "
              "loops");
    conv.image = *image;
    conv.filters = lookThroughCopies(*filters);
    conv.result = *result;
    if (failed(conv.classify(op)))
      return rewriter.notifyMatchFailure(
          op, "no convolution: its loops are not those of images, groups, "
              "filters, channels and windows");
    if (image->windows.size() > Conv2dOp::kSpatialRank)
      return rewriter.notifyMatchFailure(
          op, "no zyn.conv2d: windows slide over more than two dimensions");
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    int64_t groups = 1;
    for (unsigned loop : conv.group) {
      if (ShapedType::isDynamic(ranges[loop]))
        return rewriter.notifyMatchFailure(
            op, "no zyn.conv2d: the number of groups is not constant");
      groups *= ranges[loop];
    }
    absorbPadding(conv.image, [](Value padding) {
      return matchPattern(padding, m_AnyZeroFloat()) ||
             matchPattern(padding, m_Zero());
    });
    if (!hasAllWindows(op, conv.image))
      return rewriter.notifyMatchFailure(
          op, "no zyn.conv2d: its result is smaller than the number of windows "
              "in the image");
    create(rewriter, op, conv, groups);
    return success();
  }

private:
  static void create(PatternRewriter &rewriter, linalg::LinalgOp op,
                     const Convolution &conv, int64_t groups) {
    Location loc = op.getLoc();
    Conv2dLayout layout =
        conv.image.loops == concatenate(conv.imageGroups(Conv2dLayout::NCHW))
            ? Conv2dLayout::NCHW
            : Conv2dLayout::NHWC;
    auto getOperand = [&](const IndexedTensor &access,
                          ArrayRef<LoopNumbers> dimensions) {
      return collapseGroups(
          rewriter, loc,
          transposeTo(rewriter, loc, access, concatenate(dimensions)),
          getGroupSizes(dimensions));
    };
    Value image = getOperand(conv.image, conv.imageGroups(layout));
    SmallVector<LoopNumbers> resultGroups = conv.resultGroups(layout);
    ProductDestination destination =
        getProductDestination(rewriter, op, resultGroups);
    // One row for convolutions in one dimension.
    SmallVector<int64_t> strides, dilations, padding;
    if (conv.image.windows.size() == 1) {
      strides = dilations = {1};
      padding = {0, 0};
    }
    for (const WindowDimension &window : conv.image.windows) {
      strides.push_back(window.stride);
      dilations.push_back(window.dilation);
      padding.append({window.before, window.after});
    }
    auto conv2d = Conv2dOp::create(
        rewriter, loc, destination.init.getType(), image,
        getOperand(conv.filters, conv.filterGroups(layout)),
        destination.getEpilogueInputs(), destination.init,
        destination.getEpilogueMaps(rewriter),
        Conv2dLayoutAttr::get(rewriter.getContext(), layout),
        rewriter.getDenseI64ArrayAttr(strides),
        rewriter.getDenseI64ArrayAttr(padding),
        rewriter.getDenseI64ArrayAttr(dilations),
        rewriter.getI64IntegerAttr(groups), destination.getAccumulate(rewriter),
        MatmulPrecisionAttr::get(rewriter.getContext(), MatmulPrecision::IEEE));
    emitBias(rewriter, conv2d, destination);
    replaceProduct(rewriter, op, conv2d->getResult(0), resultGroups);
  }
};
} // namespace

void zyn::populateConvolutionToZynPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseConvolution>(patterns.getContext());
}
