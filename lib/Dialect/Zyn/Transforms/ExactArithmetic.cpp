//===- ExactArithmetic.cpp - Evaluation of bodies on constants ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether all devices compute the same bits of results that are normal
/// numbers. Other than the ops of the math dialect, and quotients, those of the
/// arith dialect are rounded once.
static bool isSameOnAllDevices(Operation *op) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return false;
  if (isa<arith::DivFOp, arith::RemFOp>(op))
    return false;
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
         isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundEvenOp, math::TruncOp>(op);
}

bool zyn::isRounded(Operation *op) {
  bool hasFloat = llvm::any_of(op->getResultTypes(), llvm::IsaPred<FloatType>);
  return hasFloat && !isa<arith::CmpFOp, arith::ConstantOp, arith::MaximumFOp,
                          arith::MaxNumFOp, arith::MinimumFOp, arith::MinNumFOp,
                          arith::NegFOp, arith::SelectOp, arith::ExtFOp,
                          math::AbsFOp, math::CopySignOp>(op);
}

/// NaNs have other bits on GPUs, and subnormal numbers may be flushed to zero.
static bool hasSameBits(Attribute value) {
  auto number = dyn_cast_if_present<FloatAttr>(value);
  return !number ||
         !(number.getValue().isNaN() || number.getValue().isDenormal());
}

/// The greater and the lesser one of zeros of both signs may be either.
static bool hasDefinedZero(Operation *op, ArrayRef<Attribute> operands) {
  if (!isa<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp,
           arith::MinimumFOp>(op))
    return true;
  auto x = dyn_cast<FloatAttr>(operands[0]),
       y = dyn_cast<FloatAttr>(operands[1]);
  return !x || !y || !x.getValue().isZero() || !y.getValue().isZero() || x == y;
}

/// Rounds to a narrower type, which upstream's folder only does if no bit is
/// lost. Devices may saturate what exceeds the type.
static OpFoldResult truncate(arith::TruncFOp op, Attribute operand) {
  auto number = dyn_cast<FloatAttr>(operand);
  auto type = dyn_cast<FloatType>(op.getType());
  if (!number || !type || op.getRoundingmode())
    return {};
  APFloat value = number.getValue();
  bool losesBits;
  APFloat::opStatus status = value.convert(
      type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesBits);
  if (status & APFloat::opOverflow)
    return {};
  return FloatAttr::get(type, value);
}

Attribute zyn::evaluateScalar(Operation *op, ArrayRef<Attribute> operands,
                              bool allowRounding) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      llvm::is_contained(operands, Attribute()))
    return {};
  if (!allowRounding &&
      !(isSameOnAllDevices(op) && llvm::all_of(operands, hasSameBits) &&
        hasDefinedZero(op, operands)))
    return {};
  SmallVector<OpFoldResult> results;
  if (auto rounding = dyn_cast<arith::TruncFOp>(op))
    results.push_back(truncate(rounding, operands[0]));
  else if (failed(op->fold(operands, results)) || results.empty())
    return {};
  if (!results[0])
    return {};
  Attribute result = dyn_cast<Attribute>(results[0]);
  if (auto value = dyn_cast<Value>(results[0])) {
    auto found = llvm::find(op->getOperands(), value);
    if (found == op->getOperands().end())
      return {};
    result = operands[std::distance(op->getOperands().begin(), found)];
  }
  if (!isa<FloatAttr, IntegerAttr>(result) ||
      (!allowRounding && !hasSameBits(result)))
    return {};
  return result;
}

bool zyn::isExactFor(Block &block, BlockArgument argument, Attribute value,
                     Operation *&obstacle) {
  DenseMap<Value, Attribute> known;
  known[argument] = value;
  WalkResult walk = block.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool usesKnown = false;
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      Attribute constant = known.lookup(operand);
      usesKnown |= static_cast<bool>(constant);
      if (!constant)
        matchPattern(operand, m_Constant(&constant));
      operands.push_back(constant);
    }
    if (!usesKnown || op->hasTrait<OpTrait::IsTerminator>() ||
        llvm::is_contained(operands, Attribute()))
      return WalkResult::advance();
    Operation *copy = op->clone();
    Attribute result = evaluateScalar(copy, operands, /*allowRounding=*/false);
    copy->destroy();
    if (!result) {
      obstacle = op;
      return WalkResult::interrupt();
    }
    known[op->getResult(0)] = result;
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}
