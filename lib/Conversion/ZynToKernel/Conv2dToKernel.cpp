//===- Conv2dToKernel.cpp - Lowers convolutions to kernels ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a convolution to the kernels of a matmul whose rows are windows. The
// groups are its batch.
//
//===----------------------------------------------------------------------===//

#include "Conv2dLowerings.h"
#include "MatmulOperands.h"
#include "MatmulUnits.h"
#include "Patterns.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;
using ::zyn::schedule::MatmulTile;

/// Returns the sizes of windows, with as many constants as are known.
static ImageWindows getWindows(IndexBuilder &h, Conv2dOp op) {
  SmallVector<Value> image = h.sizes(op.getImage()),
                     filters = h.sizes(op.getFilters()),
                     result = h.sizes(op.getInit());
  Value channels = filters[3];
  if (!getConstantIntValue(channels))
    channels = h.div(image[3], op.getGroups());
  ImageWindows windows;
  windows.sizes = {image[1],   image[2], image[3],  filters[1],
                   filters[2], channels, result[1], result[2]};
  llvm::append_range(windows.strides, op.getStrides());
  llvm::append_range(windows.dilations, op.getDilations());
  for (unsigned i = 0; i < Conv2dOp::kSpatialRank; ++i) {
    windows.before.push_back(op.getPaddingBefore(i));
    windows.after.push_back(op.getPaddingAfter(i));
  }
  return windows;
}

namespace {

/// The operands of a convolution as those of a matmul.
class Conv2dOperands {
public:
  /// Creates copies of operands that the kernels of `emitter` cannot read.
  Conv2dOperands(IndexBuilder &h, const MatmulEmitter &emitter, Conv2dOp op);

  const AlignedMatmul &get() const { return matmul; }

  /// Frees the copies.
  void finish(IndexBuilder &h);

private:
  void setOperands(IndexBuilder &h, const MatmulEmitter &emitter);
  Value padChannels(IndexBuilder &h, Value buffer, ArrayRef<Value> sizes,
                    Value isUnaligned);
  Value getMatrices(IndexBuilder &h, Value buffer);

  Conv2dOp op;
  AlignedMatmul matmul;
  SmallVector<PaddedCopy, 2> copies;
  SmallVector<Value, 2> allocations;
};

} // namespace

/// Returns `buffer` as a contiguous array or, if `isUnaligned`, or if it is not
/// contiguous, a copy whose last dimension is padded with zeros to 16 bytes.
Value Conv2dOperands::padChannels(IndexBuilder &h, Value buffer,
                                  ArrayRef<Value> sizes, Value isUnaligned) {
  bool isContiguous = areContiguous(buffer);
  auto flatten = [&](Value contiguous) {
    return getContiguousView(h, contiguous, h.product(h.sizes(contiguous)));
  };
  if (isContiguous && getConstantIntValue(isUnaligned) == 0)
    return flatten(buffer);
  if (!isContiguous)
    isUnaligned = h.createOrFold<arith::ConstantOp>(h.getBoolAttr(true));
  PaddedBuffer padded(h, getElementTypeOrSelf(buffer), sizes, isUnaligned,
                      /*padsLines=*/false);
  allocations.push_back(padded.allocation);
  SmallVector<ReassociationIndices> reassociation;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    reassociation.push_back({dim});
  if (static_cast<int64_t>(sizes.size()) > rank)
    reassociation.back().push_back(rank);
  SmallVector<OpFoldResult> mixed = getAsOpFoldResult(sizes);
  Value source = memref::ExpandShapeOp::create(
      h, decomposeMixedValues(mixed).first, buffer, reassociation, mixed);
  copies.emplace_back(source, isUnaligned, padded);
  if (getConstantIntValue(isUnaligned))
    return padded.allocation;
  Value original =
      memref::CastOp::create(h, padded.allocation.getType(), flatten(buffer));
  return arith::SelectOp::create(h, isUnaligned, padded.allocation, original);
}

