//===- Conv2dToLinalg.cpp - Lowers convolutions to contractions -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution becomes a contraction over windows of an image whose padding is
// in memory. Image and filters are transposed, unless their channels are the
// last dimension already, so that both are contiguous along these. Such copies
// take little time compared with the contraction. Those of depthwise
// convolutions, which are limited by memory, are only made for padding.
//
//===----------------------------------------------------------------------===//

#include "ProductToLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

constexpr unsigned kSpatialRank = Conv2dOp::kSpatialRank;

class Conv2dLowering {
public:
  Conv2dLowering(OpBuilder &builder, Conv2dOp op)
      : b(builder), op(op), loc(op.getLoc()) {}

  void lower();

private:
  AffineExpr loop(unsigned i) { return b.getAffineDimExpr(i); }
  AffineMap getMap(unsigned numLoops, ArrayRef<AffineExpr> results) {
    return AffineMap::get(numLoops, 0, results, b.getContext());
  }
  bool isNHWC() { return op.getLayout() == Conv2dLayout::NHWC; }

  Value getPaddedImage(bool hasLastChannels);
  Value getFilters();
  Value copyFilters(Value filters, ArrayRef<int64_t> order);
  Value splitIntoGroups(Value buffer, int64_t dim);
  AffineExpr getPosition(unsigned spatial, unsigned pixelLoop,
                         unsigned filterLoop, int64_t scale = 1);
  bool canMergeColumns();
  void createMerged(Value sums);
  void createDense(Value sums);
  void createDepthwise(Value sums);

  OpBuilder &b;
  Conv2dOp op;
  Location loc;
  Value image, filters; ///< the operands, or copies
  SmallVector<Value> temporaries;
};

} // namespace

/// Returns the image with its padding, with the channels as the last dimension
/// if `hasLastChannels`, and else in the op's layout.
Value Conv2dLowering::getPaddedImage(bool hasLastChannels) {
  Value image = op.getImage();
  bool isTransposed = hasLastChannels && !isNHWC();
  bool isPadded =
      llvm::any_of(op.getPadding(), [](int64_t number) { return number != 0; });
  if (!isTransposed && !isPadded)
    return image;
  SmallVector<OpFoldResult> inner = memref::getMixedSizes(b, loc, image);
  SmallVector<AffineExpr> from = {loop(0), loop(1), loop(2), loop(3)};
  int64_t firstSpatial = op.getSpatialDim();
  if (isTransposed) {
    inner = {inner[0], inner[2], inner[3], inner[1]};
    from = {loop(0), loop(3), loop(1), loop(2)};
    firstSpatial = 1;
  }
  SmallVector<OpFoldResult> outer = inner, strides(4, b.getIndexAttr(1)),
                            offsets(4, b.getIndexAttr(0));
  for (unsigned i = 0; i < kSpatialRank; ++i) {
    int64_t before = op.getPaddingBefore(i), after = op.getPaddingAfter(i);
    OpFoldResult &extent = outer[firstSpatial + i];
    extent = affine::makeComposedFoldedAffineApply(
        b, loc, loop(0) + (before + after), {extent});
    offsets[firstSpatial + i] = b.getIndexAttr(before);
  }
  Value padded =
      allocateBuffer(b, loc, getBufferType(image).getElementType(), outer);
  temporaries.push_back(padded);
  // A view of nothing is invalid.
  if (llvm::is_contained(getBufferType(image).getShape(), 0)) {
    createZeroFill(b, loc, padded);
    return padded;
  }
  for (unsigned i = 0; i < kSpatialRank; ++i) {
    int64_t dim = firstSpatial + i;
    auto fill = [&](OpFoldResult offset, int64_t extent) {
      if (extent == 0)
        return;
      SmallVector<OpFoldResult> start(4, b.getIndexAttr(0)), sizes = outer;
      start[dim] = offset;
      sizes[dim] = b.getIndexAttr(extent);
      createZeroFill(
          b, loc,
          memref::SubViewOp::create(b, loc, padded, start, sizes, strides));
    };
    fill(b.getIndexAttr(0), op.getPaddingBefore(i));
    fill(affine::makeComposedFoldedAffineApply(
             b, loc, loop(0) + op.getPaddingBefore(i), {inner[dim]}),
         op.getPaddingAfter(i));
  }
  Value view =
      memref::SubViewOp::create(b, loc, padded, offsets, inner, strides);
  createCopy(b, loc, image, getMap(4, from), view);
  return padded;
}

