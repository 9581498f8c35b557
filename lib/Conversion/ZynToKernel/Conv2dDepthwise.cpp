//===- Conv2dDepthwise.cpp - Kernels of depthwise convolutions ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers convolutions with one filter for each channel. A matmul of a group
// would have one column. Instead, each thread computes a vector of channels for
// a tile of neighboring pixels, whose windows overlap, so that the time is that
// of reading and writing memory.
//
//===----------------------------------------------------------------------===//

#include "Conv2dLowerings.h"
#include "MatmulResult.h"
#include "PaddedCopies.h"
#include "Schedule.h"
#include "WindowTile.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

class DepthwiseConv2d {
public:
  DepthwiseConv2d(KernelModules &kernels, Conv2dOp op);

  void lower(IndexBuilder &h);

private:
  /// Sums of the tile, [pixel of the tile][channel of the vector].
  using Sums = SmallVector<Value>;

  /// Returns the axes of windows: images, rows, columns and channels.
  SmallVector<WindowAxis> getAxes(ArrayRef<Value> imageSizes,
                                  ArrayRef<Value> resultSizes);
  /// Registers of what a thread has if it loads all pixels of its tile at once:
  /// these, the filters and the sums.
  int64_t getRegisters();
  void loadFilters(IndexBuilder &b);
  Value getWeight(IndexBuilder &b, Value row, Value column, int64_t lane) const;
  Elements loadPixel(IndexBuilder &b, Value linear, Value exists) const;
  Sums addProducts(IndexBuilder &b, WindowTile &tile, Value row, Value column,
                   Sums sums);
  Sums addUnrolled(IndexBuilder &b, WindowTile &tile, Sums sums);
  Sums addInLoops(IndexBuilder &b, WindowTile &tile, Sums sums);
  void store(IndexBuilder &b, const WindowTile &tile,
             const MatmulResult &result, ArrayRef<Value> sums);

  KernelModules &kernels;
  Conv2dOp op;
  DepthwiseSchedule schedule;
  Type element, accumulator;
  int64_t channels, width;
  bool isUnrolled; ///< over the elements of filters

  // Values of the kernel.
  Value image, filters; ///< linear
  Value filterRows, filterColumns, resultRows, resultColumns;
  Value channel;              ///< first one of the vector
  SmallVector<Value> weights; ///< all of the vector's, if unrolled
};

} // namespace

DepthwiseConv2d::DepthwiseConv2d(KernelModules &kernels, Conv2dOp op)
    : kernels(kernels), op(op), accumulator(op.getAccumulatorType()),
      channels(op.getGroups()) {
  auto type = cast<MemRefType>(op.getFilters().getType());
  element = type.getElementType();
  int64_t bytes = kernel::getElementBytes(element);
  width =
      std::min({channels & -channels, kAccessBytes / bytes,
                schedule.maxSumBytes / kernel::getElementBytes(accumulator)});
  int64_t filterSize = type.getDimSize(1) * type.getDimSize(2);
  isUnrolled = !ShapedType::isDynamicShape(type.getShape()) &&
               filterSize * width * bytes <= schedule.maxFilterBytes;
  if (!isUnrolled) {
    schedule.tileRows = 1;
    return;
  }
  while (schedule.tileColumns > 1 && getRegisters() > schedule.maxRegisters)
    schedule.tileColumns /= 2;
}

SmallVector<WindowAxis> DepthwiseConv2d::getAxes(ArrayRef<Value> imageSizes,
                                                 ArrayRef<Value> resultSizes) {
  ArrayRef<int64_t> filter =
      cast<MemRefType>(op.getFilters().getType()).getShape();
  SmallVector<WindowAxis> axes(imageSizes.size());
  for (auto [axis, size, results] :
       llvm::zip_equal(axes, imageSizes, resultSizes))
    axis.size = size, axis.results = results;
  int64_t tile[] = {schedule.tileRows, schedule.tileColumns};
  for (unsigned i = 0; i < Conv2dOp::kSpatialRank; ++i) {
    WindowAxis &axis = axes[1 + i];
    axis.window = filter[1 + i];
    axis.stride = op.getStrides()[i];
    axis.dilation = op.getDilations()[i];
    axis.before = op.getPaddingBefore(i);
    axis.isPadded = axis.before != 0 || op.getPaddingAfter(i) != 0;
    axis.tile = tile[i];
  }
  return axes;
}

