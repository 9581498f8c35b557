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

/// Other than the ops of the math dialect, and quotients, those of the
/// arith dialect are rounded once.
bool zyn::isSameOnAllDevices(Operation *op) {
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

/// NaNs have other bits on GPUs, and subnormal numbers may be flushed to zero.
bool zyn::hasSameBitsOnAllDevices(Attribute value) {
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
  if (!allowRounding && !(isSameOnAllDevices(op) &&
                          llvm::all_of(operands, hasSameBitsOnAllDevices) &&
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
  auto typed = dyn_cast_if_present<TypedAttr>(result);
  if (!isa_and_nonnull<FloatAttr, IntegerAttr>(result) ||
      typed.getType() != op->getResult(0).getType() ||
      (!allowRounding && !hasSameBitsOnAllDevices(result)))
    return {};
  return result;
}

/// Whether the result varies with an operand that is not constant, whatever the
/// others are, `known` or not.
static bool variesWithOperands(Operation *op, ArrayRef<Attribute> operands) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return false;
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          math::FmaOp>(op))
    return true;
  // A maximum or a minimum with an infinity or a NaN may be it.
  return isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
             arith::MinNumFOp>(op) &&
         llvm::any_of(operands, [](Attribute operand) {
           auto number = dyn_cast_if_present<FloatAttr>(operand);
           return number && number.getValue().isFinite();
         });
}

namespace {

/// What may become constant in a body with one of its arguments.
class ConstantPropagation {
public:
  /// Returns false if upstream's folders might then evaluate an op whose result
  /// depends on the device.
  bool visit(Operation *op);

  /// What becomes constant. The value of null is not known: that of a select or
  /// an scf.if with equal arms, and of integers such as a product with 0.
  DenseMap<Value, Attribute> affected;

private:
  /// Whether a value is, or may become, a constant.
  bool maybeConstant(Value value) {
    return affected.contains(value) || matchPattern(value, m_Constant());
  }
  void visitRegions(Operation *op);
  void setMaybe(ValueRange values) {
    for (Value value : values)
      affected.try_emplace(value);
  }
};

} // namespace

void ConstantPropagation::visitRegions(Operation *op) {
  WalkResult walk = op->walk([&](Operation *nested) {
    return llvm::any_of(nested->getOperands(),
                        [&](Value value) { return affected.contains(value); })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!walk.wasInterrupted())
    return;
  setMaybe(op->getResults());
  for (Region &region : op->getRegions())
    for (Block &nested : region)
      setMaybe(nested.getArguments());
}

bool ConstantPropagation::visit(Operation *op) {
  if (op->getNumRegions() != 0) {
    visitRegions(op);
    return true;
  }
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      llvm::none_of(op->getOperands(),
                    [&](Value value) { return affected.contains(value); }))
    return true;
  SmallVector<Attribute> operands;
  bool areAll = true;
  for (Value operand : op->getOperands()) {
    Attribute constant = affected.lookup(operand);
    if (!constant)
      matchPattern(operand, m_Constant(&constant));
    operands.push_back(constant);
    areAll &= maybeConstant(operand);
  }
  if (!llvm::is_contained(operands, Attribute())) {
    Operation *copy = op->clone();
    Attribute result = evaluateScalar(copy, operands, /*allowRounding=*/false);
    copy->destroy();
    if (result)
      affected[op->getResult(0)] = result;
    return static_cast<bool>(result);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    bool isTrue = maybeConstant(select.getTrueValue()),
         isFalse = maybeConstant(select.getFalseValue());
    if ((isTrue && isFalse) ||
        (maybeConstant(select.getCondition()) && (isTrue || isFalse)))
      setMaybe(select->getResults());
    return true;
  }
  auto isFloat = [](Type type) { return isa<FloatType>(type); };
  if (areAll && (llvm::any_of(op->getOperandTypes(), isFloat) ||
                 llvm::any_of(op->getResultTypes(), isFloat)))
    return false;
  if (areAll || !variesWithOperands(op, operands))
    setMaybe(op->getResults());
  return true;
}

bool zyn::isExactFor(Block &block, BlockArgument argument, Attribute value,
                     Operation *&obstacle) {
  ConstantPropagation propagation;
  propagation.affected[argument] = value;
  WalkResult walk = block.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (propagation.visit(op))
      return WalkResult::advance();
    obstacle = op;
    return WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}
