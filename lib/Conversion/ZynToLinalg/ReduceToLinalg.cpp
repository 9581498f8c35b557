//===- ReduceToLinalg.cpp - Lowers reductions to linalg.reduce ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {
struct ConvertReduce : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // linalg.reduce requires equal sizes to be equal in the types, too.
    SmallVector<int64_t> shape(getBufferType(op.getInputs()[0]).getShape());
    SmallVector<int64_t> kept = op.getKeptDimensions();
    auto refineSize = [&](int64_t dim, int64_t size) {
      if (!ShapedType::isDynamic(size))
        shape[dim] = size;
    };
    for (Value input : op.getInputs())
      for (auto [dim, size] : llvm::enumerate(getBufferType(input).getShape()))
        refineSize(dim, size);
    for (Value init : op.getInits())
      for (auto [dim, size] : llvm::zip(kept, getBufferType(init).getShape()))
        refineSize(dim, size);
    SmallVector<int64_t> keptShape =
        llvm::map_to_vector(kept, [&](int64_t dim) { return shape[dim]; });
    auto withShape = [&](ValueRange buffers, ArrayRef<int64_t> shape) {
      return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
        MemRefType type =
            MemRefType::Builder(getBufferType(buffer)).setShape(shape);
        if (type == buffer.getType())
          return buffer;
        return memref::CastOp::create(rewriter, op.getLoc(), type, buffer);
      });
    };
    linalg::ReduceOp::create(
        rewriter, op.getLoc(), withShape(op.getInputs(), shape),
        withShape(op.getInits(), keptShape), op.getDimensions(),
        [&](OpBuilder &b, Location, ValueRange arguments) {
          unsigned count = op.getInputs().size();
          SmallVector<Value> swapped(arguments.drop_front(count));
          llvm::append_range(swapped, arguments.take_front(count));
          cloneBodyToLinalg(b, *op.getBlock(), swapped);
        });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateReduceToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReduce>(patterns.getContext());
}
