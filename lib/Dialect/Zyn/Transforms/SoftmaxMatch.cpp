//===- SoftmaxMatch.cpp - Matches rows of softmax -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoftmaxMatch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

Value zyn::lookThroughReshapes(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

int64_t zyn::getNumKeptDimensions(Value tensor, Value source) {
  int64_t numKept = 2;
  for (; tensor != source; tensor = tensor.getDefiningOp()->getOperand(0)) {
    Operation *op = tensor.getDefiningOp();
    auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
    SmallVector<ReassociationIndices> groups =
        expand ? expand.getReassociationIndices()
               : cast<tensor::CollapseShapeOp>(op).getReassociationIndices();
    auto type = cast<RankedTensorType>(expand ? tensor.getType()
                                              : op->getOperand(0).getType());
    // The last dimension of a group is kept if the others have size 1.
    auto isKept = [&](size_t fromLast) {
      return groups.size() > fromLast &&
             groups[groups.size() - 1 - fromLast].back() ==
                 type.getRank() - 1 - static_cast<int64_t>(fromLast) &&
             llvm::all_of(
                 ArrayRef(groups[groups.size() - 1 - fromLast]).drop_back(),
                 [&](int64_t dim) { return type.getDimSize(dim) == 1; });
    };
    numKept = std::min<int64_t>(numKept, !isKept(0) ? 0 : !isKept(1) ? 1 : 2);
  }
  return numKept;
}

static std::optional<double> toNumber(Attribute attribute) {
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast_or_null<IntegerAttr>(attribute))
    return number.getType().isInteger(1)
               ? number.getValue().getZExtValue()
               : static_cast<double>(number.getValue().getSExtValue());
  return std::nullopt;
}

/// Returns the number that all elements of `tensor` are, or nullopt.
static std::optional<double> getFilledNumber(Value tensor) {
  tensor = lookThroughReshapes(tensor);
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return elements.isSplat() ? toNumber(elements.getSplatValue<Attribute>())
                              : std::nullopt;
  auto map = tensor.getDefiningOp<MapOp>();
  if (!map || map->getNumResults() != 1 || !map.getInputs().empty())
    return std::nullopt;
  return getConstantNumber(map.getBlock()->getTerminator()->getOperand(0));
}

std::optional<double> zyn::getConstantNumber(Value value) {
  value = stripCasts(value);
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return toNumber(constant);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  Operation *op = argument.getOwner()->getParentOp();
  ValueRange inputs;
  if (auto rows = dyn_cast<RowsOp>(op))
    inputs = rows.getInputs();
  else if (auto map = dyn_cast<MapOp>(op))
    inputs = map.getInputs();
  unsigned number = argument.getArgNumber();
  // The first argument of an epilogue is the sum.
  if (auto product = dyn_cast<MatmulOp>(op)) {
    inputs = product.getEpilogueInputs();
    number = number == 0 ? inputs.size() : number - 1;
  }
  if (number >= inputs.size())
    return std::nullopt;
  return getFilledNumber(inputs[number]);
}

static bool isNumber(Value value, double number) {
  std::optional<double> constant = getConstantNumber(value);
  return constant && *constant == number;
}

static constexpr double kLowest = -std::numeric_limits<double>::infinity();

