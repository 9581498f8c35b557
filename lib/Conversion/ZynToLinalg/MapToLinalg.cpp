//===- MapToLinalg.cpp - Lowers maps to linalg.generic --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct ConvertMap : OpConversionPattern<MapOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MapOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<AffineMap> maps;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      maps.push_back(op.getInputMap(i));
    unsigned loops = op.getNumLoops();
    maps.append(op.getInits().size(), rewriter.getMultiDimIdentityMap(loops));
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getInputs(), op.getInits(), maps, iterators,
        [&](OpBuilder &b, Location, ValueRange arguments) {
          cloneBodyToLinalg(b, *op.getBlock(),
                            arguments.take_front(op.getInputs().size()));
        });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateMapToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertMap>(patterns.getContext());
}
