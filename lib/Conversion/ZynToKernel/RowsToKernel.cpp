//===- RowsToKernel.cpp - Lowers rows to kernels --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is kept in the registers of some lanes, of a block or of a cluster of
// blocks, which read it once, if it fits. Otherwise, it is read once in each
// pass: by a block in one kernel, or, if there are few long rows, by several
// blocks in several kernels.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RowsKernel.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct LowerRows : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(RowsOp op,
                                PatternRewriter &rewriter) const override {
    IndexBuilder h(op.getLoc(), rewriter);
    RowPlan plan(op, kernels.target);
    auto options =
        remark::RemarkOpts::name("RowsSchedule").category("schedule");
    if (StringRef obstacle = plan.analyze(); !obstacle.empty()) {
      remark::missed(op.getLoc(), options) << remark::reason(
          "rows are computed by maps and reductions: {0}", obstacle);
      createRowSteps(rewriter, op);
      rewriter.eraseOp(op);
      return success();
    }
    kernels.getHints().stateType(KernelType::Reduce);
    RowsShape shape;
    StringRef obstacle = chooseRegisterShape(plan, shape);
    if (obstacle.empty()) {
      remark::passed(op.getLoc(), options) << remark::reason(
          "each row is in the registers of {0} lanes{1}", shape.getNumLanes(),
          shape.blocks > 1 ? " of a cluster" : "");
      emitRowsInRegisters(kernels, h, plan, shape);
    } else {
      SmallVector<StringRef> forms = emitRowsInLoops(kernels, h, plan);
      remark::passed(op.getLoc(), options) << remark::reason(
          "rows of {0} passes are computed by {1}: {2}",
          plan.passes.getNumPasses(), llvm::join(forms, "; or "), obstacle);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::zyn::populateRowsToKernelPatterns(RewritePatternSet &patterns,
                                             KernelModules &kernels) {
  patterns.add<LowerRows>(patterns.getContext(), kernels);
}
