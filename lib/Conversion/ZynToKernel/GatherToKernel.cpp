//===- GatherToKernel.cpp - Lowers gathers to kernels ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads copy vectors of neighboring elements of a slice, several of them at a
// time, so that the loads of indices and those of elements are in flight
// together.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "Patterns.h"
#include "Schedule.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Builds the kernels of a gather from contiguous arrays with at least one
/// element in the result.
class GatherKernels {
public:
  GatherKernels(IndexBuilder &h, KernelModules &kernels, GatherOp op)
      : kernels(kernels), hints(kernels.getHints()), op(op),
        element(cast<MemRefType>(op.getSource().getType()).getElementType()),
        sizes(getLineSizes(h, op.getLoc(), op.getSource(), op.getDimension())),
        count(h.product(h.sizes(op.getIndices()))) {}

  Value countElements(IndexBuilder &h) {
    return h.product({sizes.outer, count, sizes.inner});
  }
  void lower(IndexBuilder &h);

private:
  /// Emits a kernel with accesses of `width` elements.
  void emit(IndexBuilder &h, int64_t width);

  KernelModules &kernels;
  KernelHints &hints;
  GatherOp op;
  GatherSchedule schedule;
  Type element;
  LineSizes sizes;
  Value count;
  int64_t fullWidth = 1;
  Value source, indices, output;
};

} // namespace

void GatherKernels::emit(IndexBuilder &h, int64_t width) {
  int64_t threads = hints.get(KernelHint::Workgroup, schedule.threads);
  int64_t unroll = hints.get(KernelHint::UnrollFactor, schedule.unroll);
  hints.stateAccesses(width, fullWidth, unroll);
  hints.state(KernelHint::Coalesced, getConstantIntValue(sizes.inner) != 1,
              "each element of the source is at an index of its own");
  hints.state(KernelHint::AsyncCopy, false,
              "each element is read once, by the thread that uses it");
  Value hostVectors = h.div(sizes.inner, width);
  Value hostTotal = h.product({sizes.outer, count, hostVectors});
  SmallVector<Value> hostSizes = {hostTotal, sizes.length, count, hostVectors};
  SmallVector<Value> arguments = {source, indices, output};
  unsigned firstSize = arguments.size();
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> kernelSizes = kernel.importSizes(firstSize, hostSizes);
  Value total = kernelSizes[0], length = kernelSizes[1],
        inLine = kernelSizes[2], vectors = kernelSizes[3];

  Value first = b.add(b.mul(b.blockId(), threads * unroll),
                      b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(first, total), [&] {
    Value isValid;
    SmallVector<Value> numbers, slices, columns;
    for (int64_t u = 0; u < unroll; ++u) {
      numbers.push_back(b.add(first, u * threads));
      // The destination may be the buffer of the indices: a thread only loads
      // those that no other one overwrites.
      Value number = b.createOrFold<arith::SelectOp>(b.less(numbers[u], total),
                                                     numbers[u], first);
      auto [slice, column] = b.divide(number, vectors);
      Division inSource = {b.constant(0), slice};
      if (!isConstantIntValue(sizes.outer, 1))
        inSource = b.divide(slice, inLine);
      Value index = b.createOrFold<arith::IndexCastOp>(
          b.getIndexType(), b.load(kernel.argument(1), inSource.remainder));
      // Negative indices are large without a sign.
      Value isInside = b.less(index, length);
      isValid = isValid ? b.land(isValid, isInside) : isInside;
      slices.push_back(b.add(b.mul(inSource.quotient, length), index));
      columns.push_back(column);
    }
    if (op.isChecked())
      kernel::AssertOp::create(b, isValid, op.getBadIndexMessage());
    SmallVector<Value> loaded;
    for (auto [slice, column] : llvm::zip_equal(slices, columns)) {
      Value vector = b.add(b.mul(slice, vectors), column);
      loaded.push_back(b.load(kernel.argument(0), b.mul(vector, width), width));
    }
    for (int64_t u = 0; u < unroll; ++u)
      b.buildIf(b.less(numbers[u], total), [&] {
        b.store(loaded[u], kernel.argument(2), b.mul(numbers[u], width));
      });
  });
  kernel.launch(h.ceilDiv(hostTotal, threads * unroll));
}

void GatherKernels::lower(IndexBuilder &h) {
  ContiguousBuffers contiguous(h, h.getLoc());
  source = contiguous.get(op.getSource());
  indices = contiguous.get(op.getIndices());
  output = contiguous.getWritable(op.getInit(), /*isRead=*/false);
  if (int64_t bits = getVectorizableBits(element))
    fullWidth = std::min(kAccessBytes * 8 / bits,
                         hints.get(KernelHint::VectorWidth, kAccessBytes));
  int64_t width = fullWidth;
  if (std::optional<int64_t> known = getConstantIntValue(sizes.inner))
    width = std::min(width, *known & -*known);
  auto emitAligned = [&](int64_t accessWidth) {
    return [this, accessWidth](IndexBuilder &builder) {
      emit(builder, accessWidth);
    };
  };
  buildBranches(h, h.equal(h.rem(sizes.inner, width), h.constant(0)),
                emitAligned(width), emitAligned(1));
  contiguous.finish();
}

namespace {
struct LowerGather : KernelPattern<GatherOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    GatherKernels gather(h, kernels, op);
    h.buildIf(h.less(h.constant(0), gather.countElements(h)),
              [&] { gather.lower(h); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateGatherToKernelPatterns(RewritePatternSet &patterns,
                                               KernelModules &kernels) {
  patterns.add<LowerGather>(patterns.getContext(), kernels);
}
