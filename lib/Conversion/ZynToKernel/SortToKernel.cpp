//===- SortToKernel.cpp - Lowers sorts to kernels -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SortKernel.h"

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"
#include "Zyn/Transforms/Buffers.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

namespace {
struct LowerSort : KernelPattern<SortOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    SortKernels sort(kernels, op);
    IndexBuilder h(op.getLoc(), rewriter);
    LineSizes sizes =
        getLineSizes(h, op.getLoc(), op->getOperands(), op.getDimension());
    sort.rows = h.mul(sizes.outer, sizes.inner);
    sort.length = sizes.length;
    SmallVector<StringRef> forms;
    h.buildIf(h.less(h.constant(0), h.mul(sort.rows, sort.length)),
              [&] { lower(h, sort, forms); });
    if (!forms.empty())
      reportForms(op, kernels.target, "SortSchedule", "sort", forms);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void lower(IndexBuilder &h, SortKernels &sort,
                    SmallVectorImpl<StringRef> &forms) {
    ContiguousRows rows(h, h.getLoc(), sort.op.getDimension());
    for (Value input : sort.op.getInputs())
      sort.inputs.push_back(rows.getInput(input));
    for (Value output : sort.op.getInits())
      sort.outputs.push_back(rows.getOutput(output));
    if (!sort.op.getComparator().empty()) {
      forms.push_back("merges of sorted tiles");
      emitSortMerges(h, sort);
      return rows.finish();
    }
    const SortSchedule &schedule = sort.schedule;
    int64_t rowItems = std::min(schedule.maxRowItems, sort.getItems());
    auto isAtMost = [&](int64_t size) {
      return h.lessEqual(sort.length, h.constant(size));
    };
    buildBranches(
        h, isAtMost(limits::warpSize),
        [&](IndexBuilder &) {
          forms.push_back("lanes of a warp for each row");
          emitSortLanes(h, sort);
        },
        [&](IndexBuilder &) {
          buildBranches(
              h, isAtMost(schedule.rowThreads * rowItems),
              [&](IndexBuilder &) {
                forms.push_back("a block for each row");
                int64_t items = rowItems;
                if (std::optional<int64_t> known =
                        getConstantIntValue(sort.length))
                  items = llvm::divideCeil(*known, schedule.rowThreads);
                emitSortBlocks(h, sort, items);
              },
              [&](IndexBuilder &) {
                forms.push_back("a sweep for each digit, with look-back");
                emitSortSweeps(h, sort);
              });
        });
    rows.finish();
  }
};
} // namespace

void mlir::zyn::populateSortToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerSort>(patterns.getContext(), kernels);
}
