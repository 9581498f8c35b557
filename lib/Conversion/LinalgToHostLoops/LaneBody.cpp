//===- LaneBody.cpp - Scalar bodies on vectors, and index arithmetic ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

Value IndexMath::constant(int64_t value) const {
  return arith::ConstantIndexOp::create(builder, loc, value);
}
Value IndexMath::add(Value a, Value b) const {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}
Value IndexMath::sub(Value a, Value b) const {
  return builder.createOrFold<arith::SubIOp>(loc, a, b);
}
Value IndexMath::mul(Value a, Value b) const {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}
Value IndexMath::div(Value a, Value b) const {
  return builder.createOrFold<arith::DivUIOp>(loc, a, b);
}
Value IndexMath::rem(Value a, Value b) const {
  return builder.createOrFold<arith::RemUIOp>(loc, a, b);
}
Value IndexMath::ceilDiv(Value a, Value b) const {
  return div(add(a, sub(b, constant(1))), b);
}
Value IndexMath::min(Value a, Value b) const {
  return builder.createOrFold<arith::MinSIOp>(loc, a, b);
}
Value IndexMath::max(Value a, Value b) const {
  return builder.createOrFold<arith::MaxSIOp>(loc, a, b);
}
Value IndexMath::product(ValueRange values) const {
  Value result = constant(1);
  for (Value value : values)
    result = mul(result, value);
  return result;
}

SmallVector<Value> mlir::zyn::delinearize(OpBuilder &builder, Location loc,
                                          Value row, ValueRange sizes) {
  IndexMath math{builder, loc};
  SmallVector<Value> indices(sizes.size());
  for (int64_t dim = static_cast<int64_t>(sizes.size()) - 1; dim >= 0; --dim) {
    indices[dim] = dim == 0 ? row : math.rem(row, sizes[dim]);
    if (dim > 0)
      row = math.div(row, sizes[dim]);
  }
  return indices;
}

bool mlir::zyn::hasUnitStride(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.getRank() > 0 && type.isLastDimUnitStride();
}

bool mlir::zyn::isVectorizable(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return isa<linalg::IndexOp>(op) || op.hasTrait<OpTrait::ConstantLike>() ||
           (op.getNumResults() == 1 &&
            op.getResult(0).getType().isIntOrIndexOrFloat() &&
            OpTrait::hasElementwiseMappableTraits(&op));
  });
}

unsigned mlir::zyn::getWidestElement(Block &body) {
  unsigned bits = 8;
  for (Operation &op : body)
    for (Type type : op.getResultTypes())
      if (!isa<linalg::IndexOp>(op) && type.isIntOrFloat())
        bits = std::max(bits, type.getIntOrFloatBitWidth());
  return bits;
}

Value mlir::zyn::broadcastTo(OpBuilder &builder, Location loc, Value value,
                             int64_t lanes) {
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get({lanes}, value.getType()), value);
}

SmallVector<Value> mlir::zyn::cloneOnLanes(OpBuilder &builder, Block &body,
                                           ValueRange arguments,
                                           ValueRange indices, int64_t lanes) {
  IRMapping mapping;
  for (auto [parameter, argument] : llvm::zip(body.getArguments(), arguments))
    if (argument)
      mapping.map(parameter, argument);
  for (Operation &op : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      mapping.map(index.getResult(), indices[index.getDim()]);
      continue;
    }
    bool isUniform = llvm::none_of(op.getOperands(), [&](Value operand) {
      return isa<VectorType>(mapping.lookupOrDefault(operand).getType());
    });
    if (isUniform) {
      builder.clone(op, mapping);
      continue;
    }
    OperationState state(op.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.addOperands(broadcastTo(builder, op.getLoc(),
                                    mapping.lookupOrDefault(operand), lanes));
    state.addTypes(VectorType::get({lanes}, op.getResult(0).getType()));
    state.addAttributes(op.getAttrs());
    mapping.map(op.getResult(0), builder.create(state)->getResult(0));
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
