//===- ScatterToKernel.cpp - Lowers scatters to kernels -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScatterKernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

ScatterKernels::ScatterKernels(IndexBuilder &h, KernelModules &kernels,
                               ScatterOp op)
    : kernels(kernels), op(op), schedule(kernels.target),
      sizes(getLineSizes(h, op.getLoc(), op.getInit(), op.getDimension())),
      count(h.product(h.sizes(op.getIndices()))) {}

Value ScatterKernels::allocate(IndexBuilder &h, Type element) {
  std::optional<int64_t> known = getConstantIntValue(count);
  temporaries.push_back(memref::AllocOp::create(
      h, MemRefType::get({known.value_or(ShapedType::kDynamic)}, element),
      known ? ValueRange() : ValueRange(count)));
  return temporaries.back();
}

Value ScatterKernels::loadIndex(IndexBuilder &b, Value buffer, Value i) {
  Value index =
      b.createOrFold<arith::IndexCastOp>(b.getIndexType(), b.load(buffer, i));
  // Negative indices are large without a sign.
  if (op.isChecked())
    kernel::AssertOp::create(b, b.less(index, length), op.getBadIndexMessage());
  return index;
}

int64_t ScatterKernels::applyHints(int64_t threads, int64_t unroll,
                                   StringRef reason) {
  KernelHints &hints = kernels.getHints();
  hints.state(KernelHint::VectorWidth, 1, reason);
  hints.state(KernelHint::UnrollFactor, unroll, reason);
  hints.state(KernelHint::AsyncCopy, false, reason);
  hints.state(KernelHint::Coalesced, getConstantIntValue(sizes.inner) != 1,
              "each element of the updates has an index of its own");
  return hints.get(KernelHint::Workgroup, threads);
}

void ScatterKernels::emit(
    IndexBuilder &h, ArrayRef<Value> buffers, int64_t unroll,
    function_ref<void(IndexBuilder &, KernelBuilder &, Update)> body) {
  int64_t threads =
      applyHints(schedule.threads, unroll,
                 "a thread combines one element with each update");
  Value hostTotal = countElements(h);
  SmallVector<Value> hostSizes = {hostTotal, count, sizes.length, sizes.inner};
  SmallVector<Value> arguments(buffers);
  llvm::append_range(arguments, withoutConstants(hostSizes));
  KernelBuilder kernel(kernels, h, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> kernelSizes =
      kernel.importSizes(buffers.size(), hostSizes);
  numbers = kernelSizes[1];
  length = kernelSizes[2];
  inner = kernelSizes[3];
  Value linear =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(linear, kernelSizes[0]), [&] {
    auto [rest, inSlice] = b.divide(linear, inner);
    Division inLine = {b.constant(0), rest};
    if (!isConstantIntValue(sizes.outer, 1))
      inLine = b.divide(rest, numbers);
    body(b, kernel, {inLine.quotient, inLine.remainder, inSlice});
  });
  kernel.launch(h.ceilDiv(hostTotal, threads));
}

void ScatterKernels::lower(IndexBuilder &h) {
  ContiguousBuffers contiguous(h, h.getLoc());
  updates = contiguous.get(op.getUpdates());
  indices = contiguous.get(op.getIndices());
  output = contiguous.getWritable(op.getInit(), /*isRead=*/true);
  // Integers are combined to the same bits in any order.
  std::optional<kernel::AtomicKind> kind;
  if (op.getUnordered() || isa<IntegerType>(getElementTypeOrSelf(updates)))
    kind = getAtomicKind(op);
  if (kind)
    emitAtomics(h, *kind);
  else
    emitSorted(h);
  for (Value temporary : temporaries)
    memref::DeallocOp::create(h, temporary);
  contiguous.finish();
}

namespace {
struct LowerScatter : KernelPattern<ScatterOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    ScatterKernels scatter(h, kernels, op);
    h.buildIf(h.less(h.constant(0), scatter.countElements(h)),
              [&] { scatter.lower(h); });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateScatterToKernelPatterns(RewritePatternSet &patterns,
                                                KernelModules &kernels) {
  patterns.add<LowerScatter>(patterns.getContext(), kernels);
}
