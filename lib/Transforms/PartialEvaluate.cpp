//===- PartialEvaluate.cpp - Partial evaluation of regions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "Zyn/Transforms/KnownWordsAnalysis.h"
#include "Zyn/Transforms/PartialEvaluation.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPARTIALEVALUATE
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Merges each block into its only predecessor if that always jumps to it.
static void mergeStraightLines(RewriterBase &rewriter, Region &region) {
  for (Block &block :
       llvm::make_early_inc_range(llvm::drop_begin(region.getBlocks()))) {
    Block *predecessor = block.getSinglePredecessor();
    if (!predecessor || predecessor == &block)
      continue;
    auto jump =
        dyn_cast<PartiallyEvaluableOpInterface>(predecessor->getTerminator());
    if (!jump)
      continue;
    std::optional<SmallVector<Value>> passed = jump.getPassedValues();
    if (!passed)
      continue;
    rewriter.eraseOp(jump);
    rewriter.mergeBlocks(&block, predecessor, *passed);
  }
}

PartialEvaluationCounts
zyn::partiallyEvaluate(RewriterBase &rewriter,
                       EvaluationScopeOpInterface scope) {
  PartialEvaluationCounts counts;
  Region &region = scope->getRegion(0);
  if (region.empty())
    return counts;
  KnownWordsAnalysis analysis;
  analysis.run(&region.front(), scope.getKnownArguments());
  // Collects the known words first, since rewrites create new values.
  SmallVector<std::pair<PartiallyEvaluableOpInterface, SmallVector<KnownWords>>>
      ops;
  for (Block &block : region)
    if (analysis.isExecutable(&block))
      for (Operation &op : block)
        if (auto evaluable = dyn_cast<PartiallyEvaluableOpInterface>(op))
          ops.emplace_back(evaluable, analysis.getOperands(&op));
  for (auto &[op, known] : ops) {
    rewriter.setInsertionPoint(op);
    counts.simplified += succeeded(op.simplify(rewriter, known));
  }
  unsigned numBlocks = region.getBlocks().size();
  (void)eraseUnreachableBlocks(rewriter, region);
  counts.unreachable = numBlocks - region.getBlocks().size();
  mergeStraightLines(rewriter, region);
  return counts;
}

namespace {

struct ZynPartialEvaluate
    : zyn::impl::ZynPartialEvaluateBase<ZynPartialEvaluate> {
  using ZynPartialEvaluateBase::ZynPartialEvaluateBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](EvaluationScopeOpInterface scope) {
      PartialEvaluationCounts counts = partiallyEvaluate(rewriter, scope);
      remark::passed(scope.getLoc(),
                     remark::RemarkOpts::name("PartialEvaluation")
                         .category("zyn-partial-evaluate"))
          << remark::reason(
                 "simplified {0} ops and erased {1} unreachable blocks",
                 counts.simplified, counts.unreachable);
    });
  }
};

} // namespace
