//===- ExpandIndexOps.cpp - Expands linear index ops ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/Transforms/Patterns.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

template <typename OpTy>
static Value index(ImplicitLocOpBuilder &b, Dimension dimension) {
  return OpTy::create(b, b.getIndexType(), dimension);
}

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

/// Computes the number of threads of the block.
static Value blockThreads(ImplicitLocOpBuilder &b) {
  Value threads = index<BlockSizeOp>(b, Dimension::x);
  for (Dimension dimension : {Dimension::y, Dimension::z})
    threads =
        arith::MulIOp::create(b, threads, index<BlockSizeOp>(b, dimension));
  return threads;
}

/// Computes the thread's linear index in its block.
static Value threadInBlock(ImplicitLocOpBuilder &b) {
  Value number = index<ThreadIdOp>(b, Dimension::z);
  for (Dimension dimension : {Dimension::y, Dimension::x}) {
    number = arith::MulIOp::create(b, number, index<BlockSizeOp>(b, dimension));
    number = arith::AddIOp::create(b, number, index<ThreadIdOp>(b, dimension));
  }
  return number;
}

namespace {

struct ExpandWarpId : OpRewritePattern<WarpIdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WarpIdOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOpWithNewOp<arith::DivUIOp>(op, threadInBlock(b),
                                                constant(b, limits::warpSize));
    return success();
  }
};

struct ExpandNumWarps : OpRewritePattern<NumWarpsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NumWarpsOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value threads = arith::AddIOp::create(b, blockThreads(b),
                                          constant(b, limits::warpSize - 1));
    rewriter.replaceOpWithNewOp<arith::DivUIOp>(op, threads,
                                                constant(b, limits::warpSize));
    return success();
  }
};

struct ExpandGlobalId : OpRewritePattern<GlobalIdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GlobalIdOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value number;
    for (Dimension dimension : {Dimension::z, Dimension::y, Dimension::x}) {
      Value size = index<BlockSizeOp>(b, dimension);
      Value start =
          arith::MulIOp::create(b, index<BlockIdOp>(b, dimension), size);
      Value coordinate =
          arith::AddIOp::create(b, start, index<ThreadIdOp>(b, dimension));
      if (!number) {
        number = coordinate;
        continue;
      }
      Value extent =
          arith::MulIOp::create(b, index<GridSizeOp>(b, dimension), size);
      number = arith::AddIOp::create(
          b, arith::MulIOp::create(b, number, extent), coordinate);
    }
    rewriter.replaceOp(op, number);
    return success();
  }
};

} // namespace

void kernel::populateExpandIndexOpPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWarpId, ExpandNumWarps, ExpandGlobalId>(
      patterns.getContext());
}
