//===- ZynToLinalg.cpp - Lowers zyn ops on buffers to linalg --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTZYNTOLINALG
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

MemRefType bufferType(Value value) { return cast<MemRefType>(value.getType()); }

Type elementType(Value value) { return bufferType(value).getElementType(); }

/// Clones a zyn body to the end of the block that `builder` is in, with
/// `arguments` for its arguments. `zyn.index` and `zyn.yield` become linalg's.
void cloneBody(OpBuilder &builder, Block &body, ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body) {
    if (auto index = dyn_cast<zyn::IndexOp>(op)) {
      mapping.map(
          index.getResult(),
          linalg::IndexOp::create(builder, op.getLoc(), index.getDimension())
              .getResult());
    } else if (auto yield = dyn_cast<zyn::YieldOp>(op)) {
      SmallVector<Value> values =
          llvm::map_to_vector(yield.getValues(), [&](Value v) {
            return mapping.lookupOrDefault(v);
          });
      linalg::YieldOp::create(builder, op.getLoc(), values);
    } else {
      builder.clone(op, mapping);
    }
  }
}

/// Widens or narrows a float; integers keep their type.
Value convertFloat(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

/// Elementwise `to = convert(from)`.
void createConversion(OpBuilder &builder, Location loc, Value from, Value to) {
  int64_t rank = bufferType(to).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, from, to, ArrayRef<AffineMap>{identity, identity},
      iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        Value converted = convertFloat(b, loc, arguments[0], elementType(to));
        linalg::YieldOp::create(b, loc, converted);
      });
}

struct ConvertMap : OpConversionPattern<MapOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "is on tensors, not on buffers");
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
          cloneBody(b, *op.getBlock(),
                    arguments.take_front(op.getInputs().size()));
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertReduce : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "is on tensors, not on buffers");
    // linalg.reduce wants equal sizes to be equal in the types too.
    SmallVector<int64_t> shape(bufferType(op.getInputs()[0]).getShape());
    SmallVector<int64_t> kept = op.getKeptDimensions();
    auto learn = [&](int64_t dim, int64_t size) {
      if (!ShapedType::isDynamic(size))
        shape[dim] = size;
    };
    for (Value input : op.getInputs())
      for (auto [dim, size] : llvm::enumerate(bufferType(input).getShape()))
        learn(dim, size);
    for (Value init : op.getInits())
      for (auto [dim, size] : llvm::zip(kept, bufferType(init).getShape()))
        learn(dim, size);
    SmallVector<int64_t> keptShape =
        llvm::map_to_vector(kept, [&](int64_t dim) { return shape[dim]; });
    auto withShape = [&](ValueRange buffers, ArrayRef<int64_t> shape) {
      return llvm::map_to_vector(buffers, [&](Value buffer) -> Value {
        MemRefType type =
            MemRefType::Builder(bufferType(buffer)).setShape(shape);
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
          cloneBody(b, *op.getBlock(), swapped);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertMatmul : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MatmulOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "is on tensors, not on buffers");
    Location loc = op.getLoc();
    Type sumType = op.getAccumulatorType();
    bool needsTemporary =
        !op.getEpilogue().empty() || elementType(op.getInit()) != sumType;
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
    MemRefType type = bufferType(op.getInit());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(builder.createOrFold<memref::DimOp>(op.getLoc(),
                                                            op.getInit(), dim));
    return memref::AllocOp::create(
        builder, op.getLoc(),
        MemRefType::get(type.getShape(), op.getAccumulatorType()), sizes);
  }

  /// `sum += A * B` over (batch..., m, n, k).
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
          Value x = convertFloat(b, loc, arguments[0], type);
          Value y = convertFloat(b, loc, arguments[1], type);
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
          cloneBody(b, op.getEpilogue().front(), arguments.drop_back());
        });
  }
};

struct ConvertZynToLinalg
    : mlir::zyn::impl::ConvertZynToLinalgBase<ConvertZynToLinalg> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addIllegalOp<MapOp, ReduceOp, MatmulOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertMap, ConvertReduce, ConvertMatmul>(&getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
