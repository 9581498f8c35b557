//===- ZynToLinalg.cpp - Lowers zyn ops on buffers to linalg --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTZYNTOLINALG
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Value> zyn::cloneOpsToLinalg(OpBuilder &builder, Block &body,
                                         ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator()) {
    if (auto index = dyn_cast<zyn::IndexOp>(op))
      mapping.map(
          index.getResult(),
          linalg::IndexOp::create(builder, op.getLoc(), index.getDimension())
              .getResult());
    else
      builder.clone(op, mapping);
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

void zyn::cloneBodyToLinalg(OpBuilder &builder, Block &body,
                            ValueRange arguments) {
  SmallVector<Value> values = cloneOpsToLinalg(builder, body, arguments);
  linalg::YieldOp::create(builder, body.getTerminator()->getLoc(), values);
}

/// Rejects ops without a pattern, with a more specific error than that of the
/// conversion.
static LogicalResult checkOps(Operation *root,
                              const FrozenRewritePatternSet &patterns) {
  WalkResult walk = root->walk([&](ComputeOpInterface op) -> WalkResult {
    if (!op.hasPureBufferSemantics())
      return op.emitOpError(
          "expected buffers, found tensors; run --zyn-bufferize first");
    if (!patterns.getOpSpecificNativePatterns().contains(op->getName()))
      return op.emitOpError("has no lowering to linalg");
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

namespace {

struct ConvertZynToLinalg
    : mlir::zyn::impl::ConvertZynToLinalgBase<ConvertZynToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateAttentionToLinalgPatterns(patterns);
    populateComputeToLinalgPatterns(patterns);
    populateConv2dToLinalgPatterns(patterns);
    populateGatherToLinalgPatterns(patterns);
    populateMapToLinalgPatterns(patterns);
    populateMatmulToLinalgPatterns(patterns);
    populateReduceToLinalgPatterns(patterns);
    populateReduceWindowToLinalgPatterns(patterns);
    populateRowsToLinalgPatterns(patterns);
    populateScanToLinalgPatterns(patterns);
    populateScatterToLinalgPatterns(patterns);
    populateSortToLinalgPatterns(patterns);
    populateSpmmToLinalgPatterns(patterns);
    populateTopKToLinalgPatterns(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));

    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<ComputeOpInterface>(op); });
    if (failed(checkOps(getOperation(), frozen)))
      return signalPassFailure();
    convertGeneratedReductions(getOperation());
    if (failed(applyPartialConversion(getOperation(), target, frozen)))
      signalPassFailure();
  }
};

} // namespace
