//===- ComputeToKernel.cpp - Lowers loop nests to kernels -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread computes one point, or as many as `unroll_factor`. Threads along
// x are neighbors along the innermost dimension of the first destination, so
// that they store neighboring elements. A block is a part of a linear index of
// the iteration space, unless a workgroup with several dimensions is asked for:
// then, it is a tile along the innermost loops.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "Patterns.h"
#include "Schedule.h"

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

class ComputeKernels {
public:
  ComputeKernels(IndexBuilder &h, KernelModules &kernels, ComputeOp op)
      : kernels(kernels), hints(kernels.getHints()), op(op),
        sizes(h.sizes(op.getInits()[0])) {}

  void lower(IndexBuilder &h);

private:
  /// Emits a kernel whose blocks are of `size`.
  void emit(IndexBuilder &h, ArrayRef<int64_t> size);
  void stateHints();
  /// Returns the number of blocks along each dimension of the iteration space,
  /// or along its linear index.
  SmallVector<Value> countBlocks(IndexBuilder &b, ArrayRef<Value> points);
  /// Returns how many threads of a block are along a dimension of `rank`.
  int64_t getThreads(size_t dim, size_t rank) const {
    size_t fromInnermost = rank - 1 - dim;
    return fromInnermost < block.size() ? block[fromInnermost] : 1;
  }
  /// Computes the points of a thread: `point` in the space of tiles and the
  /// next ones along its innermost dimension.
  void computePoints(KernelBuilder &kernel, SmallVector<Value> point,
                     ArrayRef<Value> points);
  /// Computes the point at `indices` of the first destination.
  void computePoint(KernelBuilder &kernel, ArrayRef<Value> indices);

  KernelModules &kernels;
  KernelHints &hints;
  ComputeOp op;
  ComputeSchedule schedule;
  /// The sizes of the first destination, in host code and in the kernel.
  SmallVector<Value> sizes, kernelSizes;
  SmallVector<int64_t, 3> block;
  bool isTiled = false;
};

} // namespace

void ComputeKernels::stateHints() {
  hints.state(KernelHint::VectorWidth, 1,
              "the body reads and computes single elements");
  hints.state(KernelHint::UnrollFactor, schedule.unroll,
              "the schedule determines it");
  hints.ignore(KernelHint::Coalesced,
               "the body determines which elements neighboring threads read");
  hints.state(KernelHint::AsyncCopy, false,
              "each element is read by the thread that uses it");
}

SmallVector<Value> ComputeKernels::countBlocks(IndexBuilder &b,
                                               ArrayRef<Value> points) {
  SmallVector<Value> blocks;
  for (auto [dim, count] : llvm::enumerate(points)) {
    int64_t perBlock = getThreads(dim, points.size());
    if (dim + 1 == points.size())
      perBlock *= schedule.unroll;
    blocks.push_back(b.ceilDiv(count, perBlock));
  }
  return blocks;
}

void ComputeKernels::computePoint(KernelBuilder &kernel,
                                  ArrayRef<Value> indices) {
  IndexBuilder &b = kernel.device();
  unsigned numInputs = op.getInputs().size();
  SmallVector<Value> point =
      applyPermutationMap(inversePermutation(op.getDestinationMap(0)), indices);
  SmallVector<Value> elements =
      b.cloneBody(op, kernel.arguments(0, numInputs), point);
  for (auto [i, element] : llvm::enumerate(elements))
    b.store(element, kernel.argument(numInputs + i),
            applyPermutationMap(op.getDestinationMap(i), ArrayRef(point)));
}

void ComputeKernels::computePoints(KernelBuilder &kernel,
                                   SmallVector<Value> point,
                                   ArrayRef<Value> points) {
  IndexBuilder &b = kernel.device();
  Value first = point.back();
  for (int64_t u = 0; u < schedule.unroll; ++u) {
    point.back() = b.add(first, u * block[0]);
    b.buildIf(b.less(point.back(), points.back()), [&] {
      computePoint(kernel,
                   isTiled ? point : b.delinearize(point.back(), kernelSizes));
    });
  }
}

void ComputeKernels::emit(IndexBuilder &h, ArrayRef<int64_t> size) {
  // As many dimensions as have several threads.
  size_t dims = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
  isTiled = dims > 1 && sizes.size() >= dims;
  block.assign(size.begin(), size.end());
  if (!isTiled)
    block = {size[0] * size[1] * size[2], 1, 1};
  stateHints();
  SmallVector<Value> arguments(op->getOperands());
  llvm::append_range(arguments, withoutConstants(sizes));
  KernelBuilder kernel(kernels, h, op, block, arguments);
  IndexBuilder &b = kernel.device();
  kernelSizes = kernel.importSizes(op->getNumOperands(), sizes);

  auto getPoints = [&](IndexBuilder &builder, ArrayRef<Value> all) {
    return isTiled ? SmallVector<Value>(all)
                   : SmallVector<Value>{builder.product(all)};
  };
  SmallVector<Value> points = getPoints(b, kernelSizes);
  SmallVector<Value> point = b.delinearize(b.blockId(), countBlocks(b, points));
  constexpr kernel::Dimension dimensions[] = {
      kernel::Dimension::x, kernel::Dimension::y, kernel::Dimension::z};
  Value isInside = arith::ConstantIntOp::create(b, 1, 1);
  for (auto [dim, index] : llvm::enumerate(point)) {
    bool isInnermost = dim + 1 == point.size();
    int64_t threads = getThreads(dim, point.size());
    index = b.mul(index, isInnermost ? threads * schedule.unroll : threads);
    if (threads > 1)
      index = b.add(index, b.threadId(dimensions[point.size() - 1 - dim]));
    if (!isInnermost && threads > 1)
      isInside = b.land(isInside, b.less(index, points[dim]));
  }
  b.buildIf(isInside, [&] { computePoints(kernel, point, points); });
  kernel.launch(h.product(countBlocks(h, getPoints(h, sizes))));
}

void ComputeKernels::lower(IndexBuilder &h) {
  schedule.unroll = hints.get(KernelHint::UnrollFactor, schedule.unroll);
  if (hints.get(KernelHint::Workgroup, 0) || sizes.size() < 2 ||
      !hasSequentialLoops(op))
    return emit(h, hints.getBlock({schedule.threads, 1, 1}));
  buildBranches(
      h, h.lessEqual(h.constant(schedule.tileColumns), sizes.back()),
      [&](IndexBuilder &builder) {
        emit(builder, {schedule.tileColumns, schedule.tileRows, 1});
      },
      [&](IndexBuilder &builder) { emit(builder, {schedule.threads, 1, 1}); });
}

namespace {
struct LowerCompute : KernelPattern<ComputeOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    ComputeKernels compute(h, kernels, op);
    h.buildIf(h.less(h.constant(0), h.product(h.sizes(op.getInits()[0]))),
              [&] { compute.lower(h); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateComputeToKernelPatterns(RewritePatternSet &patterns,
                                                KernelModules &kernels) {
  patterns.add<LowerCompute>(patterns.getContext(), kernels);
}
