//===- ReduceToLinalg.cpp - Lowers reductions to linalg.reduce ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceToLinalg.h"

#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

/// Copies `source` to `target`, whose elements are floats, too.
static void convertFloats(OpBuilder &builder, Location loc, Value source,
                          Value target) {
  Type type = getBufferType(target).getElementType();
  bool extends = getBufferType(source).getElementTypeBitWidth() <
                 type.getIntOrFloatBitWidth();
  unsigned rank = getBufferType(target).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, source, target, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        Value value = arguments[0];
        value = extends ? arith::ExtFOp::create(b, loc, type, value).getResult()
                        : arith::TruncFOp::create(b, loc, type, value);
        linalg::YieldOp::create(b, loc, value);
      });
}

void zyn::withAccumulators(OpBuilder &builder, Location loc, ValueRange inits,
                           TypeRange types,
                           function_ref<void(ValueRange)> reduce) {
  SmallVector<Value> accumulators(inits);
  for (auto [init, type, buffer] : llvm::zip(inits, types, accumulators)) {
    MemRefType initType = getBufferType(init);
    if (initType.getElementType() == type)
      continue;
    auto wideType = MemRefType::get(initType.getShape(), type);
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < initType.getRank(); ++dim)
      if (initType.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(builder, loc, init, dim));
    buffer = memref::AllocOp::create(builder, loc, wideType, sizes);
    convertFloats(builder, loc, init, buffer);
  }
  reduce(accumulators);
  for (auto [init, buffer] : llvm::zip(inits, accumulators))
    if (buffer != init) {
      convertFloats(builder, loc, buffer, init);
      memref::DeallocOp::create(builder, loc, buffer);
    }
}

SmallVector<Value> zyn::cloneCombiner(OpBuilder &builder, Location loc,
                                      Block &combiner,
                                      SmallVector<Value> arguments) {
  for (auto [value, argument] :
       llvm::zip_equal(arguments, combiner.getArguments()))
    if (value.getType() != argument.getType())
      value = arith::ExtFOp::create(builder, loc, argument.getType(), value);
  return cloneOpsToLinalg(builder, combiner, arguments);
}

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
    auto reduce = [&](ValueRange accumulators) {
      linalg::ReduceOp::create(
          rewriter, op.getLoc(), withShape(op.getInputs(), shape),
          withShape(accumulators, keptShape), op.getDimensions(),
          [&](OpBuilder &b, Location, ValueRange arguments) {
            unsigned count = op.getInputs().size();
            SmallVector<Value> swapped(arguments.drop_front(count));
            llvm::append_range(swapped, arguments.take_front(count));
            linalg::YieldOp::create(
                b, op.getLoc(),
                cloneCombiner(b, op.getLoc(), *op.getBlock(), swapped));
          });
    };
    withAccumulators(rewriter, op.getLoc(), op.getInits(),
                     op.getAccumulatorTypes(), reduce);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void zyn::populateReduceToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReduce>(patterns.getContext());
}

/// Converts a reduction whose inputs are partly generated; linalg.reduce has no
/// indices. `generators` has a null for each input in memory.
static void convertGenerated(RewriterBase &rewriter, ReduceOp op,
                             ArrayRef<MapOp> generators) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInput = !op.isDpsInit(&operand);
    if (isInput && generators[operand.getOperandNumber()])
      continue;
    if (isInput)
      inputs.push_back(operand.get());
    maps.push_back(op.getOperandAccess(operand).getMap());
  }
  rewriter.setInsertionPoint(op);
  auto reduce = [&](ValueRange accumulators) {
    linalg::GenericOp::create(
        rewriter, op.getLoc(), inputs, accumulators, maps,
        op.getLoopIteratorTypes(),
        [&](OpBuilder &b, Location, ValueRange arguments) {
          ValueRange loaded = arguments.take_front(inputs.size());
          SmallVector<Value> combined(arguments.drop_front(inputs.size()));
          for (MapOp generator : generators) {
            if (generator) {
              combined.push_back(
                  cloneOpsToLinalg(b, *generator.getBlock(), {})[0]);
              continue;
            }
            combined.push_back(loaded.front());
            loaded = loaded.drop_front();
          }
          linalg::YieldOp::create(
              b, op.getLoc(),
              cloneCombiner(b, op.getLoc(), *op.getBlock(), combined));
        });
  };
  withAccumulators(rewriter, op.getLoc(), op.getInits(),
                   op.getAccumulatorTypes(), reduce);
  rewriter.eraseOp(op);
}

void zyn::convertGeneratedReductions(Operation *root) {
  IRRewriter rewriter(root->getContext());
  llvm::SetVector<Operation *> used;
  SmallVector<ReduceOp> reductions;
  root->walk([&](ReduceOp op) { reductions.push_back(op); });
  SmallVector<SmallVector<MapOp>> generators;
  for (ReduceOp op : reductions)
    generators.push_back(
        llvm::map_to_vector(llvm::seq<unsigned>(op.getInputs().size()),
                            [&](unsigned i) { return findGenerator(op, i); }));
  for (auto [op, maps] : llvm::zip(reductions, generators)) {
    used.insert_range(llvm::make_filter_range(
        maps, [](MapOp map) { return map != nullptr; }));
    if (llvm::any_of(maps, [](MapOp map) { return map != nullptr; }))
      convertGenerated(rewriter, op, maps);
  }
  for (Operation *map : used)
    eraseReduceProducer(rewriter, cast<MapOp>(map));
}