void Conv2dOperands::setOperands(IndexBuilder &h,
                                 const MatmulEmitter &emitter) {
  Value image = op.getImage(), filters = op.getFilters();
  Type element = getElementTypeOrSelf(image);
  int64_t chunk = getAlignedElements(element);
  SmallVector<Value> imageSizes = h.sizes(image),
                     filterSizes = h.sizes(filters);
  ImageWindows windows = getWindows(h, op);
  Value &channels = windows.sizes[ImageWindows::filterChannels];
  Value groups = h.constant(op.getGroups());
  Value isUnaligned = h.less(h.constant(0), h.rem(channels, chunk));
  bool isAligned = true;
  if (getConstantIntValue(isUnaligned).value_or(0) != 0 &&
      !emitter.needsAlignedRows(element) && areContiguous({image, filters})) {
    isAligned = false;
    isUnaligned = h.createOrFold<arith::ConstantOp>(h.getBoolAttr(false));
  }
  imageSizes.back() = channels;
  if (op.getGroups() != 1)
    imageSizes.insert(imageSizes.end() - 1, groups);
  filterSizes.back() = channels;
  image = padChannels(h, image, imageSizes, isUnaligned);
  filters = padChannels(h, filters, filterSizes, isUnaligned);
  if (isAligned)
    channels = h.mul(h.ceilDiv(channels, chunk), chunk);
  Value &allChannels = windows.sizes[ImageWindows::imageChannels];
  allChannels = h.mul(groups, channels);

  image = getContiguousView(
      h, image, {imageSizes[0], imageSizes[1], imageSizes[2], allChannels});
  SmallVector<Value> matrixSizes;
  if (op.getGroups() != 1)
    matrixSizes.push_back(groups);
  matrixSizes.append(
      {h.div(filterSizes[0], op.getGroups()), windows.getNumElements(h)});
  filters = getContiguousView(h, filters, matrixSizes);
  matmul.lhs = {image, /*isKInnermost=*/true, isAligned, windows};
  matmul.rhs = {filters, /*isKInnermost=*/true, isAligned};
}

/// Returns `buffer`, which has the sizes of the result, as matrices of pixels
/// and filters, one for each group.
Value Conv2dOperands::getMatrices(IndexBuilder &h, Value buffer) {
  SmallVector<Value> sizes = h.sizes(buffer);
  Value filters = sizes.pop_back_val(), pixels = h.product(sizes);
  if (op.getGroups() == 1)
    return getContiguousView(h, buffer, {pixels, filters});
  Value inGroup = h.div(filters, op.getGroups());
  SmallVector<Value> matrixSizes = {h.constant(op.getGroups()), pixels,
                                    inGroup},
                     strides = {inGroup, filters, h.constant(1)};
  return memref::ReinterpretCastOp::create(h, buffer, h.getIndexAttr(0),
                                           getAsOpFoldResult(matrixSizes),
                                           getAsOpFoldResult(strides));
}

Conv2dOperands::Conv2dOperands(IndexBuilder &h, const MatmulEmitter &emitter,
                               Conv2dOp op)
    : op(op) {
  matmul.op = op;
  setOperands(h, emitter);
  matmul.rowSizes = h.sizes(op.getInit());
  matmul.rowSizes.pop_back();
  matmul.result = getMatrices(h, op.getInit());
  if (emitter.storesByTma())
    matmul.resultView = getTmaView(h, matmul.result);
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
    bool isLikeResult =
        op.getEpilogueMap(i).isIdentity() && areContiguous(input);
    matmul.epilogueInputs.push_back(isLikeResult ? getMatrices(h, input)
                                                 : input);
  }
  emitPaddedCopies(emitter.kernels, h, op, copies);
}

void Conv2dOperands::finish(IndexBuilder &h) {
  for (Value allocation : allocations)
    memref::DeallocOp::create(h, allocation);
}

