//===- ProductToLinalg.cpp - Lowers sums of products to linalg ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductToLinalg.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

static Type getElementType(Value value) {
  return getBufferType(value).getElementType();
}

static SmallVector<utils::IteratorType> getParallelIterators(int64_t rank) {
  return SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel);
}

Value mlir::zyn::allocateBuffer(OpBuilder &builder, Location loc, Type element,
                                ArrayRef<OpFoldResult> sizes) {
  auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
  return memref::AllocOp::create(builder, loc, MemRefType::get(shape, element),
                                 dynamicSizes);
}

void mlir::zyn::createCopy(OpBuilder &builder, Location loc, Value from,
                           AffineMap map, Value to) {
  int64_t rank = getBufferType(to).getRank();
  linalg::GenericOp::create(
      builder, loc, from, to,
      ArrayRef<AffineMap>{map, builder.getMultiDimIdentityMap(rank)},
      getParallelIterators(rank),
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        Value converted =
            convertScalarToDtype(b, loc, arguments[0], getElementType(to),
                                 /*isUnsignedCast=*/false);
        linalg::YieldOp::create(b, loc, converted);
      });
}

void mlir::zyn::createZeroFill(OpBuilder &builder, Location loc, Value buffer) {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(getElementType(buffer)));
  linalg::FillOp::create(builder, loc, zero, buffer);
}

void mlir::zyn::createContraction(OpBuilder &builder, Location loc, Value a,
                                  Value b, Value sums, ArrayRef<AffineMap> maps,
                                  unsigned numReductions) {
  unsigned numLoops = maps[0].getNumDims();
  SmallVector<utils::IteratorType> iterators =
      getParallelIterators(numLoops - numReductions);
  iterators.resize(numLoops, utils::IteratorType::reduction);
  Type type = getElementType(sums);
  linalg::GenericOp::create(
      builder, loc, ValueRange{a, b}, sums, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
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

static void createEpilogue(OpBuilder &builder, ProductOpInterface op,
                           Value sums) {
  AffineMap identity = builder.getMultiDimIdentityMap(op.getRank());
  SmallVector<Value> inputs = {sums};
  SmallVector<AffineMap> maps = {identity};
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
    inputs.push_back(input);
    maps.push_back(op.getEpilogueMap(i));
  }
  maps.push_back(identity);
  linalg::GenericOp::create(builder, op.getLoc(), inputs, op.getInit(), maps,
                            getParallelIterators(op.getRank()),
                            [&](OpBuilder &b, Location, ValueRange arguments) {
                              cloneBodyToLinalg(b, op.getEpilogue().front(),
                                                arguments.drop_back());
                            });
}

void mlir::zyn::lowerProduct(OpBuilder &builder, ProductOpInterface op,
                             function_ref<void(Value sums)> createContraction) {
  Location loc = op.getLoc();
  Value init = op.getInit(), sums = init;
  AffineMap identity = builder.getMultiDimIdentityMap(op.getRank());
  bool hasEpilogue = !op.getEpilogue().empty();
  bool needsTemporary =
      hasEpilogue || getElementType(init) != op.getAccumulatorType();
  if (needsTemporary)
    sums = allocateBuffer(builder, loc, op.getAccumulatorType(),
                          memref::getMixedSizes(builder, loc, init));
  if (!op.getAccumulate())
    createZeroFill(builder, loc, sums);
  else if (needsTemporary)
    createCopy(builder, loc, init, identity, sums);
  createContraction(sums);
  if (hasEpilogue)
    createEpilogue(builder, op, sums);
  else if (needsTemporary)
    createCopy(builder, loc, sums, identity, init);
  if (needsTemporary)
    memref::DeallocOp::create(builder, loc, sums);
}
