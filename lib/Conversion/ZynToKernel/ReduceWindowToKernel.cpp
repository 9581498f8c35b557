//===- ReduceWindowToKernel.cpp - Lowers windows to kernels ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread combines the elements of the windows of a few neighboring results,
// which overlap, and of a vector of them if windows do not extend over the
// innermost dimension. The time is that of reading and writing memory.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Schedule.h"
#include "WindowTile.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include <tuple>

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Builds the kernels of windows of arrays and results that are not empty.
class WindowKernels {
public:
  WindowKernels(IndexBuilder &h, KernelModules &kernels, ReduceWindowOp op);

  /// The initial values that are known; the others are null.
  SmallVector<TypedAttr> initialValues;

  /// Whether any result has a window with elements.
  Value hasElements(IndexBuilder &h);
  void lower(IndexBuilder &h);

private:
  /// Accumulators of all results of a tile, [result][array][lane].
  using Accumulators = SmallVector<Elements>;

  void chooseTile(int64_t width);
  /// Emits a kernel with accesses of `width` elements.
  void emit(IndexBuilder &h, int64_t width);
  /// Loads `width` elements of each array, or repeats those that are known.
  Elements load(IndexBuilder &b, ArrayRef<Value> buffers, Value linear,
                int64_t width, ArrayRef<TypedAttr> known = {});
  void store(IndexBuilder &b, ArrayRef<Value> buffers, Value linear,
             ArrayRef<Value> values);
  Elements combine(IndexBuilder &b, ArrayRef<Value> accumulators,
                   const WindowElement &element, int64_t width);
  /// Combines what all windows have at `inWindow`.
  Accumulators combineAll(IndexBuilder &b, WindowTile &tile,
                          ArrayRef<Value> inputs, ArrayRef<Value> inWindow,
                          Accumulators accumulators, int64_t width);
  /// Combines the elements of windows, of which `inWindow` are the indices of
  /// the first axes.
  Accumulators combineWindows(IndexBuilder &b, WindowTile &tile,
                              ArrayRef<Value> inputs,
                              SmallVector<Value> inWindow,
                              Accumulators accumulators, int64_t width);

  KernelModules &kernels;
  KernelHints &hints;
  ReduceWindowOp op;
  unsigned count; ///< number of arrays
  SmallVector<Type> accumulatorTypes;
  SmallVector<WindowAxis> axes;
  WindowSchedule schedule;
  bool isUnrolled; ///< over the elements of windows
  int64_t fullWidth = 1;
  SmallVector<Value> inputs, outputs;
};

} // namespace

/// Returns a size that is known from the type of any of `buffers`, or that of
/// the first one.
static Value getSize(IndexBuilder &h, ValueRange buffers, int64_t dim) {
  for (Value buffer : buffers)
    if (!cast<MemRefType>(buffer.getType()).isDynamicDim(dim))
      return h.size(buffer, dim);
  return h.size(buffers[0], dim);
}

WindowKernels::WindowKernels(IndexBuilder &h, KernelModules &kernels,
                             ReduceWindowOp op)
    : initialValues(op.getInits().size()), kernels(kernels),
      hints(kernels.getHints()), op(op), count(op.getInputs().size()),
      accumulatorTypes(op.getAccumulatorTypes()) {
  hints.stateType(KernelType::Reduce);
  bool wasPointwise = false;
  for (int64_t dim = 0; dim < op.getRank(); ++dim) {
    WindowAxis axis;
    axis.size = getSize(h, op.getInputs(), dim);
    axis.results = getSize(h, op.getInits(), dim);
    axis.window = op.getWindow()[dim];
    axis.stride = op.getStride(dim);
    axis.dilation = op.getDilation(dim);
    axis.before = op.getPaddingBefore(dim);
    axis.isPadded = axis.before != 0 || op.getPaddingAfter(dim) != 0;
    bool isPointwise = op.isPointwise(dim);
    if (isPointwise && wasPointwise) {
      axes.back().size = h.mul(axes.back().size, axis.size);
      axes.back().results = h.mul(axes.back().results, axis.results);
    } else {
      axes.push_back(axis);
    }
    wasPointwise = isPointwise;
  }
}

Value WindowKernels::hasElements(IndexBuilder &h) {
  SmallVector<Value> sizes;
  for (const WindowAxis &axis : axes)
    sizes.append({axis.size, axis.results});
  return h.less(h.constant(0), h.product(sizes));
}

