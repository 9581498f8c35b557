//===- FusionCosts.cpp - The cost model of the fusion of zyn ops ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionCosts.h"

#include "Zyn/Dialect/Zyn/Analysis/RowPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// Bounds sums and products of sizes, so that comparisons remain meaningful.
static constexpr int64_t kMostUnits = int64_t(1) << 60;

static int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? kMostUnits
                                          : std::min(product, kMostUnits);
}

static int64_t getSize(int64_t size) {
  return ShapedType::isDynamic(size) ? FusionCosts::unknownSize : size;
}

static int64_t countElements(ShapedType type) {
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    elements = multiply(elements, getSize(size));
  return elements;
}

/// Returns the bytes of `operands`, each of which is accessed once.
static int64_t countBytes(ValueRange operands) {
  llvm::SmallDenseSet<Value> distinct;
  int64_t bytes = 0;
  for (Value operand : operands) {
    if (!distinct.insert(operand).second)
      continue;
    auto type = cast<ShapedType>(operand.getType());
    Type element = type.getElementType();
    int64_t elementBytes =
        element.isIntOrFloat()
            ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
            : 8;
    bytes = std::min(bytes + multiply(countElements(type), elementBytes),
                     kMostUnits);
  }
  return bytes;
}

int64_t FusionCosts::getBody(Block &block) {
  int64_t cost = 0;
  block.walk([&](Operation *op) {
    if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
      cost += function;
    else if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
                 arith::RemSIOp, arith::RemUIOp>(op))
      cost += division;
    else if (!op->hasTrait<OpTrait::ConstantLike>() && !isa<YieldOp>(op))
      ++cost;
  });
  return cost;
}

int64_t FusionCosts::getPoints(ComputeOpInterface op) {
  int64_t points = 1, rowElements = 1;
  for (auto [dimension, type] :
       llvm::zip(op.getLoopDimensions(), op.getLoopIteratorTypes())) {
    int64_t size = getSize(dimension.getStaticSize());
    points = multiply(points, size);
    if (type == utils::IteratorType::reduction)
      rowElements = multiply(rowElements, size);
  }
  int64_t body = getBody(op->getRegion(0).front());
  int64_t inputBytes = countBytes(llvm::map_to_vector(
      op.getDpsInputOperands(), [](OpOperand *input) { return input->get(); }));
  if (auto rows = dyn_cast<RowsOp>(op.getOperation());
      rows && rowElements > maxHeldElements) {
    int64_t passes = RowPasses(rows).getNumPasses();
    inputBytes = multiply(inputBytes, passes);
    body = multiply(body, passes);
  }
  int64_t bytes = inputBytes + countBytes(op.getDpsInits());
  return std::min(kernel + multiply(bytes, byte) + multiply(points, body),
                  kMostUnits);
}

int64_t FusionCosts::getProduct(ProductOpInterface op) {
  int64_t cost = kernel + multiply(countBytes(op->getOperands()), byte);
  if (!op.getEpilogue().empty())
    cost += multiply(countElements(cast<ShapedType>(op.getInit().getType())),
                     getBody(op.getEpilogue().front()));
  return std::min(cost, kMostUnits);
}