Value zyn::stripCasts(Value value) {
  while (Operation *cast = value.getDefiningOp()) {
    if (!isa<arith::TruncFOp, arith::ExtFOp>(cast))
      break;
    value = cast->getOperand(0);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

std::optional<ScoreExpression::Condition> zyn::getCondition(Value value) {
  if (value.getType().isInteger(1))
    return ScoreExpression::Condition{value, /*isInverted=*/false};
  auto select = stripCasts(value).getDefiningOp<arith::SelectOp>();
  if (!select)
    return std::nullopt;
  Value whenTrue = select.getTrueValue(), whenFalse = select.getFalseValue();
  if (isNumber(whenTrue, 0) && isNumber(whenFalse, kLowest))
    return ScoreExpression::Condition{select.getCondition(), false};
  if (isNumber(whenTrue, kLowest) && isNumber(whenFalse, 0))
    return ScoreExpression::Condition{select.getCondition(), true};
  return std::nullopt;
}

namespace {
/// Follows the chain of ops from a value back to a score.
class ScoreMatcher {
public:
  ScoreMatcher(BlockArgument score, std::string &obstacle)
      : score(score), obstacle(obstacle) {
    dependents.insert(score);
    for (Operation &op : *score.getOwner())
      if (op.getNumRegions() != 0 ||
          llvm::any_of(op.getOperands(),
                       [&](Value operand) { return dependsOnScore(operand); }))
        dependents.insert(op.result_begin(), op.result_end());
  }

  FailureOr<ScoreExpression> match(Value value);

private:
  LogicalResult refuse(const Twine &reason) {
    obstacle = reason.str();
    return failure();
  }
  /// Matches the last op that computes `value`, which becomes the operand that
  /// depends on the score.
  LogicalResult matchStep(Value &value);
  LogicalResult matchScale(Value factor, bool isDivisor);
  LogicalResult matchSum(Value addend);
  LogicalResult matchSelect(arith::SelectOp select, Value &value);
  bool dependsOnScore(Value value) const { return dependents.contains(value); }

  BlockArgument score;
  /// The values of the block that are computed from the score.
  DenseSet<Value> dependents;
  /// What is computed after the current value, whose masks come last to first.
  ScoreExpression expression;
  bool isScaled = false;
  std::string &obstacle;
};
} // namespace

LogicalResult ScoreMatcher::matchScale(Value factor, bool isDivisor) {
  std::optional<double> constant = getConstantNumber(factor);
  if (!constant)
    return refuse("its scores are scaled by what is not a constant");
  expression.scale *= isDivisor ? 1 / *constant : *constant;
  isScaled = true;
  return success();
}

LogicalResult ScoreMatcher::matchSum(Value addend) {
  if (isScaled)
    return refuse("its scores are scaled after the mask is applied");
  if (auto condition = getCondition(addend))
    expression.conditions.push_back(*condition);
  else
    expression.addends.push_back(addend);
  return success();
}

LogicalResult ScoreMatcher::matchSelect(arith::SelectOp select, Value &value) {
  bool isInverted = dependsOnScore(select.getFalseValue());
  value = isInverted ? select.getFalseValue() : select.getTrueValue();
  Value other = isInverted ? select.getTrueValue() : select.getFalseValue();
  if (dependsOnScore(select.getCondition()) || dependsOnScore(other))
    return refuse("its mask depends on the scores");
  if (!isNumber(other, kLowest))
    return refuse("its mask replaces scores by other numbers than -infinity");
  if (isScaled)
    return refuse("its scores are scaled after the mask is applied");
  expression.conditions.push_back({select.getCondition(), isInverted});
  return success();
}

LogicalResult ScoreMatcher::matchStep(Value &value) {
  Operation *op = value.getDefiningOp();
  if (!op || !dependsOnScore(value))
    return refuse("its softmax is not that of scores");
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return matchSelect(select, value);
  if (!isa<arith::MulFOp, arith::DivFOp, arith::AddFOp>(op))
    return refuse("its scores are computed by '" +
                  op->getName().getStringRef() + "'");
  unsigned i = dependsOnScore(op->getOperand(0)) ? 0 : 1;
  Value other = op->getOperand(1 - i);
  if (dependsOnScore(other) || (isa<arith::DivFOp>(op) && i == 1))
    return refuse("its scores are computed by '" +
                  op->getName().getStringRef() + "'");
  value = op->getOperand(i);
  return isa<arith::AddFOp>(op) ? matchSum(other)
                                : matchScale(other, isa<arith::DivFOp>(op));
}

FailureOr<ScoreExpression> ScoreMatcher::match(Value value) {
  for (value = stripCasts(value); value != score; value = stripCasts(value))
    if (failed(matchStep(value)))
      return failure();
  std::reverse(expression.addends.begin(), expression.addends.end());
  std::reverse(expression.conditions.begin(), expression.conditions.end());
  return std::move(expression);
}

FailureOr<ScoreExpression> zyn::matchScore(Value value, BlockArgument score,
                                           std::string &obstacle) {
  return ScoreMatcher(score, obstacle).match(value);
}

std::optional<double> zyn::getFactor(MapOp map) {
  std::string ignored;
  if (map.getInputs().size() != 1 || map->getNumResults() != 1)
    return std::nullopt;
  FailureOr<ScoreExpression> matched =
      matchScore(map.getBlock()->getTerminator()->getOperand(0),
                 map.getBlock()->getArgument(0), ignored);
  if (failed(matched) || matched->hasMask())
    return std::nullopt;
  return matched->scale;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Returns what `value` combines of all points of a row by one of `Combiners`,
/// starting with a number for which `isInit` holds, or null.
template <typename... Combiners>
static Value matchReduceRow(Value value, function_ref<bool(Value)> isInit) {
  auto reduce = value.getDefiningOp<ReduceRowOp>();
  if (!reduce || reduce->getNumResults() != 1)
    return Value();
  Block *block = reduce.getBlock();
  Operation *combiner = block->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<Combiners...>(combiner) ||
      !llvm::all_of(block->getArguments(),
                    [&](BlockArgument argument) {
                      return llvm::is_contained(combiner->getOperands(),
                                                argument);
                    }) ||
      !isInit(reduce.getInits()[0]))
    return Value();
  return reduce.getElements()[0];
}

/// Whether `value` is a constant that is at most the least number of its type,
/// with which exporters start a maximum.
static bool isLowest(Value value) {
  auto type = dyn_cast<FloatType>(value.getType());
  std::optional<double> number = getConstantNumber(value);
  return type && number &&
         *number <= -FloatAttr::get(
                         type, APFloat::getLargest(type.getFloatSemantics()))
                         .getValueAsDouble();
}

/// Whether `value` is whether all of `scores` in a row are -infinity.
static bool isEmptyRow(Value value, Value scores) {
  Value all = matchReduceRow<arith::AndIOp>(
      value, [](Value init) { return isNumber(init, 1); });
  auto compare = all ? all.getDefiningOp<arith::CmpFOp>() : arith::CmpFOp();
  return compare && compare.getPredicate() == arith::CmpFPredicate::OEQ &&
         stripCasts(compare.getLhs()) == stripCasts(scores) &&
         isNumber(compare.getRhs(), kLowest);
}

/// Returns the dividend and the divisor of `value`, which exporters of tosa
/// write as a product with a reciprocal, or nothing.
static std::pair<Value, Value> matchQuotient(Value value) {
  if (auto quotient = value.getDefiningOp<arith::DivFOp>())
    return {stripCasts(quotient.getLhs()), stripCasts(quotient.getRhs())};
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return {};
  for (unsigned i = 0; i < 2; ++i) {
    auto reciprocal =
        stripCasts(product->getOperand(i)).getDefiningOp<arith::DivFOp>();
    if (reciprocal && isNumber(reciprocal.getLhs(), 1))
      return {stripCasts(product->getOperand(1 - i)),
              stripCasts(reciprocal.getRhs())};
  }
  return {};
}

FailureOr<Softmax> zyn::matchSoftmax(RowsOp rows) {
  if (rows->getNumResults() != 1 || rows.isPerRow(0) ||
      rows.getDimensions().size() != 1 ||
      rows.getDimensions()[0] + 1 != rows.getNumLoops())
    return failure();
  Value result = stripCasts(rows.getBlock()->getTerminator()->getOperand(0));
  // Rows without keys that are seen are 0.
  Value isEmpty;
  if (auto select = result.getDefiningOp<arith::SelectOp>()) {
    if (!isNumber(select.getTrueValue(), 0))
      return failure();
    isEmpty = select.getCondition();
    result = stripCasts(select.getFalseValue());
  }
  auto [dividend, divisor] = matchQuotient(result);
  Value sum = divisor
                  ? matchReduceRow<arith::AddFOp>(
                        divisor, [](Value init) { return isNumber(init, 0); })
                  : Value();
  if (!sum || stripCasts(sum) != dividend)
    return failure();
  auto exp = dividend.getDefiningOp<math::ExpOp>();
  auto difference =
      exp ? stripCasts(exp.getOperand()).getDefiningOp<arith::SubFOp>()
          : arith::SubFOp();
  if (!difference)
    return failure();
  Value scores = difference.getLhs();
  Value max = matchReduceRow<arith::MaximumFOp, arith::MaxNumFOp>(
      stripCasts(difference.getRhs()), isLowest);
  if (!max || stripCasts(max) != stripCasts(scores) ||
      (isEmpty && !isEmptyRow(isEmpty, scores)))
    return failure();
  return Softmax{scores, isEmpty != nullptr};
}
