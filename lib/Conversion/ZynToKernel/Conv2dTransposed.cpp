//===- Conv2dTransposed.cpp - Convolutions of transposed copies -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conv2dLowerings.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;

/// Creates a map that copies `source`, read through `map`, to `destination`.
static void createCopy(IndexBuilder &h, Value source, AffineMap map,
                       Value destination) {
  auto copy = MapOp::create(h, TypeRange(), source, destination,
                            h.getAffineMapArrayAttr(map));
  OpBuilder::InsertionGuard guard(h);
  Block *body = h.createBlock(&copy.getBody(), {},
                              {getElementTypeOrSelf(source)}, {h.getLoc()});
  YieldOp::create(h, body->getArguments());
}

/// Allocates a contiguous buffer like `source` with its dimensions in the order
/// of `map`.
static Value allocateLike(IndexBuilder &h, Value source, AffineMap map) {
  auto type = cast<MemRefType>(source.getType());
  SmallVector<int64_t> shape(type.getRank());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    shape[cast<AffineDimExpr>(expr).getPosition()] = type.getDimSize(dim);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      sizes.push_back(
          h.size(source, *map.getResultPosition(h.getAffineDimExpr(dim))));
  return memref::AllocOp::create(
      h, MemRefType::get(shape, type.getElementType()), sizes);
}

void mlir::zyn::lowerToTransposed(IndexBuilder &h, Conv2dOp op) {
  // The indices of an operand, given those of its copy.
  AffineMap map = h.getMultiDimIdentityMap(4);
  if (op.getLayout() != Conv2dLayout::NHWC)
    map = AffineMap::getPermutationMap(ArrayRef<unsigned>{0, 3, 1, 2},
                                       h.getContext());
  SmallVector<Value> operands, allocations;
  for (Value operand : {op.getImage(), op.getFilters(), op.getInit()}) {
    Value copy = allocateLike(h, operand, map);
    operands.push_back(copy);
    if (operand != op.getInit() || op.getAccumulate())
      createCopy(h, operand, map, copy);
  }
  SmallVector<AffineMap> epilogueMaps;
  for (unsigned i = 0; i < op.getEpilogueInputs().size(); ++i)
    epilogueMaps.push_back(op.getEpilogueMap(i).compose(map));
  auto convolution = Conv2dOp::create(
      h, TypeRange(), operands[0], operands[1], op.getEpilogueInputs(),
      operands[2],
      epilogueMaps.empty() ? ArrayAttr()
                           : h.getAffineMapArrayAttr(epilogueMaps),
      Conv2dLayout::NHWC, op.getStrides(), op.getPadding(), op.getDilations(),
      op.getGroups(), op.getAccumulate(), op.getPrecision());
  convolution.getEpilogue().takeBody(op.getEpilogue());
  createCopy(h, operands[2], inversePermutation(map), op.getInit());
  for (Value operand : operands)
    memref::DeallocOp::create(h, operand);
}
