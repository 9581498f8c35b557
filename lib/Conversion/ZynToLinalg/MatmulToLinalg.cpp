//===- MatmulToLinalg.cpp - Lowers matmuls to contractions ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

static Type getElementType(Value value) {
  return getBufferType(value).getElementType();
}

/// Creates the elementwise op `to = convert(from)`.
static void createConversion(OpBuilder &builder, Location loc, Value from,
                             Value to) {
  int64_t rank = getBufferType(to).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, from, to, ArrayRef<AffineMap>{identity, identity},
      iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        Value converted =
            convertScalarToDtype(b, loc, arguments[0], getElementType(to),
                                 /*isUnsignedCast=*/false);
        linalg::YieldOp::create(b, loc, converted);
      });
}

namespace {
struct ConvertMatmul : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MatmulOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type sumType = op.getAccumulatorType();
    bool needsTemporary =
        !op.getEpilogue().empty() || getElementType(op.getInit()) != sumType;
    Value sum = needsTemporary ? allocateSum(rewriter, op) : op.getInit();

    if (!op.getAccumulate()) {
      Value zero = arith::ConstantOp::create(rewriter, loc,
                                             rewriter.getZeroAttr(sumType));
      linalg::FillOp::create(rewriter, loc, zero, sum);
    } else if (needsTemporary) {
      createConversion(rewriter, loc, op.getInit(), sum);
    }
    createContraction(rewriter, op, sum);
    if (!op.getEpilogue().empty())
      createEpilogue(rewriter, op, sum);
    else if (needsTemporary)
      createConversion(rewriter, loc, sum, op.getInit());
    if (needsTemporary)
      memref::DeallocOp::create(rewriter, loc, sum);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value allocateSum(OpBuilder &builder, MatmulOp op) {
    MemRefType type = getBufferType(op.getInit());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(builder.createOrFold<memref::DimOp>(op.getLoc(),
                                                            op.getInit(), dim));
    return memref::AllocOp::create(
        builder, op.getLoc(),
        MemRefType::get(type.getShape(), op.getAccumulatorType()), sizes);
  }

  /// Creates `sum += A * B` over (batch..., m, n, k).
  static void createContraction(OpBuilder &builder, MatmulOp op, Value sum) {
    unsigned rank = op.getRank(), loops = rank + 1;
    auto dim = [&](unsigned i) { return builder.getAffineDimExpr(i); };
    SmallVector<AffineExpr> a, b, c;
    for (unsigned i = 0; i < rank; ++i)
      a.push_back(dim(i)), b.push_back(dim(i)), c.push_back(dim(i));
    a[op.getLhsM()] = dim(rank - 2), a[op.getLhsK()] = dim(rank);
    b[op.getRhsK()] = dim(rank), b[op.getRhsN()] = dim(rank - 1);
    SmallVector<AffineMap> maps;
    for (ArrayRef<AffineExpr> results : {a, b, c})
      maps.push_back(AffineMap::get(loops, 0, results, builder.getContext()));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.push_back(utils::IteratorType::reduction);
    Type type = op.getAccumulatorType();
    linalg::GenericOp::create(
        builder, op.getLoc(), ValueRange{op.getLhs(), op.getRhs()}, sum, maps,
        iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
          Value x = convertScalarToDtype(b, loc, arguments[0], type,
                                         /*isUnsignedCast=*/false);
          Value y = convertScalarToDtype(b, loc, arguments[1], type,
                                         /*isUnsignedCast=*/false);
          Value next;
          if (isa<FloatType>(type)) {
            Value product = arith::MulFOp::create(b, loc, x, y);
            next = arith::AddFOp::create(b, loc, arguments[2], product);
          } else {
            Value product = arith::MulIOp::create(b, loc, x, y);
            next = arith::AddIOp::create(b, loc, arguments[2], product);
          }
          linalg::YieldOp::create(b, loc, next);
        });
  }

  static void createEpilogue(OpBuilder &builder, MatmulOp op, Value sum) {
    unsigned rank = op.getRank();
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    SmallVector<Value> inputs = {sum};
    SmallVector<AffineMap> maps = {identity};
    for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
      inputs.push_back(input);
      maps.push_back(op.getEpilogueMap(i));
    }
    maps.push_back(identity);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    linalg::GenericOp::create(
        builder, op.getLoc(), inputs, op.getInit(), maps, iterators,
        [&](OpBuilder &b, Location, ValueRange arguments) {
          cloneBodyToLinalg(b, op.getEpilogue().front(), arguments.drop_back());
        });
  }
};
} // namespace

void zyn::populateMatmulToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertMatmul>(patterns.getContext());
}
