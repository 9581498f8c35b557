//===- MaskedRows.cpp - Rows that masks leave keys in ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Whether `number` is so far from -infinity that a score may be added to it as
/// a float of `type`.
static bool isModerate(const APFloat &number, FloatType type) {
  APFloat lowest = APFloat::getLargest(type.getFloatSemantics(), true);
  return number.isFinite() &&
         number.convertToDouble() > lowest.convertToDouble() / 4;
}

/// Whether, in each row of the constant that `argument` of `body` is an element
/// of, `isKept` holds for the first element, or for any one if `isAny`.
template <typename Element>
static bool keepsElements(BlockArgument argument, const MaskBody &body,
                          bool isAny,
                          function_ref<bool(const Element &)> isKept) {
  if (argument.getOwner() != body.block)
    return false;
  Value input = body.inputs[argument.getArgNumber()];
  AffineMap map = body.maps[argument.getArgNumber()];
  DenseElementsAttr elements;
  if (!input || !isa<RankedTensorType>(input.getType()) ||
      !matchPattern(input, m_Constant(&elements)))
    return false;
  auto values = elements.tryGetValues<Element>();
  if (failed(values))
    return false;
  if (elements.isSplat())
    return elements.empty() || isKept(*values->begin());
  if (!map.isProjectedPermutation())
    return false;
  // Each row has the elements of the dimension of the keys, which may be none.
  ArrayRef<int64_t> shape = elements.getType().getShape();
  std::optional<unsigned> keys = map.getResultPosition(
      getAffineDimExpr(map.getNumDims() - 1, map.getContext()));
  int64_t numKeys = keys ? shape[*keys] : 1;
  int64_t stride =
      keys ? ShapedType::getNumElements(shape.drop_front(*keys + 1)) : 1;
  for (int64_t first = 0, e = elements.getNumElements(); first < e; ++first) {
    if (first / stride % numKeys != 0)
      continue;
    bool isSeen = false;
    for (int64_t key = 0; key < (isAny ? numKeys : 1) && !isSeen; ++key)
      isSeen = isKept(*(values->begin() + (first + key * stride)));
    if (!isSeen)
      return false;
  }
  return true;
}

/// Whether `addend` is known to be finite for the first key of each row, or for
/// any key if `isAny`.
static bool isFinite(Value addend, const MaskBody &body, bool isAny) {
  auto type = dyn_cast<FloatType>(addend.getType());
  // Conversions to types of a smaller range may make numbers infinite.
  for (; type && addend != stripCasts(addend);
       addend = addend.getDefiningOp()->getOperand(0)) {
    auto source =
        cast<FloatType>(addend.getDefiningOp()->getOperand(0).getType());
    if (APFloat::semanticsMaxExponent(source.getFloatSemantics()) <
        APFloat::semanticsMaxExponent(type.getFloatSemantics()))
      type = source;
  }
  if (!type)
    return false;
  auto isConstant = [&](Value value) {
    std::optional<double> number = getConstantNumber(value);
    return number && isModerate(APFloat(*number), type);
  };
  if (isConstant(addend))
    return true;
  if (auto select = addend.getDefiningOp<arith::SelectOp>())
    return isConstant(select.getTrueValue()) &&
           isConstant(select.getFalseValue());
  auto argument = dyn_cast<BlockArgument>(addend);
  return argument && keepsElements<APFloat>(argument, body, isAny,
                                            [&](const APFloat &number) {
                                              return isModerate(number, type);
                                            });
}

/// Returns the loop whose index `value` is, or nullopt.
static std::optional<int64_t> getLoop(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  if (cast && cast.getType().isInteger(64))
    value = cast.getIn();
  if (auto index = value.getDefiningOp<IndexOp>())
    return index.getDimension();
  return std::nullopt;
}

/// Whether `compare` compares the index of a key with that of a query, and has
/// the result `expected` for the first key.
static bool comparesFirstKey(arith::CmpIOp compare, int64_t keys,
                             bool expected) {
  std::optional<int64_t> lhs = getLoop(compare.getLhs()),
                         rhs = getLoop(compare.getRhs());
  if (!lhs || !rhs || (*lhs == keys) == (*rhs == keys))
    return false;
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!expected)
    predicate = arith::invertPredicate(predicate);
  // No index is less than the first one.
  if (*lhs == keys)
    return predicate == arith::CmpIPredicate::sle ||
           predicate == arith::CmpIPredicate::ule;
  return predicate == arith::CmpIPredicate::sge ||
         predicate == arith::CmpIPredicate::uge;
}

/// Whether `condition` is known to hold for the first key of each row, or for
/// any key if `isAny`.
static bool holds(const ScoreExpression::Condition &condition,
                  const MaskBody &body, bool isAny) {
  bool expected = !condition.isInverted;
  if (std::optional<double> constant = getConstantNumber(condition.value))
    return (*constant != 0) == expected;
  if (auto compare = condition.value.getDefiningOp<arith::CmpIOp>())
    return comparesFirstKey(compare, body.numLoops - 1, expected);
  auto argument = dyn_cast<BlockArgument>(condition.value);
  return argument &&
         keepsElements<bool>(argument, body, isAny, [&](const bool &isSeen) {
           return isSeen == expected;
         });
}

bool zyn::seesKeys(const ScoreExpression &expression, const MaskBody &body) {
  bool isAny = expression.addends.size() + expression.conditions.size() == 1;
  return llvm::all_of(
             expression.addends,
             [&](Value addend) { return isFinite(addend, body, isAny); }) &&
         llvm::all_of(expression.conditions,
                      [&](const ScoreExpression::Condition &condition) {
                        return holds(condition, body, isAny);
                      });
}
