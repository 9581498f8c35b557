//===- MatmulSums.cpp - First and last values of a tile of sums -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulLoops.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

Value MatmulLoops::getTile(Value operand, AffineMap map) {
  SmallVector<OpFoldResult> offsets, extents, strides;
  for (AffineExpr expr : map.getResults()) {
    unsigned dimOfC = cast<AffineDimExpr>(expr).getPosition();
    unsigned dim =
        cast<AffineDimExpr>(matmul.mapC.getResult(dimOfC)).getPosition();
    offsets.push_back(getAsOpFoldResult(starts[dim]));
    extents.push_back(getExtent(dim));
    strides.push_back(b.getIndexAttr(1));
  }
  if (offsets.empty())
    return operand;
  return memref::SubViewOp::create(b, loc, operand, offsets, extents, strides);
}

OpFoldResult MatmulLoops::getExtent(unsigned dim) {
  if (dim == m())
    return getAsOpFoldResult(extentM);
  if (dim == matmul.n)
    return getAsOpFoldResult(extentN);
  return b.getIndexAttr(1);
}

LoopNest MatmulLoops::getTileNest() {
  LoopNest nest;
  for (AffineExpr expr : matmul.mapC.getResults())
    nest.sizes.push_back(getValueOrCreateConstantIndexOp(
        b, loc, getExtent(cast<AffineDimExpr>(expr).getPosition())));
  nest.iterators.assign(nest.sizes.size(), utils::IteratorType::parallel);
  nest.usesIndices = false;
  nest.isVectorizable = true;
  nest.elementBits = matmul.sumType.getIntOrFloatBitWidth();
  nest.numInputs = 1;
  nest.body = [](OpBuilder &, ValueRange elements, ValueRange, int64_t) {
    return SmallVector<Value>{elements[0]};
  };
  return nest;
}

AffineMap MatmulLoops::getIdentityMap() {
  return b.getMultiDimIdentityMap(matmul.mapC.getNumResults());
}

AffineMap MatmulLoops::getSumsMap() {
  SmallVector<AffineExpr> results(2);
  for (auto [i, expr] : llvm::enumerate(matmul.mapC.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (dim == m())
      results[0] = b.getAffineDimExpr(i);
    if (dim == matmul.n)
      results[1] = b.getAffineDimExpr(i);
  }
  return AffineMap::get(matmul.mapC.getNumResults(), 0, results,
                        b.getContext());
}

void MatmulLoops::emitInitialSums(Value sums) {
  if (matmul.startsAtZero) {
    VectorType type = getVectorType(matmul.sumType);
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    loop(constant(0), paddedM, 1, [&](Value row) {
      loop(constant(0), paddedN, lanes, [&](Value column) {
        vector::StoreOp::create(b, loc, zero, sums, ValueRange{row, column});
      });
    });
    return;
  }
  LoopNest nest = getTileNest();
  nest.operands = {
      {getTile(matmul.c, getIdentityMap()), getIdentityMap(), true},
      {sums, getSumsMap(), false}};
  emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
}

void MatmulLoops::emitResults(Value sums) {
  if (!matmul.epilogue) {
    LoopNest nest = getTileNest();
    nest.operands = {
        {sums, getSumsMap(), true},
        {getTile(matmul.c, getIdentityMap()), getIdentityMap(), false}};
    emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
    return;
  }
  LoopNest nest = LoopNest::get(matmul.epilogue);
  Value uncollapsed = source.c;
  nest.sizes = getTileNest().sizes;
  nest.iterators = getTileNest().iterators;
  for (LoopNest::Operand &operand : nest.operands) {
    if (operand.value == uncollapsed) {
      operand.value = sums;
      operand.map = getSumsMap();
      continue;
    }
    bool isBuffer = isa<MemRefType>(operand.value.getType());
    if (isBuffer) {
      SmallVector<unsigned> loops(rowDims.begin(), rowDims.end());
      std::tie(operand.value, operand.map) =
          collapse(operand.value, operand.map,
                   *getCollapsedDims(operand.value, operand.map, loops));
    }
    operand.map = renumber(operand.map);
    if (isBuffer)
      operand.value = getTile(operand.value, operand.map);
  }
  emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
}

AffineMap MatmulLoops::renumber(AffineMap map) {
  SmallVector<AffineExpr> dims;
  unsigned next = 0;
  for (int64_t dim = 0; dim < map.getNumDims(); ++dim) {
    bool isCollapsed =
        rowDims.size() > 1 && dim >= rowDims.front() && dim < rowDims.back();
    dims.push_back(b.getAffineDimExpr(next));
    next += !isCollapsed;
  }
  return map.replaceDimsAndSymbols(dims, {}, next, 0);
}
