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
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTTMTENSORTOZYN
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Keeps the last reason for which an op was refused.
class Refusals : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    Diagnostic reason(loc, DiagnosticSeverity::Error);
    getReason(reason);
    reasons[loc] = reason.str();
  }

  std::string get(Location loc) const { return reasons.lookup(loc); }

private:
  DenseMap<Location, std::string> reasons;
};

struct ConvertTMTensorToZyn
    : zyn::impl::ConvertTMTensorToZynBase<ConvertTMTensorToZyn> {
  void runOnOperation() override {
    Refusals refusals;
    RewritePatternSet patterns(&getContext());
    populateAttentionToZynPatterns(patterns);
    populateScanToZynPatterns(patterns);
    populateScatterToZynPatterns(patterns);
    populateSortToZynPatterns(patterns);
    // Not the greedy driver, which would fold the rest of the program.
    walkAndApplyPatterns(getOperation(), std::move(patterns), &refusals);
    auto check = [&](Operation *op) {
      if (!isa_and_nonnull<tm_tensor::TMTensorDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError(refusals.get(op->getLoc()));
      return WalkResult::interrupt();
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(check).wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
