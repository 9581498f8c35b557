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

/// Returns the time of `op` on one element.
static int64_t getTime(Operation *op) {
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return FusionCosts::function;
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
          arith::RemSIOp, arith::RemUIOp>(op))
    return FusionCosts::division;
  return !op->hasTrait<OpTrait::ConstantLike>() && !isa<YieldOp>(op);
}

int64_t FusionCosts::getBody(Block &block) {
  int64_t time = 0;
  block.walk([&](Operation *op) { time += getTime(op); });
  return time;
}

/// Returns the time of `op` and the ops in it.
static int64_t getNestedTime(Operation *op) {
  int64_t time = 0;
  op->walk([&](Operation *inner) { time += getTime(inner); });
  return time;
}

/// Whether `op` is executed once for each row. A reduction is not, although its
/// results are the same for all points.
static bool isExecutedOnce(const RowPasses &passes, Operation *op) {
  return !isa<ReduceRowOp>(op) && passes.isUniform(op);
}

/// Returns the time of the ops that are executed once for each row.
static int64_t getUniformTime(const RowPasses &passes) {
  int64_t time = 0;
  for (Operation &op : *passes.getOp().getBlock())
    if (isExecutedOnce(passes, &op))
      time += getNestedTime(&op);
  return time;
}

/// Returns the time that each element takes if every pass computes what it
/// needs again, since a row does not fit into registers.
static int64_t getRepeatedTime(const RowPasses &passes) {
  int64_t time = 0;
  for (unsigned pass = 0; pass < passes.getNumPasses(); ++pass)
    for (Operation *op : passes.getSlice(passes.getNeeded(pass), IRMapping()))
      if (!passes.isUniform(op))
        time += getNestedTime(op);
  for (ArrayRef<ReduceRowOp> reductions : passes.getReductions())
    for (ReduceRowOp reduction : reductions)
      time += getNestedTime(reduction);
  return time;
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
  int64_t uniform = 0;
  if (auto rows = dyn_cast<RowsOp>(op.getOperation())) {
    RowPasses passes(rows);
    uniform = getUniformTime(passes);
    if (rowElements > maxHeldElements) {
      inputBytes = multiply(inputBytes, passes.getNumPasses());
      body = getRepeatedTime(passes);
    } else {
      body -= uniform;
    }
  }
  int64_t bytes = inputBytes + countBytes(op.getDpsInits());
  int64_t rows = rowElements ? points / rowElements : 0;
  return std::min(kernel + multiply(bytes, byte) + multiply(points, body) +
                      multiply(rows, uniform),
                  kMostUnits);
}

/// Returns the time in which tensor cores multiply what `op` does, or nullopt
/// if it has wider elements than they have at full speed, or sparse matrices,
/// whose indices are checked.
static std::optional<int64_t> getProductTime(ProductOpInterface op) {
  unsigned bits =
      getElementTypeOrSelf(op.getLhs().getType()).getIntOrFloatBitWidth();
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  std::optional<SmallVector<FlopTerm>> terms = computeOp.getFlopTerms();
  if (bits > 16 || computeOp.getNumIndexChecks() != 0 || !terms)
    return std::nullopt;
  int64_t flops = 0;
  for (const FlopTerm &term : *terms) {
    int64_t count = term.count;
    for (OperandDimension size : term.sizes)
      count = multiply(count, getSize(size.getStaticSize()));
    flops = std::min(flops + count, kMostUnits);
  }
  return flops / (FusionCosts::productsOf16Bits * 16 / bits);
}

int64_t FusionCosts::getEpilogueOp(EpilogueOpInterface op) {
  int64_t cost = kernel + multiply(countBytes(op->getOperands()), byte);
  if (op.getEpilogue().empty())
    return std::min(cost, kMostUnits);
  int64_t body =
      multiply(countElements(cast<ShapedType>(op.getInit().getType())),
               getBody(op.getEpilogue().front()));
  auto product = dyn_cast<ProductOpInterface>(op.getOperation());
  if (std::optional<int64_t> hidden =
          product ? getProductTime(product) : std::nullopt) {
    body = multiply(body, epilogueSlowdown);
    body = std::max<int64_t>(body - *hidden, 0) + body / 8;
  }
  return std::min(cost + body, kMostUnits);
}
