//===- TosaToZyn.cpp - Converts tosa.scatter to zyn -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTTOSASCATTERTOZYN
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Returns the row of each update in all batches, each of which has `numRows`,
/// or -1 for one that its batch does not have.
static Value createRows(OpBuilder &builder, Location loc, Value indices,
                        Value numRows) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, indices),
      builder.getIndexType());
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(2));
  SmallVector<utils::IteratorType> iterators(2, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, empty.getType(), indices, empty, maps, iterators,
      [&](OpBuilder &b, Location, ValueRange elements) {
        Value index =
            arith::IndexCastOp::create(b, loc, b.getIndexType(), elements[0]);
        // Negative indices are large as unsigned integers.
        Value isInBounds = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::ult, index, numRows);
        Value batch = linalg::IndexOp::create(b, loc, 0);
        Value row = arith::AddIOp::create(
            b, loc, arith::MulIOp::create(b, loc, batch, numRows), index);
        Value invalid = arith::ConstantIndexOp::create(b, loc, -1);
        Value result =
            arith::SelectOp::create(b, loc, isInBounds, row, invalid);
        linalg::YieldOp::create(b, loc, result);
      });
  return generic->getResult(0);
}

namespace {
struct ConvertScatter : OpRewritePattern<tosa::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value destination = op.getValuesIn();
    auto type = dyn_cast<RankedTensorType>(destination.getType());
    if (!type || !isa<RankedTensorType>(op.getIndices().getType()) ||
        !isa<RankedTensorType>(op.getInput().getType()))
      return rewriter.notifyMatchFailure(op, "has operands of unknown rank");
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, destination);
    Value rows =
        createRows(rewriter, loc, op.getIndices(),
                   getValueOrCreateConstantIndexOp(rewriter, loc, sizes[1]));
    SmallVector<ReassociationIndices> groups = {{0, 1}, {2}};
    Value collapsed =
        tensor::CollapseShapeOp::create(rewriter, loc, destination, groups);
    auto scatter = ScatterOp::create(
        rewriter, loc, collapsed.getType(), op.getInput(), rows, collapsed,
        /*dimension=*/0, /*unordered=*/true, /*unchecked=*/false);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      Type element = type.getElementType();
      Block *block = rewriter.createBlock(&scatter.getCombiner(), {},
                                          {element, element}, {loc, loc});
      YieldOp::create(rewriter, loc, block->getArgument(1));
    }
    Value result = tensor::ExpandShapeOp::create(
        rewriter, loc, type, scatter->getResult(0), groups, sizes);
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(rewriter, loc, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ConvertTosaScatterToZyn
    : zyn::impl::ConvertTosaScatterToZynBase<ConvertTosaScatterToZyn> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertScatter>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