/// Chooses how many neighboring results a thread computes. They are not those
/// of the innermost dimension, along which threads access neighbors.
void WindowKernels::chooseTile(int64_t width) {
  // Another width may have another tile.
  for (WindowAxis &axis : axes)
    axis.tile = 1;
  isUnrolled = WindowTile::countElements(axes) <= schedule.maxUnrolled;
  auto end = std::prev(axes.end());
  auto overlaps = std::find_if(
      std::make_reverse_iterator(end), axes.rend(),
      [](const WindowAxis &axis) { return axis.window > axis.stride; });
  if (!isUnrolled || overlaps == axes.rend())
    return;
  int64_t bytes = 0;
  for (Type type : accumulatorTypes)
    bytes += kernel::getElementBytes(type) * width;
  for (int64_t tile = schedule.tile; tile > 1; tile /= 2) {
    overlaps->tile = tile;
    if ((WindowTile::countElements(axes) + tile) * bytes <=
        schedule.maxRegisters * 4)
      return;
  }
  overlaps->tile = 1;
}

Elements WindowKernels::load(IndexBuilder &b, ArrayRef<Value> buffers,
                             Value linear, int64_t width,
                             ArrayRef<TypedAttr> known) {
  Elements values;
  for (auto [i, buffer, type] : llvm::enumerate(buffers, accumulatorTypes)) {
    Elements lanes;
    if (!known.empty() && known[i])
      lanes.assign(width, arith::ConstantOp::create(b, known[i]));
    else
      lanes.push_back(b.load(buffer, linear, width));
    if (lanes.size() != static_cast<size_t>(width))
      lanes = Elements(vector::ToElementsOp::create(b, lanes[0]).getResults());
    for (Value lane : lanes)
      values.push_back(convertScalarToDtype(b, b.getLoc(), lane, type,
                                            /*isUnsignedCast=*/false));
  }
  return values;
}

void WindowKernels::store(IndexBuilder &b, ArrayRef<Value> buffers,
                          Value linear, ArrayRef<Value> values) {
  size_t width = values.size() / count;
  for (Value buffer : buffers) {
    Type element = getElementTypeOrSelf(buffer);
    SmallVector<Value> lanes =
        llvm::map_to_vector(values.take_front(width), [&](Value value) {
          return convertScalarToDtype(b, b.getLoc(), value, element,
                                      /*isUnsignedCast=*/false);
        });
    Value stored = lanes[0];
    if (width > 1)
      stored = vector::FromElementsOp::create(
          b, VectorType::get(width, element), lanes);
    b.store(stored, buffer, linear);
    values = values.drop_front(width);
  }
}

Elements WindowKernels::combine(IndexBuilder &b, ArrayRef<Value> accumulators,
                                const WindowElement &element, int64_t width) {
  Elements result(accumulators.size());
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> arguments;
    for (ArrayRef<Value> values :
         {accumulators, ArrayRef<Value>(element.values)})
      for (unsigned i = 0; i < count; ++i)
        arguments.push_back(values[i * width + lane]);
    SmallVector<Value> combined = b.cloneBody(*op.getBlock(), arguments);
    for (unsigned i = 0; i < count; ++i)
      result[i * width + lane] = b.createOrFold<arith::SelectOp>(
          element.exists, combined[i], arguments[i]);
  }
  return result;
}

WindowKernels::Accumulators
WindowKernels::combineAll(IndexBuilder &b, WindowTile &tile,
                          ArrayRef<Value> inputs, ArrayRef<Value> inWindow,
                          Accumulators accumulators, int64_t width) {
  Elements *accumulator = accumulators.begin();
  tile.forEachResult([&](ArrayRef<int64_t> position) {
    WindowElement element =
        tile.get(b, position, inWindow, [&](Value linear, Value) {
          return load(b, inputs, linear, width);
        });
    *accumulator = combine(b, *accumulator, element, width);
    ++accumulator;
  });
  return accumulators;
}

WindowKernels::Accumulators WindowKernels::combineWindows(
    IndexBuilder &b, WindowTile &tile, ArrayRef<Value> inputs,
    SmallVector<Value> inWindow, Accumulators accumulators, int64_t width) {
  if (inWindow.size() == axes.size())
    return combineAll(b, tile, inputs, inWindow, std::move(accumulators),
                      width);
  int64_t window = axes[inWindow.size()].window;
  inWindow.emplace_back();
  if (isUnrolled || window == 1) {
    for (int64_t i = 0; i < window; ++i) {
      inWindow.back() = b.constant(i);
      accumulators = combineWindows(b, tile, inputs, inWindow,
                                    std::move(accumulators), width);
    }
    return accumulators;
  }
  // There is one result: tiles are unrolled.
  Value first = b.constant(0), end = b.constant(window);
  unsigned axis = inWindow.size() - 1;
  if (axes[axis].isPadded)
    std::tie(first, end) = tile.getElements(b, axis);
  auto loop = scf::ForOp::create(b, first, end, b.constant(1), accumulators[0]);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  inWindow.back() = loop.getInductionVar();
  accumulators = combineWindows(
      b, tile, inputs, inWindow,
      {llvm::to_vector_of<Value>(loop.getRegionIterArgs())}, width);
  scf::YieldOp::create(b, accumulators[0]);
  return {llvm::to_vector_of<Value>(loop.getResults())};
}

