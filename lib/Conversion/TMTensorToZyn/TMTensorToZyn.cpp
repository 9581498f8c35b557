//===- TMTensorToZyn.cpp - Converts tm_tensor to zyn ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTTMTENSORTOZYN
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Keeps the last reason for which an op was refused.
struct Refusal : RewriterBase::Listener {
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Error);
    getReason(diagnostic);
    reason = diagnostic.str();
  }

  std::string reason;
};

struct ConvertTMTensorToZyn
    : zyn::impl::ConvertTMTensorToZynBase<ConvertTMTensorToZyn> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateAttentionToZynPatterns(patterns);
    populateScanToZynPatterns(patterns);
    populateScatterToZynPatterns(patterns);
    populateSortToZynPatterns(patterns);
    // Not the greedy driver, which would fold the rest of the program.
    FrozenRewritePatternSet frozen(std::move(patterns));
    walkAndApplyPatterns(getOperation(), frozen);
    Operation *remaining = nullptr;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa_and_nonnull<tm_tensor::TMTensorDialect>(op->getDialect()))
        return WalkResult::advance();
      remaining = op;
      return WalkResult::interrupt();
    });
    if (!remaining)
      return;
    // Locations do not tell ops apart; it is refused again, for the same
    // reason.
    Refusal refusal;
    PatternRewriter rewriter(&getContext());
    rewriter.setListener(&refusal);
    PatternApplicator applicator(frozen);
    applicator.applyDefaultCostModel();
    (void)applicator.matchAndRewrite(remaining, rewriter);
    remaining->emitOpError(refusal.reason);
    signalPassFailure();
  }
};

} // namespace
