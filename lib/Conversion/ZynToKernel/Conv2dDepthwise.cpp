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

  /// Registers of what a thread has if it loads all pixels of its tile at once:
  /// these, the filters and the sums.
  int64_t getRegisters();
  void loadFilters(IndexBuilder &b);
  Value getWeight(IndexBuilder &b, Value row, Value column, int64_t lane) const;
  SmallVector<Value> loadPixel(IndexBuilder &b, Value row, Value column) const;
  Sums addProducts(IndexBuilder &b, Value row, Value column, Sums sums);
  Sums addUnrolled(IndexBuilder &b, Sums sums);
  Sums addInLoops(IndexBuilder &b, Sums sums);
  void store(IndexBuilder &b, const MatmulResult &result, ArrayRef<Value> sums);

  KernelModules &kernels;
  Conv2dOp op;
  DepthwiseSchedule schedule;
  Type element, accumulator;
  int64_t channels, width;
  bool isUnrolled; ///< over the elements of filters

  // Values of the kernel.
  Value image, filters; ///< linear
  Value imageRows, imageColumns, filterRows, filterColumns, resultRows,
      resultColumns;
  Value number; ///< of the image
  /// The first pixel of the tile in the result, and of its window in the image.
  Value resultRow, resultColumn, firstRow, firstColumn;
  Value channel;              ///< first one of the vector
  SmallVector<Value> weights; ///< all of the vector's, if unrolled
  /// The pixels of the image that were loaded, by their position in the tile.
  std::map<std::pair<int64_t, int64_t>, SmallVector<Value>> pixels;
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

int64_t DepthwiseConv2d::getRegisters() {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(op.getFilters().getType()).getShape();
  int64_t tile[] = {schedule.tileRows, schedule.tileColumns};
  int64_t vectors = shape[1] * shape[2]; // of the filters
  int64_t pixels = 1;
  for (unsigned i = 0; i < Conv2dOp::kSpatialRank; ++i)
    pixels *= (tile[i] - 1) * op.getStrides()[i] +
              (shape[1 + i] - 1) * op.getDilations()[i] + 1;
  vectors += pixels;
  // Integers are extended when they are loaded.
  Type loaded = isa<IntegerType>(element) ? accumulator : element;
  int64_t bytes =
      vectors * width * kernel::getElementBytes(loaded) +
      tile[0] * tile[1] * width * kernel::getElementBytes(accumulator);
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
SmallVector<Value> DepthwiseConv2d::loadPixel(IndexBuilder &b, Value row,
                                              Value column) const {
  // Negative numbers are large without a sign.
  Value exists = b.land(b.less(row, imageRows), b.less(column, imageColumns));
  Value pixel =
      b.add(b.mul(b.add(b.mul(number, imageRows), row), imageColumns), column);
  Value offset = b.createOrFold<arith::SelectOp>(
      exists, b.add(b.mul(pixel, channels), channel), b.constant(0));
  Value loaded = b.load(image, offset, width);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(loaded.getType()));
  loaded = arith::SelectOp::create(b, exists, loaded, zero);
  if (width == 1)
    return {convertNumber(b, b.getLoc(), loaded, accumulator)};
  auto elements = vector::ToElementsOp::create(b, loaded);
  return llvm::map_to_vector(elements.getResults(), [&](Value value) {
    return convertNumber(b, b.getLoc(), value, accumulator);
  });
}

/// Adds the products with the element of the filters in `row` and `column`.
DepthwiseConv2d::Sums DepthwiseConv2d::addProducts(IndexBuilder &b, Value row,
                                                   Value column, Sums sums) {
  Value rowOffset = b.mul(row, op.getDilations()[0]);
  Value columnOffset = b.mul(column, op.getDilations()[1]);
  SmallVector<Value> weight;
  for (int64_t lane = 0; lane < width; ++lane)
    weight.push_back(getWeight(b, row, column, lane));
  Value *sum = sums.begin();
  for (int64_t i = 0; i < schedule.tileRows; ++i)
    for (int64_t j = 0; j < schedule.tileColumns; ++j) {
      Value inRow = b.add(rowOffset, i * op.getStrides()[0]);
      Value inColumn = b.add(columnOffset, j * op.getStrides()[1]);
      auto load = [&] {
        return loadPixel(b, b.add(firstRow, inRow),
                         b.add(firstColumn, inColumn));
      };
      SmallVector<Value> pixel;
      if (isUnrolled) {
        SmallVector<Value> &loaded = pixels[{*getConstantIntValue(inRow),
                                             *getConstantIntValue(inColumn)}];
        if (loaded.empty())
          loaded = load();
        pixel = loaded;
      } else {
        pixel = load();
      }
      for (auto [x, y] : llvm::zip_equal(pixel, weight)) {
        if (isa<FloatType>(accumulator))
          *sum = math::FmaOp::create(b, x, y, *sum);
        else
          *sum = arith::AddIOp::create(b, *sum, arith::MulIOp::create(b, x, y));
        ++sum;
      }
    }
  return sums;
}