int64_t DepthwiseConv2d::getRegisters() {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(op.getFilters().getType()).getShape();
  SmallVector<Value> unknown(shape.size());
  int64_t vectors = shape[1] * shape[2] + // of the filters
                    WindowTile::countElements(getAxes(unknown, unknown));
  // Integers are extended when they are loaded.
  Type loaded = isa<IntegerType>(element) ? accumulator : element;
  int64_t bytes = vectors * width * kernel::getElementBytes(loaded) +
                  schedule.tileRows * schedule.tileColumns * width *
                      kernel::getElementBytes(accumulator);
  return bytes / 4;
}

/// Loads the filters of the vector's channels, which are neighbors in memory.
void DepthwiseConv2d::loadFilters(IndexBuilder &b) {
  Value size = b.mul(filterRows, filterColumns);
  Value first = b.mul(channel, size);
  for (int64_t i = 0, e = *getConstantIntValue(size); i < e; ++i) {
    Value loaded = b.load(filters, b.add(first, i * width), width);
    if (width == 1) {
      weights.push_back(loaded);
      continue;
    }
    auto elements = vector::ToElementsOp::create(b, loaded);
    llvm::append_range(weights, elements.getResults());
  }
}

Value DepthwiseConv2d::getWeight(IndexBuilder &b, Value row, Value column,
                                 int64_t lane) const {
  Value inFilter = b.add(b.mul(row, filterColumns), column);
  Value size = b.mul(filterRows, filterColumns);
  Value weight;
  if (isUnrolled)
    weight = weights[lane * *getConstantIntValue(size) +
                     *getConstantIntValue(inFilter)];
  else
    weight =
        b.load(filters, b.add(b.mul(b.add(channel, lane), size), inFilter));
  return convertNumber(b, b.getLoc(), weight, accumulator);
}

/// Loads the channels of a pixel of the image, which are 0 outside of it.
Elements DepthwiseConv2d::loadPixel(IndexBuilder &b, Value linear,
                                    Value exists) const {
  Value loaded = b.load(image, linear, width);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(loaded.getType()));
  loaded = b.createOrFold<arith::SelectOp>(exists, loaded, zero);
  Elements elements = {loaded};
  if (width > 1)
    elements = Elements(vector::ToElementsOp::create(b, loaded).getResults());
  for (Value &value : elements)
    value = convertNumber(b, b.getLoc(), value, accumulator);
  return elements;
}

/// Adds the products with the element of the filters in `row` and `column`.
DepthwiseConv2d::Sums DepthwiseConv2d::addProducts(IndexBuilder &b,
                                                   WindowTile &tile, Value row,
                                                   Value column, Sums sums) {
  SmallVector<Value> weight;
  for (int64_t lane = 0; lane < width; ++lane)
    weight.push_back(getWeight(b, row, column, lane));
  Value zero = b.constant(0);
  Value *sum = sums.begin();
  tile.forEachResult([&](ArrayRef<int64_t> position) {
    WindowElement pixel = tile.get(b, position, {zero, row, column, zero},
                                   [&](Value linear, Value exists) {
                                     return loadPixel(b, linear, exists);
                                   });
    for (auto [x, y] : llvm::zip_equal(pixel.values, weight)) {
      if (isa<FloatType>(accumulator))
        *sum = math::FmaOp::create(b, x, y, *sum);
      else
        *sum = arith::AddIOp::create(b, *sum, arith::MulIOp::create(b, x, y));
      ++sum;
    }
  });
  return sums;
}

DepthwiseConv2d::Sums
DepthwiseConv2d::addUnrolled(IndexBuilder &b, WindowTile &tile, Sums sums) {
  loadFilters(b);
  for (int64_t row = 0, e = *getConstantIntValue(filterRows); row < e; ++row)
    for (int64_t column = 0, f = *getConstantIntValue(filterColumns);
         column < f; ++column)
      sums = addProducts(b, tile, b.constant(row), b.constant(column),
                         std::move(sums));
  return sums;
}

