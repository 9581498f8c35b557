//===- AxpyToZyn.cpp - Converts axpy.axpy to zyn.map ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axpy.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace axpy {
#define GEN_PASS_DEF_CONVERTAXPYTOZYN
#include "AxpyPasses.h.inc"
} // namespace axpy

using namespace mlir;

namespace {

struct ConvertAxpy : OpRewritePattern<axpy::AxpyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(axpy::AxpyOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type f32 = rewriter.getF32Type();
    auto map = zyn::MapOp::create(rewriter, loc, op->getResultTypes(),
                                  ValueRange{op.getX(), op.getY()}, op.getY(),
                                  /*indexing_maps=*/ArrayAttr());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      Block *body =
          rewriter.createBlock(&map.getBody(), {}, {f32, f32}, {loc, loc});
      Value a = arith::ConstantOp::create(rewriter, loc, op.getAAttr());
      Value scaled =
          arith::MulFOp::create(rewriter, loc, a, body->getArgument(0));
      Value sum =
          arith::AddFOp::create(rewriter, loc, scaled, body->getArgument(1));
      zyn::YieldOp::create(rewriter, loc, sum);
    }
    rewriter.replaceOp(op, map);
    return success();
  }
};

struct ConvertAxpyToZyn : axpy::impl::ConvertAxpyToZynBase<ConvertAxpyToZyn> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertAxpy>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