DepthwiseConv2d::Sums DepthwiseConv2d::addUnrolled(IndexBuilder &b, Sums sums) {
  loadFilters(b);
  for (int64_t row = 0, e = *getConstantIntValue(filterRows); row < e; ++row)
    for (int64_t column = 0, f = *getConstantIntValue(filterColumns);
         column < f; ++column)
      sums =
          addProducts(b, b.constant(row), b.constant(column), std::move(sums));
  return sums;
}

DepthwiseConv2d::Sums DepthwiseConv2d::addInLoops(IndexBuilder &b, Sums sums) {
  Value size = b.mul(filterRows, filterColumns);
  auto loop = scf::ForOp::create(b, b.constant(0), size, b.constant(1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Division position = b.divide(loop.getInductionVar(), filterColumns);
  sums = addProducts(b, position.quotient, position.remainder,
                     llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
  scf::YieldOp::create(b, sums);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Stores the tile's pixels of the result that exist.
void DepthwiseConv2d::store(IndexBuilder &b, const MatmulResult &result,
                            ArrayRef<Value> sums) {
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(op.getInit()));
  int64_t stored = std::min(width, kAccessBytes / bytes);
  for (int64_t i = 0; i < schedule.tileRows; ++i)
    for (int64_t j = 0; j < schedule.tileColumns; ++j) {
      Value row = b.add(resultRow, i), column = b.add(resultColumn, j);
      Value exists =
          b.land(b.less(row, resultRows), b.less(column, resultColumns));
      b.buildIf(exists, [&] {
        Value pixel =
            b.add(b.mul(b.add(b.mul(number, resultRows), row), resultColumns),
                  column);
        for (int64_t lane = 0; lane < width; lane += stored)
          result.store(b, sums.slice(lane, stored), /*matrix=*/{}, pixel,
                       b.add(channel, lane));
      });
      sums = sums.drop_front(width);
    }
}

void DepthwiseConv2d::lower(IndexBuilder &h) {
  auto flatten = [&](Value buffer) {
    return getContiguousView(h, buffer, h.product(h.sizes(buffer)));
  };
  SmallVector<Value> imageSizes = h.sizes(op.getImage()),
                     filterSizes = h.sizes(op.getFilters()),
                     resultSizes = h.sizes(op.getInit());
  // What the kernel needs to know, in the order of its members.
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
  imageRows = sizes[0], imageColumns = sizes[1];
  filterRows = sizes[2], filterColumns = sizes[3];
  resultRows = sizes[4], resultColumns = sizes[5];
  MatmulResult result(kernel, matmul, firstResultArgument);

  auto countTiles = [&](IndexBuilder &builder, Value rows, Value columns) {
    return SmallVector<Value>{builder.ceilDiv(rows, schedule.tileRows),
                              builder.ceilDiv(columns, schedule.tileColumns),
                              builder.constant(channels / width)};
  };
  SmallVector<Value> tiles = countTiles(b, resultRows, resultColumns);
  Value linear =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  Value count = b.product(tiles);
  number = b.div(linear, count);
  SmallVector<Value> at = b.delinearize(b.rem(linear, count), tiles);
  Value images = b.div(result.m, b.mul(resultRows, resultColumns));
  b.buildIf(b.less(number, images), [&] {
    resultRow = b.mul(at[0], schedule.tileRows);
    resultColumn = b.mul(at[1], schedule.tileColumns);
    channel = b.mul(at[2], width);
    firstRow = b.sub(b.mul(resultRow, op.getStrides()[0]),
                     b.constant(op.getPaddingBefore(0)));
    firstColumn = b.sub(b.mul(resultColumn, op.getStrides()[1]),
                        b.constant(op.getPaddingBefore(1)));
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accumulator));
    Sums sums(schedule.tileRows * schedule.tileColumns * width, zero);
    sums = isUnrolled ? addUnrolled(b, std::move(sums))
                      : addInLoops(b, std::move(sums));
    store(b, result, sums);
  });
  Value work = h.mul(resultSizes[0],
                     h.product(countTiles(h, resultSizes[1], resultSizes[2])));
  kernel.launch(h.ceilDiv(work, threads));
}

void mlir::zyn::lowerDepthwise(KernelModules &kernels, IndexBuilder &h,
                               Conv2dOp op) {
  DepthwiseConv2d(kernels, op).lower(h);
}
