//===- Products.cpp - What sums of products have in common ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<unsigned> zyn::getGroupSizes(ArrayRef<LoopNumbers> groups) {
  return llvm::map_to_vector(groups, [](const LoopNumbers &group) -> unsigned {
    return group.size();
  });
}

LoopNumbers zyn::concatenate(ArrayRef<LoopNumbers> groups) {
  LoopNumbers loops;
  for (const LoopNumbers &group : groups)
    loops.append(group);
  return loops;
}

/// Whether `multiply` and `add` are ops on numbers of the same kind.
static bool isProductSum(Operation *multiply, Operation *add) {
  return (isa<arith::MulFOp>(multiply) && isa<arith::AddFOp>(add)) ||
         (isa<arith::MulIOp>(multiply) && isa<arith::AddIOp>(add));
}

/// Whether `value` is a product of elements of type `element` in a type that
/// does not hold all of them.
static bool mayLoseBits(Value value, Type element) {
  return value.getDefiningOp<arith::MulFOp>() ||
         (value.getDefiningOp<arith::MulIOp>() &&
          value.getType().getIntOrFloatBitWidth() <
              2 * element.getIntOrFloatBitWidth());
}

StringRef zyn::getProductBodyObstacle(linalg::LinalgOp op) {
  if (!linalg::detail::isContractionBody(*op.getBlock(), isProductSum))
    return "its body does not add products of elements of both inputs";
  Type lhs = getElementTypeOrSelf(op.getDpsInputs()[0]);
  Type rhs = getElementTypeOrSelf(op.getDpsInputs()[1]);
  for (Operation &inner : op.getBlock()->without_terminator())
    if (inner.getNumOperands() == 1 &&
        (!isa<arith::ExtFOp, arith::ExtSIOp>(inner) ||
         mayLoseBits(inner.getOperand(0), lhs)))
      return "its body does not only extend elements before it multiplies them";
  if (lhs != rhs)
    return "its inputs have different element types";
  std::optional<Type> sum = getProductSumType(lhs);
  if (!sum)
    return "zyn has no products of its element type";
  // Sums of i8 that wrap are not those of zyn.
  Type result = getElementTypeOrSelf(op.getDpsInits()[0]);
  if (result != *sum && (result != lhs || lhs.isInteger()))
    return "zyn has no sums of its element type";
  return "";
}

/// Whether all elements are zero.
static bool isZero(Value tensor) {
  Value element = getFilledElement(tensor);
  Value zero = element ? element : tensor;
  return matchPattern(zero, m_AnyZeroFloat()) || matchPattern(zero, m_Zero());
}

/// Sets the bias to `source` if each of the groups indexes it as a whole, or
/// not at all.
static void setBias(OpBuilder &builder, Location loc,
                    ProductDestination &destination,
                    const IndexedTensor &source, ArrayRef<LoopNumbers> groups) {
  SmallVector<LoopNumbers> indexed;
  SmallVector<unsigned> positions;
  for (auto [position, group] : llvm::enumerate(groups))
    if (!group.empty() && llvm::is_contained(source.loops, group.front())) {
      indexed.push_back(group);
      positions.push_back(position);
    }
  if (source.loops != concatenate(indexed))
    return;
  destination.bias =
      collapseGroups(builder, loc, source.tensor, getGroupSizes(indexed));
  destination.biasMap = AffineMap::getMultiDimMapWithTargets(
      groups.size(), positions, builder.getContext());
}

ProductDestination zyn::getProductDestination(OpBuilder &builder,
                                              linalg::LinalgOp op,
                                              ArrayRef<LoopNumbers> groups) {
  Location loc = op.getLoc();
  IndexedTensor init = *getIndexedTensor(op, *op.getDpsInitOperand(0));
  ProductDestination destination;
  if (!isZero(init.tensor)) {
    IndexedTensor source = lookThroughCopies(init);
    if (source.loops.size() < init.loops.size())
      setBias(builder, loc, destination, source, groups);
    destination.accumulates = !destination.bias;
  }
  LoopNumbers loops = concatenate(groups);
  Value ordered = destination.accumulates
                      ? transposeTo(builder, loc, init, loops)
                      : createDestination(builder, loc, init, loops);
  destination.init =
      collapseGroups(builder, loc, ordered, getGroupSizes(groups));
  return destination;
}

void zyn::emitBias(OpBuilder &builder, ProductOpInterface product,
                   const ProductDestination &destination) {
  if (!destination.bias)
    return;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = product.getLoc();
  Type sumType = product.getAccumulatorType();
  Type element = getElementTypeOrSelf(destination.bias);
  Block *block = builder.createBlock(&product.getEpilogue(), {},
                                     {sumType, element}, {loc, loc});
  Value sum = block->getArgument(0), bias = block->getArgument(1);
  if (isa<IntegerType>(sumType)) {
    sum = arith::AddIOp::create(builder, loc, sum, bias);
  } else {
    if (element != sumType)
      bias = arith::ExtFOp::create(builder, loc, sumType, bias);
    sum = arith::AddFOp::create(builder, loc, sum, bias);
    if (element != sumType)
      sum = arith::TruncFOp::create(builder, loc, element, sum);
  }
  YieldOp::create(builder, loc, sum);
}

void zyn::replaceProduct(RewriterBase &rewriter, linalg::LinalgOp op,
                         Value product, ArrayRef<LoopNumbers> groups) {
  Location loc = op.getLoc();
  IndexedTensor init = *getIndexedTensor(op, *op.getDpsInitOperand(0));
  LoopNumbers loops = concatenate(groups);
  Value result = expandGroups(rewriter, loc, product,
                              createDestination(rewriter, loc, init, loops),
                              getGroupSizes(groups));
  rewriter.replaceOp(op,
                     transposeTo(rewriter, loc, {result, loops}, init.loops));
}
