//===- ScatterToLinalg.cpp - Lowers scatters to loops ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task combines parts of the slices at all indices, in the order of these, so
// that no two tasks write the same element.
//
//===----------------------------------------------------------------------===//

#include "CheckedIndex.h"
#include "Patterns.h"

#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

/// Elements of a slice that a task combines.
static constexpr int64_t kTaskElements = 4096;

static void emitScatter(ImplicitLocOpBuilder &b, ScatterOp op) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto add = [&](Value x, Value y) {
    return b.createOrFold<arith::AddIOp>(x, y);
  };
  auto mul = [&](Value x, Value y) {
    return b.createOrFold<arith::MulIOp>(x, y);
  };
  auto buildFor = [&](Value first, Value end,
                      function_ref<void(Value)> buildBody) {
    auto loop = scf::ForOp::create(b, first, end, constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    buildBody(loop.getInductionVar());
  };
  LineSizes sizes =
      getLineSizes(b, op.getLoc(), op.getInit(), op.getDimension());
  ContiguousBuffers buffers(b, op.getLoc());
  Value updates = buffers.get(op.getUpdates());
  Value indices = buffers.get(op.getIndices());
  Value output = buffers.getWritable(op.getInit(), /*isRead=*/true);
  Value zero = constant(0), task = constant(kTaskElements);
  Value count = b.createOrFold<memref::DimOp>(indices, zero);
  auto tasks = scf::ParallelOp::create(b, ValueRange{zero, zero},
                                       ValueRange{sizes.outer, sizes.inner},
                                       ValueRange{constant(1), task});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(tasks.getBody());
    Value outer = tasks.getInductionVars()[0],
          first = tasks.getInductionVars()[1];
    Value end = b.createOrFold<arith::MinUIOp>(add(first, task), sizes.inner);
    buildFor(zero, count, [&](Value i) {
      Value index = loadCheckedIndex(b, op, indices, i, sizes.length);
      Value from = mul(add(mul(outer, count), i), sizes.inner);
      Value to = mul(add(mul(outer, sizes.length), index), sizes.inner);
      buildFor(first, end, [&](Value k) {
        Value at = add(to, k);
        Value old = memref::LoadOp::create(b, output, at);
        Value update = memref::LoadOp::create(b, updates, add(from, k));
        Value combined =
            cloneOpsToLinalg(b, *op.getBlock(), {old, update}).front();
        memref::StoreOp::create(b, combined, output, at);
      });
    });
  }
  buffers.finish();
}

namespace {
struct ConvertScatter : OpConversionPattern<ScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScatterOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    emitScatter(builder, op);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateScatterToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(patterns.getContext());
}