/// Returns a copy of `filters` with its dimensions in the given order.
Value Conv2dLowering::copyFilters(Value filters, ArrayRef<int64_t> order) {
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(b, loc, filters),
                            copySizes;
  SmallVector<AffineExpr> from(order.size());
  for (auto [dim, source] : llvm::enumerate(order)) {
    copySizes.push_back(sizes[source]);
    from[source] = loop(dim);
  }
  Value copy = allocateBuffer(b, loc, getBufferType(filters).getElementType(),
                              copySizes);
  temporaries.push_back(copy);
  createCopy(b, loc, filters, getMap(order.size(), from), copy);
  return copy;
}

/// Returns the filters as [group][filter][row][column][channel], without the
/// group if there is only one.
Value Conv2dLowering::getFilters() {
  Value filters = op.getFilters();
  if (!isNHWC())
    filters = copyFilters(filters, {0, 2, 3, 1});
  else if (!getBufferType(filters).getLayout().isIdentity())
    filters = copyFilters(filters, {0, 1, 2, 3});
  return op.getGroups() == 1 ? filters : splitIntoGroups(filters, 0);
}

/// Returns a view of `buffer` whose dimension `dim` is divided into groups.
Value Conv2dLowering::splitIntoGroups(Value buffer, int64_t dim) {
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(b, loc, buffer);
  OpFoldResult inGroup = affine::makeComposedFoldedAffineApply(
      b, loc, loop(0).floorDiv(op.getGroups()), {sizes[dim]});
  sizes[dim] = b.getIndexAttr(op.getGroups());
  sizes.insert(sizes.begin() + dim + 1, inGroup);
  SmallVector<ReassociationIndices> reassociation;
  for (int64_t i = 0, next = 0; i < getBufferType(buffer).getRank(); ++i) {
    reassociation.push_back({next++});
    if (i == dim)
      reassociation.back().push_back(next++);
  }
  SmallVector<int64_t> shape = decomposeMixedValues(sizes).first;
  return memref::ExpandShapeOp::create(b, loc, shape, buffer, reassociation,
                                       sizes);
}

/// Returns the position in a spatial dimension of the padded image, given the
/// loops of the result and of the filter, which are `scale` positions apart.
AffineExpr Conv2dLowering::getPosition(unsigned spatial, unsigned pixelLoop,
                                       unsigned filterLoop, int64_t scale) {
  return loop(pixelLoop) * (op.getStrides()[spatial] * scale) +
         loop(filterLoop) * op.getDilations()[spatial];
}

/// Whether the columns and channels of a filter are contiguous in the image, so
/// that one loop covers both of them.
bool Conv2dLowering::canMergeColumns() {
  MemRefType type = getBufferType(image);
  return op.getGroups() == 1 && op.getDilations().back() == 1 &&
         type.getLayout().isIdentity() && !type.isDynamicDim(3);
}

void Conv2dLowering::createMerged(Value sums) {
  enum : unsigned { n, p, q, f, r, sc, numLoops };
  AffineMap sumsMap =
      isNHWC() ? getMap(numLoops, {loop(n), loop(p), loop(q), loop(f)})
               : getMap(numLoops, {loop(n), loop(f), loop(p), loop(q)});
  int64_t channels =
      getBufferType(op.getImage()).getDimSize(op.getChannelDim());
  createContraction(b, loc, image, filters, sums,
                    {getMap(numLoops, {loop(n), getPosition(0, p, r),
                                       getPosition(1, q, sc, channels)}),
                     getMap(numLoops, {loop(f), loop(r), loop(sc)}), sumsMap},
                    /*numReductions=*/2);
}