DepthwiseConv2d::Sums DepthwiseConv2d::addInLoops(IndexBuilder &b,
                                                  WindowTile &tile, Sums sums) {
  Value size = b.mul(filterRows, filterColumns);
  auto loop = scf::ForOp::create(b, b.constant(0), size, b.constant(1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Division position = b.divide(loop.getInductionVar(), filterColumns);
  sums = addProducts(b, tile, position.quotient, position.remainder,
                     llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, sums);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Stores the tile's pixels of the result that exist.
void DepthwiseConv2d::store(IndexBuilder &b, const WindowTile &tile,
                            const MatmulResult &result, ArrayRef<Value> sums) {
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(op.getInit()));
  int64_t stored = std::min(width, kAccessBytes / bytes);
  tile.forEachResult([&](ArrayRef<int64_t> position) {
    b.buildIf(tile.exists(b, position), [&] {
      Value row = b.add(b.mul(tile.getFirst(0), resultRows),
                        b.add(tile.getFirst(1), position[1]));
      Value pixel = b.add(b.mul(row, resultColumns),
                          b.add(tile.getFirst(2), position[2]));
      for (int64_t lane = 0; lane < width; lane += stored)
        result.store(b, sums.slice(lane, stored), /*matrix=*/{}, pixel,
                     b.add(channel, lane));
    });
    sums = sums.drop_front(width);
  });
}

void DepthwiseConv2d::lower(IndexBuilder &h) {
  auto flatten = [&](Value buffer) {
    return getContiguousView(h, buffer, h.product(h.sizes(buffer)));
  };
  SmallVector<Value> imageSizes = h.sizes(op.getImage()),
                     filterSizes = h.sizes(op.getFilters()),
                     resultSizes = h.sizes(op.getInit());
  // What the kernel needs to know.
  SmallVector<Value> sizes = {imageSizes[1],  imageSizes[2],  filterSizes[1],
                              filterSizes[2], resultSizes[1], resultSizes[2]};
  AlignedMatmul matmul;
  matmul.op = op;
  matmul.rowSizes.assign(ArrayRef(resultSizes).drop_back());
  matmul.result = getContiguousView(
      h, op.getInit(), {h.product(matmul.rowSizes), resultSizes.back()});
  matmul.epilogueInputs = SmallVector<Value>(op.getEpilogueInputs());
  SmallVector<Value> arguments = {flatten(op.getImage()),
                                  flatten(op.getFilters())};
  unsigned firstSizeArgument = arguments.size();
  llvm::append_range(arguments, withoutConstants(sizes));
  unsigned firstResultArgument = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));

  KernelHints &hints = kernels.getHints();
  int64_t threads = hints.get(KernelHint::Workgroup, schedule.threads);
  int64_t fullWidth = kAccessBytes / kernel::getElementBytes(element);
  hints.stateAccesses(width, fullWidth,
                      schedule.tileRows * schedule.tileColumns);
  hints.state(KernelHint::Coalesced, true, "");
  hints.state(KernelHint::AsyncCopy, false,
              "each thread reads the pixels of its own windows");
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  image = kernel.argument(0);
  filters = kernel.argument(1);
  sizes = kernel.importSizes(firstSizeArgument, sizes);
  filterRows = sizes[2], filterColumns = sizes[3];
  resultRows = sizes[4], resultColumns = sizes[5];
  MatmulResult result(kernel, matmul, firstResultArgument);

  Value hostChannels = h.constant(channels);
  Value hostTiles = WindowTile::count(
      h,
      getAxes({imageSizes[0], imageSizes[1], imageSizes[2], hostChannels},
              {resultSizes[0], resultSizes[1], resultSizes[2], hostChannels}),
      width);
  Value images = b.div(result.m, b.mul(resultRows, resultColumns));
  Value numChannels = b.constant(channels);
  SmallVector<WindowAxis> axes =
      getAxes({images, sizes[0], sizes[1], numChannels},
              {images, resultRows, resultColumns, numChannels});
  Value number =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(number, WindowTile::count(b, axes, width)), [&] {
    WindowTile tile(b, axes, width, number);
    channel = tile.getFirst(3);
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accumulator));
    Sums sums(schedule.tileRows * schedule.tileColumns * width, zero);
    sums = isUnrolled ? addUnrolled(b, tile, std::move(sums))
                      : addInLoops(b, tile, std::move(sums));
    store(b, tile, result, sums);
  });
  kernel.launch(h.ceilDiv(hostTiles, threads));
}

void mlir::zyn::lowerDepthwise(KernelModules &kernels, IndexBuilder &h,
                               Conv2dOp op) {
  DepthwiseConv2d(kernels, op).lower(h);
}