void WindowKernels::emit(IndexBuilder &h, int64_t width) {
  chooseTile(width);
  int64_t threads = hints.get(KernelHint::Workgroup, schedule.threads);
  int64_t results = 1;
  for (const WindowAxis &axis : axes)
    results *= axis.tile;
  hints.stateAccesses(width, fullWidth, results);
  hints.state(KernelHint::Coalesced, true, "");
  hints.state(KernelHint::AsyncCopy, false,
              "each thread reads the elements of its own windows");
  SmallVector<Value> arguments(inputs), sizes;
  llvm::append_range(arguments, outputs);
  for (const WindowAxis &axis : axes)
    sizes.append({axis.size, axis.results});
  llvm::append_range(arguments, withoutConstants(sizes));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> in = kernel.arguments(0, count),
                     out = kernel.arguments(count, count);
  SmallVector<WindowAxis> kernelAxes(axes);
  sizes = kernel.importSizes(2 * count, sizes);
  for (auto [i, axis] : llvm::enumerate(kernelAxes)) {
    axis.size = sizes[2 * i];
    axis.results = sizes[2 * i + 1];
    // The bounds of loops leave out what is in the padding.
    axis.isPadded &= isUnrolled || axis.window == 1;
  }
  Value number =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(number, WindowTile::count(b, kernelAxes, width)), [&] {
    WindowTile tile(b, kernelAxes, width, number);
    Accumulators accumulators;
    Value first;
    tile.forEachResult([&](ArrayRef<int64_t> position) {
      // Other threads may write what this one does not.
      Value linear = tile.getResult(b, position);
      first = first ? first : linear;
      linear = b.createOrFold<arith::SelectOp>(tile.exists(b, position), linear,
                                               first);
      accumulators.push_back(load(b, out, linear, width, initialValues));
    });
    accumulators = combineWindows(b, tile, in, /*inWindow=*/{},
                                  std::move(accumulators), width);
    const Elements *accumulator = accumulators.begin();
    tile.forEachResult([&](ArrayRef<int64_t> position) {
      b.buildIf(tile.exists(b, position), [&] {
        store(b, out, tile.getResult(b, position), *accumulator);
      });
      ++accumulator;
    });
  });
  kernel.launch(h.ceilDiv(WindowTile::count(h, axes, width), threads));
}

void WindowKernels::lower(IndexBuilder &h) {
  ContiguousBuffers contiguous(h, h.getLoc());
  for (Value input : op.getInputs())
    inputs.push_back(contiguous.get(input));
  for (auto [init, known] : llvm::zip_equal(op.getInits(), initialValues))
    outputs.push_back(contiguous.getWritable(init, /*isRead=*/!known));
  const WindowAxis &last = axes.back();
  int64_t widest = kAccessBytes;
  bool isVector = op.isPointwise(op.getRank() - 1);
  for (auto [input, type] : llvm::zip_equal(inputs, accumulatorTypes)) {
    int64_t bits = getVectorizableBits(getElementTypeOrSelf(input));
    isVector &= bits != 0;
    if (isVector)
      widest = std::min(
          {widest, kAccessBytes * 8 / bits,
           schedule.maxAccumulatorBytes / kernel::getElementBytes(type)});
  }
  if (isVector)
    fullWidth = std::min(widest, hints.get(KernelHint::VectorWidth, widest));
  int64_t width = fullWidth;
  if (std::optional<int64_t> known = getConstantIntValue(last.results))
    width = std::min(width, *known & -*known);
  auto emitAligned = [&](int64_t accessWidth) {
    return [this, accessWidth](IndexBuilder &builder) {
      emit(builder, accessWidth);
    };
  };
  buildBranches(h, h.equal(h.rem(last.results, width), h.constant(0)),
                emitAligned(width), emitAligned(1));
  contiguous.finish();
}

namespace {
struct LowerReduceWindow : KernelPattern<ReduceWindowOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ReduceWindowOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    WindowKernels windows(h, kernels, op);
    llvm::SetVector<Operation *> initializations;
    for (unsigned i = 0; i < op.getInits().size(); ++i)
      if (MapOp map = findInitialization(op, i, windows.initialValues[i]))
        initializations.insert(map);
    buildBranches(
        h, windows.hasElements(h),
        [&](IndexBuilder &builder) { windows.lower(builder); },
        [&](IndexBuilder &builder) {
          for (Operation *map : initializations)
            builder.clone(*map);
        });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateReduceWindowToKernelPatterns(
    RewritePatternSet &patterns, KernelModules &kernels) {
  patterns.add<LowerReduceWindow>(patterns.getContext(), kernels);
}