void Conv2dLowering::createDense(Value sums) {
  enum : unsigned { n, p, q };
  // The loop over the groups, if there is one, precedes that over the filters.
  SmallVector<AffineExpr> group;
  if (op.getGroups() != 1) {
    group.push_back(loop(3));
    sums = splitIntoGroups(sums, op.getChannelDim());
  }
  unsigned f = 3 + group.size(), r = f + 1, s = f + 2, c = f + 3;
  unsigned numLoops = f + 4;
  SmallVector<AffineExpr> imageAt = {loop(n), getPosition(0, p, r),
                                     getPosition(1, q, s)},
                          filtersAt = group, sumsAt = {loop(n)};
  llvm::append_range(imageAt, group);
  imageAt.push_back(loop(c));
  filtersAt.append({loop(f), loop(r), loop(s), loop(c)});
  auto appendChannels = [&] {
    llvm::append_range(sumsAt, group);
    sumsAt.push_back(loop(f));
  };
  if (!isNHWC())
    appendChannels();
  sumsAt.append({loop(p), loop(q)});
  if (isNHWC())
    appendChannels();
  createContraction(b, loc, image, filters, sums,
                    {getMap(numLoops, imageAt), getMap(numLoops, filtersAt),
                     getMap(numLoops, sumsAt)},
                    /*numReductions=*/3);
}

/// Convolves each channel with its own filter.
void Conv2dLowering::createDepthwise(Value sums) {
  enum : unsigned { r = 4, s, numLoops };
  unsigned firstSpatial = op.getSpatialDim(), c = op.getChannelDim();
  AffineMap sumsMap = getMap(numLoops, {loop(0), loop(1), loop(2), loop(3)});
  SmallVector<AffineExpr> imageAt(sumsMap.getResults());
  for (unsigned i = 0; i < kSpatialRank; ++i)
    imageAt[firstSpatial + i] = getPosition(i, firstSpatial + i, r + i);
  AffineExpr zero = b.getAffineConstantExpr(0);
  SmallVector<AffineExpr> filtersAt = {loop(c), zero, loop(r), loop(s)};
  if (isNHWC())
    filtersAt = {loop(r), loop(s), zero, loop(c)};
  createContraction(
      b, loc, image, filters, sums,
      {getMap(numLoops, imageAt), getMap(numLoops, filtersAt), sumsMap},
      /*numReductions=*/2);
}

void Conv2dLowering::lower() {
  if (op.hasFilterPerChannel()) {
    image = getPaddedImage(/*hasLastChannels=*/false);
    // Vectors of channels.
    filters =
        isNHWC() ? copyFilters(op.getFilters(), {1, 2, 3, 0}) : op.getFilters();
    lowerProduct(b, op, [&](Value sums) { createDepthwise(sums); });
  } else {
    image = getPaddedImage(/*hasLastChannels=*/true);
    filters = getFilters();
    if (canMergeColumns()) {
      SmallVector<ReassociationIndices> rows = {{0}, {1}, {2, 3}};
      image = memref::CollapseShapeOp::create(b, loc, image, rows);
      filters = memref::CollapseShapeOp::create(b, loc, filters, rows);
      lowerProduct(b, op, [&](Value sums) { createMerged(sums); });
    } else {
      if (op.getGroups() != 1)
        image = splitIntoGroups(image, 3);
      lowerProduct(b, op, [&](Value sums) { createDense(sums); });
    }
  }
  for (Value buffer : temporaries)
    memref::DeallocOp::create(b, loc, buffer);
}

namespace {
struct ConvertConv2d : OpConversionPattern<Conv2dOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Conv2dOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // If no window fits into the image, accesses to windows would be invalid.
    if (!llvm::is_contained(getBufferType(op.getInit()).getShape(), 0))
      Conv2dLowering(rewriter, op).lower();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateConv2dToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertConv2d>(patterns.getContext());
}