//===----------------------------------------------------------------------===//
// Selection of the lowering
//===----------------------------------------------------------------------===//

/// Returns why TMA cannot copy the windows, or nullopt if it can.
static std::optional<StringRef> getTmaObstacle(Conv2dOp op) {
  // A panel of channels has the width of a swizzle.
  constexpr int64_t minPanelBytes = 32, maxOffset = 255;
  auto filters = cast<MemRefType>(op.getFilters().getType());
  auto image = cast<MemRefType>(op.getImage().getType());
  int64_t bytes = kernel::getElementBytes(filters.getElementType());
  if (ShapedType::isDynamicShape(filters.getShape().drop_front()) ||
      image.isDynamicDim(3))
    return "the sizes of the filters are not known";
  if (filters.getDimSize(3) == 0 ||
      filters.getDimSize(3) * bytes % minPanelBytes != 0)
    return "TMA requires channels of a multiple of 32 bytes";
  int64_t limit = limits::im2colCornerLimit(Conv2dOp::kSpatialRank);
  for (unsigned i = 0; i < Conv2dOp::kSpatialRank; ++i) {
    int64_t extent = (filters.getDimSize(1 + i) - 1) * op.getDilations()[i];
    int64_t upper = op.getPaddingAfter(i) - extent;
    if (op.getPaddingBefore(i) > limit || upper >= limit || upper < -limit ||
        extent > maxOffset || op.getStrides()[i] > limits::maxTensorStep)
      return "its padding, strides or dilations are too large for TMA";
  }
  return std::nullopt;
}

/// Lowers a convolution of layout nhwc, whose destination is contiguous, to the
/// kernels of a matmul.
static void lowerToMatmul(KernelModules &kernels, IndexBuilder &h, Conv2dOp op,
                          const MatmulOptions &options) {
  TileUnit unit = TileUnit::Threads;
  // On tensor cores, it would need three times as many channels.
  if (op.getPrecision() != MatmulPrecision::TF32x3)
    unit = selectUnit(op, options.chip, kernels.getHints(), getTmaObstacle(op));
  std::unique_ptr<MatmulEmitter> emitter =
      createEmitter(kernels, op, unit, options.chip);
  const MatmulTile *tile = options.getTile(emitter->getKind());
  Conv2dOperands operands(h, *emitter, op);
  lowerAligned(*emitter, h, operands.get(), tile);
  operands.finish(h);
}

namespace {
struct LowerConv2d : KernelPattern<Conv2dOp> {
  LowerConv2d(MLIRContext *context, KernelModules &kernels,
              const MatmulOptions &options)
      : KernelPattern(context, kernels), options(options) {}

  LogicalResult matchAndRewrite(Conv2dOp op,
                                PatternRewriter &rewriter) const override {
    kernels.getHints().stateType(KernelType::Conv2D);
    IndexBuilder h(op.getLoc(), rewriter);
    bool hasFilterPerChannel = op.hasFilterPerChannel();
    SmallVector<Value> contiguous = {op.getInit()};
    if (hasFilterPerChannel)
      contiguous.append({op.getImage(), op.getFilters()});
    if (op.getLayout() != Conv2dLayout::NHWC || !areContiguous(contiguous)) {
      lowerToTransposed(h, op);
    } else if (hasFilterPerChannel) {
      lowerDepthwise(kernels, h, op);
    } else {
      // There are no tensor maps of images without windows.
      Value isNeeded = h.less(h.constant(0), h.product(h.sizes(op.getInit())));
      h.buildIf(isNeeded, [&] { lowerToMatmul(kernels, h, op, options); });
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  MatmulOptions options;
};
} // namespace

void mlir::zyn::populateConv2dToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels,
                                               const MatmulOptions &options) {
  patterns.add<LowerConv2d>(patterns.getContext(), kernels, options);
}
