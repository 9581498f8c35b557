//===- TopKToKernel.cpp - Lowers topk to kernels --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TopKKernel.h"

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"
#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {
struct LowerTopK : KernelPattern<TopKOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(TopKOp op,
                                PatternRewriter &rewriter) const override {
    TopKKernels topk(kernels, op);
    Location loc = op.getLoc();
    IndexBuilder h(loc, rewriter);
    int64_t dimension = op.getDimension();
    LineSizes sizes = getLineSizes(h, loc, op.getInits(), dimension);
    topk.rows = h.mul(sizes.outer, sizes.inner);
    topk.selected = sizes.length;
    topk.length = getLineSizes(h, loc, op.getInput(), dimension).length;
    SmallVector<StringRef> forms;
    h.buildIf(h.less(h.constant(0), h.mul(topk.rows, topk.selected)),
              [&] { lower(h, topk, forms); });
    if (!forms.empty())
      reportForms(op, "TopKSchedule", "selection", forms);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void lower(IndexBuilder &h, TopKKernels &topk,
                    SmallVectorImpl<StringRef> &forms) {
    TopKOp op = topk.op;
    ContiguousRows rows(h, h.getLoc(), op.getDimension());
    topk.input = rows.getInput(op.getInput());
    topk.values = rows.getOutput(op.getValues());
    topk.indices = rows.getOutput(op.getIndices());
    buildBranches(
        h, h.lessEqual(topk.length, h.constant(limits::warpSize)),
        [&](IndexBuilder &) {
          forms.push_back("lanes of a warp for each row");
          emitTopKLanes(h, topk);
        },
        [&](IndexBuilder &) { lowerLongRows(h, topk, forms); });
    rows.finish();
  }

  /// Selects elements in the order of their indices, and sorts them.
  static void lowerLongRows(IndexBuilder &h, TopKKernels topk,
                            SmallVectorImpl<StringRef> &forms) {
    Value outputs[] = {topk.values, topk.indices};
    Value count = h.mul(topk.rows, topk.selected);
    auto allocate = [&](Value output) {
      return allocateBuffer(
          h, count, cast<MemRefType>(output.getType()).getElementType());
    };
    topk.values = allocate(outputs[0]);
    topk.indices = allocate(outputs[1]);
    select(h, topk, forms);
    auto view = [&](Value buffer) {
      return viewRows(h, h.getLoc(), buffer, topk.rows, topk.selected);
    };
    auto sort = SortOp::create(
        h, TypeRange(), ValueRange{view(topk.values), view(topk.indices)},
        ValueRange{view(outputs[0]), view(outputs[1])}, /*dimension=*/1);
    sort.setDescending(!topk.op.getSmallest());
    memref::DeallocOp::create(h, topk.values);
    memref::DeallocOp::create(h, topk.indices);
  }

  static void select(IndexBuilder &h, TopKKernels &topk,
                     SmallVectorImpl<StringRef> &forms) {
    const TopKSchedule &schedule = topk.schedule;
    auto isAtMost = [&](int64_t threads, int64_t steps) {
      return h.lessEqual(topk.length,
                         h.constant(threads * schedule.unroll * steps));
    };
    auto emitRows = [&](int64_t threads) {
      forms.push_back("a block for each row");
      emitTopKRows(h, topk, threads);
    };
    buildBranches(
        h, isAtMost(schedule.shortThreads, schedule.shortSteps),
        [&](IndexBuilder &) { emitRows(schedule.shortThreads); },
        [&](IndexBuilder &) {
          // Either comparison folds if what it compares is known.
          Value isWhole = h.createOrFold<arith::OrIOp>(
              isAtMost(schedule.longThreads, schedule.longSteps),
              h.lessEqual(h.constant(schedule.minRows), topk.rows));
          buildBranches(
              h, isWhole,
              [&](IndexBuilder &) { emitRows(schedule.longThreads); },
              [&](IndexBuilder &) {
                forms.push_back("several blocks for each row");
                emitTopKBlocks(h, topk);
              });
        });
  }
};
} // namespace

void mlir::zyn::populateTopKToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerTopK>(patterns.getContext(), kernels);
}
