//===- IndexChecks.cpp - Assertions about indices -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Whether integers of `type` hold all indices.
static bool holdsIndices(Type type) {
  return type.isIndex() || type.getIntOrFloatBitWidth() >= 64;
}

/// Whether indices hold all integers of `type`.
static bool fitsIndex(Type type) {
  return type.isIndex() || type.getIntOrFloatBitWidth() <= 64;
}

/// Whether `bound` is at least the size of dimension `dim` of `tensor`, minus
/// `slack`.
static bool isUpperBound(Value bound, int64_t slack, Value tensor,
                         int64_t dim) {
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  APInt constant;
  if (matchPattern(bound, m_ConstantInt(&constant)))
    return ShapedType::isStatic(size) && constant.getSignificantBits() <= 64 &&
           constant.getSExtValue() >= size - slack;
  if (auto cast = bound.getDefiningOp<arith::IndexCastOp>();
      cast && holdsIndices(cast.getType()))
    bound = cast.getIn();
  auto dimOp = bound.getDefiningOp<tensor::DimOp>();
  return dimOp && dimOp.getSource() == tensor &&
         dimOp.getConstantIndex() == dim;
}

/// Whether `value predicate bound` holds for each index `value` into dimension
/// `dim` of `tensor`.
static bool holdsForIndices(arith::CmpIPredicate predicate, Value bound,
                            Value tensor, int64_t dim) {
  APInt constant;
  bool isConstant = matchPattern(bound, m_ConstantInt(&constant));
  switch (predicate) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return isUpperBound(bound, /*slack=*/0, tensor, dim);
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return isUpperBound(bound, /*slack=*/1, tensor, dim);
  case arith::CmpIPredicate::sge:
    return isConstant && !constant.isStrictlyPositive();
  case arith::CmpIPredicate::sgt:
    return isConstant && constant.isNegative();
  default:
    return false;
  }
}

/// Whether `compare`, which compares an index with a bound, is implied by a
/// read of an element at that index in the block of `check`.
static bool isImpliedByRead(cf::AssertOp check, arith::CmpIOp compare) {
  Value value = compare.getLhs();
  SmallVector<Value> indices = {value};
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>();
      cast && holdsIndices(value.getType()))
    indices.push_back(cast.getIn());
  for (Operation *user : value.getUsers())
    if (auto cast = dyn_cast<arith::IndexCastOp>(user);
        cast && fitsIndex(value.getType()))
      indices.push_back(cast);
  return llvm::any_of(indices, [&](Value index) {
    return llvm::any_of(index.getUses(), [&](OpOperand &use) {
      auto extract = dyn_cast<tensor::ExtractOp>(use.getOwner());
      return extract && extract->getBlock() == check->getBlock() &&
             holdsForIndices(compare.getPredicate(), compare.getRhs(),
                             extract.getTensor(), use.getOperandNumber() - 1);
    });
  });
}

bool zyn::isIndexCheck(cf::AssertOp check) {
  auto compare = check.getArg().getDefiningOp<arith::CmpIOp>();
  return compare && isImpliedByRead(check, compare);
}
