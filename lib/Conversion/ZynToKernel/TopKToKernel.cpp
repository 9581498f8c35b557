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
#include "mlir/Dialect/Utils/StaticValueUtils.h"

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
    h.buildIf(h.less(h.constant(0),
                     h.product({topk.rows, topk.selected, topk.length})),
              [&] { lower(h, topk, forms); });
    if (!forms.empty())
      reportForms(op, kernels.target, "TopKSchedule", "selection", forms);
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

  /// Selects candidates in the order of their indices, and sorts them.
  static void lowerLongRows(IndexBuilder &h, TopKKernels topk,
                            SmallVectorImpl<StringRef> &forms) {
    const TopKSchedule &schedule = topk.schedule;
    auto isAtMost = [&](int64_t threads, int64_t steps) {
      return h.lessEqual(topk.length,
                         h.constant(threads * schedule.unroll * steps));
    };
    auto emitRows = [&](int64_t threads) {
      forms.push_back("a block for each row");
      Value isFew = h.lessEqual(topk.selected, h.constant(schedule.fewResults));
      Value candidates =
          h.createOrFold<arith::SelectOp>(isFew, h.constant(limits::warpSize),
                                          h.constant(schedule.shortThreads));
      select(h, topk, candidates,
             [&](TopKKernels &rows) { emitTopKRows(h, rows, threads); });
    };
    buildBranches(
        h, isAtMost(schedule.shortThreads, schedule.shortSteps),
        [&](IndexBuilder &) { emitRows(schedule.shortThreads); },
        [&](IndexBuilder &) {
          // The result is known if one of the comparisons is known to be true.
          Value isWhole = h.createOrFold<arith::OrIOp>(
              isAtMost(schedule.longThreads, schedule.longSteps),
              h.lessEqual(h.constant(schedule.minRows), topk.rows));
          buildBranches(
              h, isWhole,
              [&](IndexBuilder &) { emitRows(schedule.longThreads); },
              [&](IndexBuilder &) {
                forms.push_back("several blocks for each row");
                int64_t steps =
                    std::min(schedule.unroll, schedule.candidateSteps);
                select(h, topk, h.constant(schedule.shortThreads * steps),
                       [&](TopKKernels &rows) { emitTopKBlocks(h, rows); });
              });
        });
  }

  /// Builds a selection of at least as many elements as are wanted, and up to
  /// `maxCandidates`, and the sort of these.
  static void select(IndexBuilder &h, TopKKernels topk, Value maxCandidates,
                     function_ref<void(TopKKernels &)> emit) {
    Value outputs[] = {topk.values, topk.indices};
    topk.capacity = h.max(topk.selected, h.min(topk.length, maxCandidates));
    Value count = h.mul(topk.rows, topk.capacity);
    auto allocate = [&](Value like) {
      return allocateBuffer(h, count,
                            cast<MemRefType>(like.getType()).getElementType());
    };
    auto view = [&](Value buffer, Value length) {
      return viewRows(h, h.getLoc(), buffer, topk.rows, length);
    };
    SmallVector<Value> candidates = {allocate(outputs[0]),
                                     allocate(outputs[1])};
    topk.values = candidates[0];
    topk.indices = candidates[1];
    // Without room for other candidates, all of them are results.
    std::optional<int64_t> isExact =
        getConstantIntValue(h.equal(topk.capacity, topk.selected));
    bool hasOthers = !isExact || !*isExact;
    if (hasOthers)
      fillWithLast(h, topk);
    emit(topk);
    SmallVector<Value> sorted(outputs, outputs + 2);
    if (hasOthers)
      sorted = {allocate(outputs[0]), allocate(outputs[1])};
    auto sort = SortOp::create(h, TypeRange(),
                               ValueRange{view(candidates[0], topk.capacity),
                                          view(candidates[1], topk.capacity)},
                               ValueRange{view(sorted[0], topk.capacity),
                                          view(sorted[1], topk.capacity)},
                               /*dimension=*/1);
    sort.setDescending(!topk.op.getSmallest());
    if (hasOthers)
      for (auto [rows, output] : llvm::zip(sorted, outputs)) {
        copyFirst(h, topk, view(rows, topk.capacity),
                  view(output, topk.selected));
        memref::DeallocOp::create(h, rows);
      }
    for (Value candidate : candidates)
      memref::DeallocOp::create(h, candidate);
  }

  /// Sets all candidates to keys that no other one comes after.
  static void fillWithLast(IndexBuilder &h, TopKKernels &topk) {
    auto map =
        MapOp::create(h, TypeRange(), ValueRange(),
                      ValueRange{topk.values, topk.indices}, ArrayAttr());
    OpBuilder::InsertionGuard guard(h);
    h.createBlock(&map.getBody());
    TypedAttr last = getLastKey(topk.op.getKeyType(),
                                /*isDescending=*/!topk.op.getSmallest());
    Type index = cast<MemRefType>(topk.indices.getType()).getElementType();
    Value key = arith::ConstantOp::create(h, last);
    Value zero = arith::ConstantIntOp::create(h, index, 0);
    YieldOp::create(h, ValueRange{key, zero});
  }

  /// Copies the first elements of each row.
  static void copyFirst(IndexBuilder &h, TopKKernels &topk, Value rows,
                        Value output) {
    SmallVector<OpFoldResult> sizes =
        getAsOpFoldResult(ValueRange{topk.rows, topk.selected});
    SmallVector<OpFoldResult> offsets(2, h.getIndexAttr(0)),
        strides(2, h.getIndexAttr(1));
    Value first = memref::SubViewOp::create(h, rows, offsets, sizes, strides);
    memref::CopyOp::create(h, first, output);
  }
};
} // namespace

void mlir::zyn::populateTopKToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerTopK>(patterns.getContext(), kernels);
}
